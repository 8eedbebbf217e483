/// A table of a log with a header; columns are found by name, in any case and order.
package final class LogTable {
  private static let mostColumns = 10_000

  private let separator: UInt8
  private let columns: [String: Int]
  private let header: String
  private let text: LogText

  package let titles: [String]

  /// The fields of the current row, which was split last, as ranges of its bytes.
  private var fields: [Range<Int>] = []
  private var line: LogLine

  /// Creates a table from its header, which is the last line read from `text`.
  package init(header line: LogLine, at text: LogText) throws {
    header = line.text
    self.line = line
    self.text = text
    func count(_ separator: Unicode.Scalar) -> Int {
      line.bytes.count { $0 == UInt8(ascii: separator) }
    }
    let separators: [Unicode.Scalar] = [",", ";", "\t"]
    separator = UInt8(ascii: separators.max { count($0) < count($1) } ?? ",")
    Self.split(line, by: separator, into: &fields)
    guard fields.count <= Self.mostColumns else {
      throw text.malformed("it has more than \(Self.mostColumns) columns")
    }
    titles = fields.map { line[$0].text }
    let names = titles.map { $0.lowercased() }
    // If a name occurs twice, it means the first column.
    columns = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// The column with the first of these names that exists.
  package func column(_ names: String...) -> Int? {
    names.lazy.compactMap { self.columns[$0.lowercased()] }.first
  }

  package func require(_ name: String) throws -> Int {
    guard let column = columns[name.lowercased()] else {
      throw TextError.missingColumn(name, line: text.line)
    }
    return column
  }

  /// The place of the row's field in a column.
  package func place(_ column: Int) -> TextPlace {
    TextPlace(line: text.line, column: text.indent + offset(column) + 1)
  }

  /// The offset of the row's field in a column, in bytes.
  package func offset(_ column: Int) -> Int {
    column < fields.count ? fields[column].lowerBound : line.bytes.count
  }

  /// An error at the row's field in a column.
  package func malformed(_ column: Int, _ problem: String) -> TextError {
    .malformed(at: place(column), problem)
  }

  /// Splits a row; false for an empty line and a repeated header.
  package func split(_ line: LogLine) -> Bool {
    guard !line.isEmpty, !isHeader(line) else { return false }
    self.line = line
    Self.split(line, by: separator, into: &fields)
    return true
  }

  private func isHeader(_ line: LogLine) -> Bool {
    line.bytes.first == header.utf8.first && line.bytes.count == header.utf8.count
      && line.text == header
  }

  package var fieldCount: Int { fields.count }

  /// The row's field in a column; empty for a row that is too short.
  package subscript(column: Int) -> LogLine {
    column < fields.count ? line[fields[column]] : line[0..<0]
  }

  /// The row's field in a column; empty if `column` is nil because the table lacks it.
  package subscript(column: Int?) -> LogLine { column.map { self[$0] } ?? line[0..<0] }

  /// Finds the fields between separators, without the quotes and white space around them.
  private static func split(_ line: LogLine, by separator: UInt8, into fields: inout [Range<Int>]) {
    fields.removeAll(keepingCapacity: true)
    let bytes = line.bytes
    var start = 0
    // Fields beyond the longest header are not needed.
    while start <= bytes.count, fields.count <= mostColumns {
      while start < bytes.count, bytes[start] == 0x20 { start += 1 }
      var end = start
      if start < bytes.count, bytes[start] == UInt8(ascii: "\"") {
        start += 1
        end = start
        while end < bytes.count {
          if bytes[end] == UInt8(ascii: "\"") {
            guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "\"") else { break }
            end += 1
          }
          end += 1
        }
        fields.append(start..<end)
        while end < bytes.count, bytes[end] != separator { end += 1 }
      } else {
        while end < bytes.count, bytes[end] != separator { end += 1 }
        var last = end
        while last > start, bytes[last - 1] == 0x20 { last -= 1 }
        fields.append(start..<last)
      }
      start = end + 1
    }
    // A comma may end the line.
    if let last = fields.last, last.isEmpty, fields.count > 1 { fields.removeLast() }
  }
}
