import HeadlessUI
import Testing

/// Expects two numbers to be equal within `tolerance`.
func expectClose(
  _ actual: Double, _ expected: Double, within tolerance: Double = 1e-9,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    abs(actual - expected) <= tolerance, "\(actual) is not \(expected)",
    sourceLocation: sourceLocation)
}

func expectClose(
  _ actual: Point, _ expected: Point, within tolerance: Double = 1e-9,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectClose(actual.x, expected.x, within: tolerance, sourceLocation: sourceLocation)
  expectClose(actual.y, expected.y, within: tolerance, sourceLocation: sourceLocation)
}

func expectClose(
  _ actual: Rect, _ expected: Rect, within tolerance: Double = 1e-9,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectClose(actual.origin, expected.origin, within: tolerance, sourceLocation: sourceLocation)
  expectClose(actual.width, expected.width, within: tolerance, sourceLocation: sourceLocation)
  expectClose(actual.height, expected.height, within: tolerance, sourceLocation: sourceLocation)
}

/// Expects a number that was printed as `text`: within half of the last printed digit.
func expectPrinted(
  _ actual: Double, _ text: some StringProtocol, slack: Double = 0,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = text.trimmingSpaces
  guard let expected = Double(text) else {
    Issue.record("'\(text)' is not a number", sourceLocation: sourceLocation)
    return
  }
  let parts = text.split(separator: "e")
  let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  let decimals = parts[0].split(separator: ".").dropFirst().first.map { $0.count } ?? 0
  var half = 0.5
  for _ in 0..<max(decimals - exponent, 0) { half /= 10 }
  // A whole number in a table is exact.
  if decimals == 0, exponent == 0 { half = 1e-9 }
  expectClose(
    actual, expected, within: half * 1.000_001 + 1e-12 + slack, sourceLocation: sourceLocation)
}

extension StringProtocol {
  var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() as [Character])
  }
}

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

  /// The number in a cell.
  static func number(_ text: String) -> Double { Double(text) ?? .nan }
}
