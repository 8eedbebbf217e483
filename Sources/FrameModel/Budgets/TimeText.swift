/// Times as text, such as `4ms` or `1.5us`, in whole nanoseconds and without rounding.
package enum TimeText {
  /// Units with their nanoseconds and the decimals that these permit, largest first.
  private static let units: [(name: String, nanoseconds: Int64, decimals: Int)] = [
    ("s", 1_000_000_000, 9), ("ms", 1_000_000, 6), ("us", 1_000, 3), ("ns", 1, 0),
  ]

  /// The time in the largest unit that it reaches, with as many decimals as it has.
  package static func print(_ nanoseconds: Int64) -> String {
    guard let unit = units.first(where: { nanoseconds >= $0.nanoseconds }) else { return "0ns" }
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: unit.nanoseconds)
    guard rest > 0 else { return "\(whole)\(unit.name)" }
    var decimals = String("\(unit.nanoseconds + rest)".dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(whole).\(decimals)\(unit.name)"
  }

  /// The time in nanoseconds, or nil when it is malformed, negative, too long, or not a whole
  /// number of nanoseconds.
  package static func parse(_ text: some StringProtocol) -> Int64? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    guard let unit = units.first(where: { $0.name == text.dropFirst(number.count) }) else {
      return nil
    }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = digits(parts[0]) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow else { return nil }
    guard parts.count == 2 else { return product }

    guard parts[1].count <= unit.decimals, let rest = digits(parts[1]) else { return nil }
    let scale = (parts[1].count..<unit.decimals).reduce(rest) { value, _ in 10 * value }
    let (sum, carry) = product.addingReportingOverflow(scale)
    return carry ? nil : sum
  }

  private static func digits(_ text: some StringProtocol) -> Int64? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
  }
}

extension Duration {
  /// The duration in nanoseconds, truncated; the nearest number that fits when it is too long.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }
}
