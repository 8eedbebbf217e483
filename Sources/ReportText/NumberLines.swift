package import Foundation

/// UTF-8 text of many literals and whole numbers, such as a trace with millions of numbers.
package struct NumberLines {
  private var bytes: [UInt8] = []

  package init() {}

  package var data: Data { Data(bytes) }

  package mutating func write(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }

  /// Adds text that is ready to be written.
  package mutating func write(_ text: Data) { bytes += text }

  /// Adds a whole number.
  ///
  /// - Precondition: `value` is not negative.
  package mutating func write(_ value: Int64) {
    precondition(value >= 0, "A negative number: \(value)")
    var count = 1
    var rest = value / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    write(value, digits: count)
  }

  /// Adds the quotient of a whole number and a power of ten, with all its decimals.
  ///
  /// - Precondition: The number is not negative, and the exponent is from 1 to 18.
  package mutating func write(_ value: Int64, decimals: Int) {
    precondition(value >= 0, "A negative number: \(value)")
    precondition((1...18).contains(decimals), "\(decimals) decimals")
    let divisor = (0..<decimals).reduce(into: Int64(1)) { product, _ in product *= 10 }
    write(value / divisor)
    write(".")
    write(value % divisor, digits: decimals)
  }

  /// Adds the last digits of a number, with leading zeros.
  private mutating func write(_ value: Int64, digits: Int) {
    let first = bytes.count
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digits))
    var rest = value
    for index in (first..<first + digits).reversed() {
      bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}
