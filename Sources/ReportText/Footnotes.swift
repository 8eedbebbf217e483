/// Footnotes with reasons, which several cells may share; numbered by first use.
package final class Footnotes {
  private var reasons: [String] = []

  package init() {}

  /// The cell of a value that is missing for this reason: `n/a [1]`.
  package func absence(_ reason: String) -> Table.Cell {
    Table.Cell("n/a \(number(reason))", .quiet)
  }

  /// The mark that refers to the footnote with this reason: `[1]`.
  package func number(_ reason: String) -> String {
    if let index = reasons.firstIndex(of: reason) { return "[\(index + 1)]" }
    reasons.append(reason)
    return "[\(reasons.count)]"
  }

  package var lines: [String] { reasons.enumerated().map { "[\($0 + 1)] \($1)" } }
}
