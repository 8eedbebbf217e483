/// A text table that counts words: a row per key, a column per word.
public struct TrialTable: Sendable {
  private let columns: [String]

  /// The words that are counted, one column each.
  private let counted: [String]
  private var rows: [Row] = []

  private struct Row {
    let key: [String]
    var counts: [Int]
    var seconds: [Double]
  }

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns that identify a row.
  ///   - counted: The words that are counted.
  public init(_ columns: [String], counting counted: [String]) {
    self.columns = columns
    self.counted = counted
  }
}

extension TrialTable {
  /// Counts a word in the row of a key; rows are in the order of their first words.
  ///
  /// - Parameters:
  ///   - word: A word to count; any other word only creates the row.
  ///   - key: One text per column.
  ///   - seconds: How long the trial took; nil if that is not shown.
  public mutating func count(_ word: String, in key: [String], seconds: Double? = nil) {
    let row =
      rows.firstIndex { $0.key == key }
      ?? {
        rows.append(Row(key: key, counts: counted.map { _ in 0 }, seconds: []))
        return rows.count - 1
      }()
    if let column = counted.firstIndex(of: word) { rows[row].counts[column] += 1 }
    if let seconds { rows[row].seconds.append(seconds) }
  }

  /// Lines of aligned columns, with the median of the seconds at the end.
  public var text: String {
    let showsSeconds = rows.contains { !$0.seconds.isEmpty }
    var lines = [columns + counted + (showsSeconds ? ["seconds"] : [])]
    for row in rows {
      lines.append(
        row.key + row.counts.map(String.init)
          + (showsSeconds ? [Self.tenths(Self.median(row.seconds))] : []))
    }
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      var text = ""
      for (column, cell) in line.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        text += (column == 0 ? "" : "  ") + (column < columns.count ? cell + space : space + cell)
      }
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }.joined()
  }

  private static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    return sorted.isEmpty
      ? nil : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private static func tenths(_ value: Double?) -> String {
    value.map { "\(($0 * 10).rounded() / 10)" } ?? ""
  }
}
