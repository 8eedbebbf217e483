/// A table of expected values: numbers between bars, as printed.
///
/// Cells keep their text, because the number of printed digits is the tolerance.
struct Table {
  let rows: [[String]]

  /// Reads rows like `| 0.5 | 12.25 | 3, 4 |`.
  init(_ text: String) {
    rows = text.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    }
  }

  /// Reads rows whose cells may also be separated by commas or slashes.
  init(splitting text: String) {
    rows = text.split(separator: "\n").map { line in
      line.split { "|,/".contains($0) }.map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    }
  }
}
