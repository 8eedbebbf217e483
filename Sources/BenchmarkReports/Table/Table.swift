/// Rows and columns of text, shown as aligned text or as Markdown.
struct Table {
  /// A column with its title; what it holds decides on which side its cells line up.
  enum Column {
    /// Words, aligned to the left.
    case text(String)

    /// Numbers, aligned to the right.
    case number(String)
  }

  /// One piece of text and what it means.
  struct Cell {
    let text: String
    let role: ReportStyle.Role?

    init(_ text: String, _ role: ReportStyle.Role? = nil) {
      self.text = text
      self.role = role
    }
  }

  let columns: [Column]
  private(set) var rows: [[Cell]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }
}

extension Table {
  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row.
  ///
  /// - Precondition: It has one cell per column.
  mutating func add(_ cells: [Cell]) {
    precondition(
      cells.count == columns.count, "A row needs \(columns.count) cells, got \(cells.count)")
    rows.append(cells)
  }

  /// Aligned columns, two spaces apart; nothing is truncated and no line ends in a space.
  ///
  /// Widths count graphemes, so `µs` takes two columns of the terminal.
  func text(_ style: ReportStyle) -> String {
    let widths = columns.indices.map { column in
      rows.reduce(columns[column].title.count) { max($0, $1[column].text.count) }
    }
    let header = columns.map { Cell($0.title, .heading) }
    return ([header] + rows).map { line($0, widths: widths, style) }.joined()
  }

  private func line(_ cells: [Cell], widths: [Int], _ style: ReportStyle) -> String {
    var line = ""
    var padding = ""
    for (column, cell) in cells.enumerated() {
      let space = String(repeating: " ", count: widths[column] - cell.text.count)
      let text = style.paint(cell.text, as: cell.text.isEmpty ? nil : cell.role)
      if !columns[column].isText { padding += space }
      if !cell.text.isEmpty {
        line += padding + text
        padding = ""
      }
      if columns[column].isText { padding += space }
      padding += "  "
    }
    return line + "\n"
  }

  /// A Markdown table.
  func markdown() -> String {
    func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    let rule = columns.map { $0.isText ? ":--" : "--:" }
    return row(columns.map(\.title.markdownEscaped)) + "|\(rule.joined(separator: "|"))|\n"
      + rows.map { row($0.map(\.text.markdownEscaped)) }.joined()
  }
}

extension Table.Column {
  var title: String {
    switch self {
    case .text(let title), .number(let title): title
    }
  }

  fileprivate var isText: Bool {
    switch self {
    case .text: true
    case .number: false
    }
  }
}
