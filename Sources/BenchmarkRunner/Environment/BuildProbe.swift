import BenchmarkModel
import CMeasure
import Foundation

/// Identifies a build from the bytes of its executable.
package struct BuildProbe {
  /// A hash of all bytes: equal hashes mean the same build.
  let hash: String

  /// The compiler's own line, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  package let toolchain: String

  /// The build of a program, from the file that is measured; nil when it cannot be read.
  package init?(of program: String) {
    guard let file = try? ProgramImage.file(of: program) else { return nil }
    self.init(executable: file)
  }

  /// Reads an executable; nil when it cannot be read.
  init?(executable: String) {
    guard let bytes = try? Data(contentsOf: URL(filePath: executable), options: .alwaysMapped)
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
    let words = "Swift version "
    return bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> String? in
      var rest = bytes
      // An executable has tens of megabytes, and Data needs 80 ms longer to search them.
      while let start = rest.baseAddress,
        let found = memmem(start, rest.count, words, words.utf8.count)
      {
        let line = rest[(UnsafeRawPointer(found) - start)...]
        rest = UnsafeRawBufferPointer(rebasing: line.dropFirst(words.utf8.count))
        if let next = rest.first, (0x30...0x39).contains(next) {
          return String(
            decoding: line.prefix(80).prefix { (0x20..<0x7F).contains($0) }, as: UTF8.self)
        }
      }
      return nil
    }
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
