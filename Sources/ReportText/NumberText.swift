import Foundation

/// Numbers with at least three significant digits at every scale.
package enum NumberText {
  /// `0.123`, `1.23`, `12.3`, `123`, `1 234`; `0` is exact.
  ///
  /// `1.23e+20` for numbers with too many digits to read.
  package static func format(_ value: Double) -> String {
    guard value.isFinite else { return "n/a" }
    guard value != 0 else { return "0" }
    guard readable.contains(value.magnitude) else { return String(format: "%.2e", value) }
    let magnitude = Int(log10(value.magnitude).rounded(.down))
    return format(value, decimals: max(2 - magnitude, 0))
  }

  /// The range of numbers that are written without an exponent.
  private static let readable = 1e-10..<1e15

  /// The number with a fixed number of decimals, and spaces between thousands.
  package static func format(_ value: Double, decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    let sign = text.hasPrefix("-") ? "-" : ""
    let parts = text.dropFirst(sign.count).split(separator: ".")
    let fraction = parts.count > 1 ? ".\(parts[1])" : ""
    return sign + grouped(String(parts[0])) + fraction
  }

  /// A whole number with spaces between thousands.
  package static func format(_ value: Int) -> String {
    (value < 0 ? "-" : "") + grouped(String(value.magnitude))
  }

  /// A counter: whole numbers are exact and have no decimals.
  package static func count(_ value: Double) -> String {
    value.rounded() == value && value.magnitude < 1e15 ? format(Int(value)) : format(value)
  }

  /// A ratio as a signed change: `+4.00 %`, `-0.50 %`, `0 %`; `×12.3` for factors of 10 or more.
  package static func change(_ ratio: Double) -> String {
    guard ratio.isFinite else { return "n/a" }
    if ratio >= 10 { return "×\(format(ratio))" }
    let percent = (ratio - 1) * 100
    guard percent != 0 else { return "0 %" }
    return (percent > 0 ? "+" : "") + percentage(percent)
  }

  /// A change in percent: two decimals below 10 %, otherwise one.
  private static func percentage(_ percent: Double) -> String {
    format(percent, decimals: percent.magnitude < 10 ? 2 : 1) + " %"
  }

  /// A coordinate, not a measurement: at most six decimals, without trailing zeros.
  package static func compact(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    var text = String(format: "%.6f", value)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  private static func grouped(_ digits: String) -> String {
    guard digits.count > 3 else { return digits }
    var groups: [Substring] = []
    var rest = digits[...]
    while rest.count > 3 {
      groups.append(rest.suffix(3))
      rest = rest.dropLast(3)
    }
    return ([rest] + groups.reversed()).joined(separator: " ")
  }
}
