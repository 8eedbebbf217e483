import Foundation

/// Finds out from the executable's own bytes what it was built by.
struct BuildProbe {
  /// A hash of all bytes: equal hashes mean the very same build.
  ///
  /// FNV-1a over 64-bit words, since it tells builds apart and does not defend against anyone.
  let hash: String

  /// The compiler's own line, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  let toolchain: String

  /// Reads the executable; nil when it cannot be read.
  init?(executable: String) {
    guard
      let bytes = try? Data(contentsOf: URL(filePath: executable), options: .alwaysMapped)
    else { return nil }
    hash = Self.hash(bytes)
    toolchain = Self.toolchain(in: bytes) ?? Self.compiledWith
  }

  private static func hash(_ bytes: Data) -> String {
    let value = bytes.withUnsafeBytes { buffer in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      let words = buffer.count / 8
      for word in 0..<words {
        hash ^= buffer.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self)
        hash = hash &* 0x100_0000_01B3
        hash ^= hash >> 29
      }
      for index in (8 * words)..<buffer.count {
        hash = (hash ^ UInt64(buffer[index])) &* 0x100_0000_01B3
      }
      return hash
    }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The compiler leaves its version in the debug and reflection sections of what it builds.
  ///
  /// Only words with a number behind them count: the ones searched for are in the executable too.
  static func toolchain(in bytes: Data) -> String? {
    let words = Data("Swift version ".utf8)
    var rest = bytes[...]
    while let range = rest.range(of: words) {
      let line = rest[range.lowerBound...].prefix { $0 >= 0x20 && $0 < 0x7F }
      if let next = line.dropFirst(words.count).first, (0x30...0x39).contains(next) {
        return String(decoding: line.prefix(80), as: UTF8.self)
      }
      rest = rest[range.upperBound...]
    }
    return nil
  }

  private static var compiledWith: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }
}
