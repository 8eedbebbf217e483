package import FrameModel

extension TimeText {
  /// The time in nanoseconds, or nil when it is malformed, negative, too long, or not a whole
  /// number of nanoseconds.
  package static func parse(_ text: some StringProtocol) -> Int64? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    guard let unit = units.first(where: { $0.name == text.dropFirst(number.count) }) else {
      return nil
    }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = Int64(digits: parts[0]) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow else { return nil }
    guard parts.count == 2 else { return product }

    guard parts[1].count <= unit.decimals, let rest = Int64(digits: parts[1]) else {
      return nil
    }
    let scale = (parts[1].count..<unit.decimals).reduce(rest) { value, _ in 10 * value }
    let (sum, carry) = product.addingReportingOverflow(scale)
    return carry ? nil : sum
  }
}
