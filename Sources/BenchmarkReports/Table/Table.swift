/// Rows and columns of text, shown as aligned text or as Markdown.
package struct Table {
  /// A column with its title; what it holds decides on which side its cells line up.
  package enum Column {
    /// Words, aligned to the left.
    case text(String)

    /// Numbers, aligned to the right.
    case number(String)
  }

  /// One piece of foreign text and what it means.
  package struct Cell {
    /// The most characters of a cell.
    static let longest = 500

    package let text: String
    package let role: ReportStyle.Role?

    init(_ text: String, _ role: ReportStyle.Role? = nil) {
      self.text = text.cut(to: Self.longest)
      self.role = role
    }
  }

  package let columns: [Column]
  package private(set) var rows: [[Cell]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }
}

extension Table {
  package var isEmpty: Bool { rows.isEmpty }

  /// Adds a row.
  ///
  /// - Precondition: It has one cell per column.
  mutating func add(_ cells: [Cell]) {
    precondition(
      cells.count == columns.count, "A row needs \(columns.count) cells, got \(cells.count)")
    rows.append(cells)
  }

  /// Aligned columns, two spaces apart; no line ends in a space.
  ///
  /// Widths count graphemes, so `µs` takes two columns of the terminal.
  func text(_ style: ReportStyle) -> TerminalText {
    let header = columns.map { Cell($0.title, .heading) }
    let lines = ([header] + rows).map { row in
      row.map { (text: TerminalText(foreign: $0.text), role: $0.role) }
    }
    let widths = columns.indices.map { column in
      lines.reduce(0) { max($0, $1[column].text.content.count) }
    }
    return lines.map { line($0, widths: widths, style) }.joined()
  }

  private func line(
    _ cells: [(text: TerminalText, role: ReportStyle.Role?)], widths: [Int], _ style: ReportStyle
  ) -> TerminalText {
    var line: TerminalText = ""
    var padding = ""
    for (column, cell) in cells.enumerated() {
      let space = String(repeating: " ", count: widths[column] - cell.text.content.count)
      if !columns[column].isText { padding += space }
      if !cell.text.isEmpty {
        line = "\(line)\(padding)\(style.paint(cell.text, as: cell.role))"
        padding = ""
      }
      if columns[column].isText { padding += space }
      padding += "  "
    }
    return "\(line)\n"
  }

  /// A Markdown table.
  func markdown() -> MarkdownText {
    func row(_ cells: [String]) -> MarkdownText {
      "| \(cells.map { MarkdownText(foreign: $0) }.joined(separator: " | ")) |\n"
    }
    let rule = columns.map { ($0.isText ? ":--" : "--:") as MarkdownText }
    return row(columns.map(\.title)) + "|\(rule.joined(separator: "|"))|\n"
      + rows.map { row($0.map(\.text)) }.joined()
  }
}

extension Table.Column {
  package var title: String {
    switch self {
    case .text(let title), .number(let title): title
    }
  }

  package var isText: Bool {
    switch self {
    case .text: true
    case .number: false
    }
  }
}
