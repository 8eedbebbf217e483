/// Comma-separated values as RFC 4180 describes them, written row by row.
package struct CSVTable {
  private let columnCount: Int
  private var content: String

  /// Starts with a header.
  package init(columns: [CSVText]) {
    columnCount = columns.count
    content = columns.joined(separator: ",").content + "\r\n"
  }

  /// Adds a row.
  ///
  /// - Precondition: It has one cell per column.
  package mutating func add(_ row: CSVRow) {
    precondition(row.count == columnCount, "A row needs \(columnCount) cells, got \(row.count)")
    content += row.content
    content += "\r\n"
  }

  /// The header and all rows; every line ends in CR LF.
  package var text: CSVText { CSVText(escaped: content) }
}

/// A row of a table, written cell by cell.
package struct CSVRow {
  fileprivate var content = ""

  /// The cells so far.
  package private(set) var count = 0

  package init() {}

  /// Adds foreign text; nil is an empty cell.
  package mutating func text(_ text: String?) {
    add(text.map { CSVText(foreign: $0).content })
  }

  /// Adds a number with all its digits; nil is an empty cell.
  package mutating func number(_ value: Double?) { add(value.map { CSVText.number($0).content }) }

  /// Adds a whole number; nil is an empty cell.
  package mutating func number(_ value: Int?) { add(value.map { "\($0)" }) }

  package mutating func empty() { add(nil) }

  private mutating func add(_ cell: String?) {
    if count > 0 { content += "," }
    content += cell ?? ""
    count += 1
  }
}
