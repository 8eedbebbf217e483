import Foundation

/// The allocator that counts allocations when it is preloaded.
package enum Jemalloc {
  /// What to do where it is missing, without a period.
  static var installation: String {
    #if os(macOS)
      "Run 'brew install jemalloc', or name the library in FRAMEGATE_JEMALLOC"
    #else
      """
      Install it (Debian and Ubuntu: apt-get install libjemalloc-dev; Fedora and Amazon Linux: \
      dnf install jemalloc), or name the library in FRAMEGATE_JEMALLOC
      """
    #endif
  }

  /// The library's path, from FRAMEGATE_JEMALLOC or else in the usual folders, or nil without one.
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
