/// Reasons that several cells share, numbered by first use.
package struct Footnotes {
  private var reasons: [String] = []

  package init() {}

  /// The text of a cell that has no value: `n/a [1]`.
  package mutating func mark(_ reason: String) -> String {
    "n/a [\(number(of: reason))]"
  }

  /// The mark after a word that has a reason: `[1]`.
  package mutating func number(_ reason: String) -> String {
    "[\(number(of: reason))]"
  }

  private mutating func number(of reason: String) -> Int {
    if let index = reasons.firstIndex(of: reason) { return index + 1 }
    reasons.append(reason)
    return reasons.count
  }

  /// One line per reason.
  package var lines: [String] { reasons.enumerated().map { "[\($0 + 1)] \($1)" } }
}
