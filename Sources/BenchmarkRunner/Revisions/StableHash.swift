/// A hash that is the same in every process, unlike Swift's own (FNV-1a).
///
/// Tells builds apart and does not defend against anyone.
enum StableHash {
  /// Sixteen hexadecimal digits for a list of texts.
  static func digits(_ texts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in texts {
      // A byte that no text has, so that moving a letter to the next text changes the hash.
      for byte in Array(text.utf8) + [0xFF] {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
