/// Comma-separated values as RFC 4180 describes them, written row by row.
package struct CSVTable {
  private let columnCount: Int
  private var content: String

  package init(columns: [CSVText]) {
    columnCount = columns.count
    content = columns.joined(separator: ",").content + "\r\n"
  }

  /// Adds a row.
  ///
  /// - Precondition: `row` has one cell per column.
  package mutating func add(_ row: [CSVText]) {
    precondition(row.count == columnCount, "A row needs \(columnCount) cells, got \(row.count)")
    content += row.joined(separator: ",").content
    content += "\r\n"
  }

  /// The header and all rows; every line ends with CR LF.
  package var text: CSVText { CSVText(escaped: content) }
}

// Cells of a row; nil becomes an empty cell.
extension CSVText {
  package static func cell(_ text: String?) -> CSVText { text.map { CSVText(foreign: $0) } ?? "" }

  /// A number with all its digits.
  package static func cell(_ number: Double?) -> CSVText { number.map { .number($0) } ?? "" }

  package static func cell(_ number: Int?) -> CSVText { number.map { .number($0) } ?? "" }
}
