/// Rows and columns of text, shown as aligned text or as Markdown.
struct Table {
  /// On which side a column's cells line up.
  enum Alignment {
    case left, right
  }

  struct Column {
    let title: String
    let alignment: Alignment
  }

  /// One piece of text and what it means.
  struct Cell {
    let text: String
    let role: ReportStyle.Role?

    init(_ text: String, _ role: ReportStyle.Role? = nil) {
      (self.text, self.role) = (text, role)
    }
  }

  let columns: [Column]
  private(set) var rows: [[Cell]] = []

  /// Creates a table whose first column is aligned to the left and all others to the right, but
  /// for those whose title begins with `<`, which is taken off.
  init(_ titles: [String]) {
    columns = titles.enumerated().map { index, title in
      title.hasPrefix("<")
        ? Column(title: String(title.dropFirst()), alignment: .left)
        : Column(title: title, alignment: index == 0 ? .left : .right)
    }
  }
}

extension Table {
  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row.
  ///
  /// - Precondition: It has a cell per column.
  mutating func add(_ cells: [Cell]) {
    precondition(
      cells.count == columns.count, "A row needs \(columns.count) cells, got \(cells.count)")
    rows.append(cells)
  }

  /// Aligned columns, two spaces apart; nothing is cut off and no line ends in a space.
  ///
  /// Widths count graphemes, so `µs` takes two places.
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
      if columns[column].alignment == .right { padding += space }
      if !cell.text.isEmpty {
        line += padding + text
        padding = ""
      }
      if columns[column].alignment == .left { padding += space }
      padding += "  "
    }
    return line + "\n"
  }

  /// A Markdown table.
  func markdown() -> String {
    func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    let rule = columns.map { $0.alignment == .left ? ":--" : "--:" }
    return row(columns.map(\.title.markdownEscaped)) + "|\(rule.joined(separator: "|"))|\n"
      + rows.map { row($0.map(\.text.markdownEscaped)) }.joined()
  }
}

extension String {
  /// The text with what Markdown or HTML would take for markup written out.
  var markdownEscaped: String {
    reduce(into: "") { text, character in
      switch character {
      case "|", "*", "`", "\\", "_", "[", "]": text += "\\\(character)"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "&": text += "&amp;"
      case _ where character.isNewline: text += " "
      default: text.append(character)
      }
    }
  }
}
