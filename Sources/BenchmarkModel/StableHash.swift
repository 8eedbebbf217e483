import CMeasure

/// A hash that is the same in every process, unlike Swift's own: FNV-1a over 64-bit words.
///
/// It is meant to tell builds apart, not to resist an attacker.
package struct StableHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds bytes and their number, so that the hash changes if a byte moves to the next call.
  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    value = framegate_hash(value, bytes.baseAddress, bytes.count)
  }

  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  /// The hash as a number, for seeds.
  package var number: UInt64 { value }

  /// The hash as sixteen hexadecimal digits.
  package var digits: String { value.hexadecimal }
}

extension StableHash {
  package init(of texts: [String]) {
    self.init()
    for text in texts { combine(text) }
  }
}

extension FixedWidthInteger {
  /// The hexadecimal digits, with leading zeros up to the width of the type.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}
