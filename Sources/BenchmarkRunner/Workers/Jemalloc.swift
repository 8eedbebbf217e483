import Foundation

/// Where jemalloc's shared library lies on this machine.
package enum Jemalloc {
  /// What to say when there is none.
  package static let absence = """
    jemalloc is not installed. Install libjemalloc-dev (Linux) or jemalloc (Homebrew), \
    or name the library in FRAMEGATE_JEMALLOC.
    """

  /// The library's path, if there is one: FRAMEGATE_JEMALLOC first, then the usual folders.
  package static var path: String? {
    if let named = ProcessInfo.processInfo.environment["FRAMEGATE_JEMALLOC"] {
      return FileManager.default.isReadableFile(atPath: named) ? named : nil
    }
    return candidates.first(where: FileManager.default.isReadableFile)
  }

  private static var candidates: [String] {
    #if os(macOS)
      ["/opt/homebrew/lib/libjemalloc.2.dylib", "/usr/local/lib/libjemalloc.2.dylib"]
    #else
      ["x86_64-linux-gnu", "aarch64-linux-gnu", "", "../lib64", "../local/lib"]
        .map { "/usr/lib/\($0)/libjemalloc.so.2" }
    #endif
  }
}
