import BenchmarkModel
import Foundation

/// Identifies a build from the bytes of its executable.
struct BuildProbe {
  /// A hash of all bytes: equal hashes mean the same build.
  let hash: String

  /// The compiler's own line, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  let toolchain: String

  /// Reads an executable; nil when it cannot be read.
  init?(executable: String) {
    guard
      let bytes = try? Data(contentsOf: URL(filePath: executable), options: .alwaysMapped)
    else { return nil }
    var hash = StableHash()
    bytes.withUnsafeBytes { hash.combine($0) }
    self.hash = hash.digits
    toolchain = Self.toolchain(in: bytes) ?? Self.compiledWith
  }

  /// The compiler leaves its version in the debug and reflection sections of what it builds.
  ///
  /// Only matches followed by a number count, because the executable also contains the searched
  /// words.
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
