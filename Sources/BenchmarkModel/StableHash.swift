/// A hash that is the same in every process, unlike Swift's own: FNV-1a over 64-bit words.
///
/// It tells builds apart. It is not meant to resist an attacker.
package struct StableHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds bytes, and their number, so that moving a byte to the next call changes the hash.
  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    let words = bytes.count / 8
    for word in 0..<words {
      mix(bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self).littleEndian)
    }
    for index in (8 * words)..<bytes.count { mix(UInt64(bytes[index])) }
    mix(UInt64(bytes.count))
  }

  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  /// The number itself, for seeds.
  package var number: UInt64 { value }

  /// Sixteen hexadecimal digits.
  package var digits: String { value.hexadecimal }

  private mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
    // FNV-1a works on bytes. With whole words, the high bits must reach the low ones too.
    value ^= value >> 29
  }
}

extension StableHash {
  package init(of texts: [String]) {
    self.init()
    for text in texts { combine(text) }
  }
}

extension FixedWidthInteger {
  /// All hexadecimal digits of the type, with zeros in front.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}
