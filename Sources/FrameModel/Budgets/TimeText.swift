/// Times as text, such as `4ms` or `1.5us`, in whole nanoseconds and without rounding.
package enum TimeText {
  /// The units, largest first, with the number of decimals that gives whole nanoseconds.
  package static let units: [(name: String, nanoseconds: Int64, decimals: Int)] = [
    ("s", 1_000_000_000, 9), ("ms", 1_000_000, 6), ("us", 1_000, 3), ("ns", 1, 0),
  ]

  /// The time in the largest unit that it is at least one of, with all its decimals.
  package static func print(_ nanoseconds: Int64) -> String {
    guard let unit = units.first(where: { nanoseconds >= $0.nanoseconds }) else { return "0ns" }
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: unit.nanoseconds)
    guard rest > 0 else { return "\(whole)\(unit.name)" }
    var decimals = String("\(unit.nanoseconds + rest)".dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(whole).\(decimals)\(unit.name)"
  }
}

extension Duration {
  /// The duration in nanoseconds, truncated; if it does not fit, the nearest number that does.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }
}
