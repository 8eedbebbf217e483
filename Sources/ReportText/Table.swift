/// Rows and columns of text, shown as aligned text or as Markdown.
package struct Table {
  /// A column with its title; words are aligned left, and numbers right.
  package struct Column {
    package let title: String
    package let isText: Bool

    /// Whether it is left out if there is not enough room.
    let isExtra: Bool

    package static func text(_ title: String, isExtra: Bool = false) -> Column {
      Column(title: title, isText: true, isExtra: isExtra)
    }

    package static func number(_ title: String, isExtra: Bool = false) -> Column {
      Column(title: title, isText: false, isExtra: isExtra)
    }
  }

  /// A foreign text, and its role, such as good or bad.
  package struct Cell {
    /// The maximum number of characters of a cell.
    static let longest = 500

    package let text: String
    package let role: ReportStyle.Role?

    package init(_ text: String, _ role: ReportStyle.Role? = nil) {
      self.text = text.cut(to: Self.longest)
      self.role = role
    }
  }

  package let columns: [Column]
  package private(set) var rows: [[Cell]] = []

  /// Creates a table; see ``add(_:)`` for its rows.
  package init(_ columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    for row in rows { add(row) }
  }
}

extension Table {
  package var isEmpty: Bool { rows.isEmpty }

  /// The table as a part of a report; empty for a table without rows.
  package func block(_ style: ReportStyle) -> TerminalText { isEmpty ? "" : text(style) }

  /// Adds a row; missing cells at the end are empty.
  ///
  /// - Precondition: `cells` has at most one cell per column.
  package mutating func add(_ cells: [Cell]) {
    precondition(
      cells.count <= columns.count, "A row has \(columns.count) cells, got \(cells.count)")
    rows.append(cells + repeatElement(Cell(""), count: columns.count - cells.count))
  }

  /// The table as aligned columns, two spaces apart; no line ends with a space.
  ///
  /// If the style has a width, extra columns are left out from the right, and a line says how many;
  /// then long texts lose their middle. Widths are counted in graphemes, so `µs` takes two columns
  /// of the terminal.
  package func text(_ style: ReportStyle) -> TerminalText {
    guard let width = style.width else { return lines(style) }
    var table = self
    while table.width > width, let last = table.columns.lastIndex(where: \.isExtra) {
      table = table.without(last)
    }
    table = table.shortened(to: width)
    let left = columns.count - table.columns.count
    guard left > 0 else { return table.lines(style) }
    let note = "\(Words.count(left, "column")) left out; '--wide' shows all"
    return table.lines(style) + style.paint(note, as: .quiet) + "\n"
  }

  private func lines(_ style: ReportStyle) -> TerminalText {
    let header = columns.map { Cell($0.title, .heading) }
    let lines = ([header] + rows).map { row in
      row.map { (text: TerminalText(foreign: $0.text), role: $0.role) }
    }
    let widths = columns.indices.map { column in
      lines.reduce(0) { max($0, $1[column].text.content.count) }
    }
    return lines.map { line($0, widths: widths, style) }.joined()
  }

  private var widths: [Int] {
    columns.indices.map { column in
      rows.reduce(columns[column].title.count) { max($0, $1[column].text.count) }
    }
  }

  private var width: Int { widths.reduce(0, +) + 2 * max(0, columns.count - 1) }

  private func without(_ column: Int) -> Table {
    func rest<Element>(_ all: [Element]) -> [Element] {
      all.enumerated().filter { $0.offset != column }.map(\.element)
    }
    return Table(rest(columns), rows: rows.map(rest))
  }

  /// No text is shortened to fewer characters than this.
  private static let shortest = 12

  /// The table with its widest text columns shortened until a line fits, or as far as possible.
  private func shortened(to limit: Int) -> Table {
    var table = self
    while table.width > limit {
      let widths = table.widths
      let widest = columns.indices.filter { table.columns[$0].isText && widths[$0] > Self.shortest }
        .max { widths[$0] < widths[$1] }
      guard let widest else { return table }
      let length = max(Self.shortest, widths[widest] - (table.width - limit))
      // Titles are never shortened.
      guard table.columns[widest].title.count <= length else { return table }
      for row in table.rows.indices {
        let cell = table.rows[row][widest]
        table.rows[row][widest] = Cell(cell.text.withoutMiddle(length), cell.role)
      }
    }
    return table
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

  package func markdown() -> MarkdownText {
    func row(_ cells: [String]) -> MarkdownText {
      "| \(cells.map { MarkdownText(foreign: $0) }.joined(separator: " | ")) |\n"
    }
    let rule = columns.map { ($0.isText ? ":--" : "--:") as MarkdownText }
    return row(columns.map(\.title)) + "|\(rule.joined(separator: "|"))|\n"
      + rows.map { row($0.map(\.text)) }.joined()
  }
}

extension String {
  /// The text or, if it has more characters than `length`, its start and end with `…` in between.
  fileprivate func withoutMiddle(_ length: Int) -> String {
    guard count > length else { return self }
    let end = (length - 1) * 3 / 5
    return "\(prefix(length - 1 - end))…\(suffix(end))"
  }
}
