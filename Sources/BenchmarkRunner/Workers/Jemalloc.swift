import Foundation

/// Finds jemalloc's shared library on this machine.
package enum Jemalloc {
  /// The message where it is not installed.
  package static let absence = """
    jemalloc is not installed. \(installation), or name the library in FRAMEGATE_JEMALLOC.
    """

  private static var installation: String {
    #if os(macOS)
      "Run 'brew install jemalloc'"
    #else
      """
      Install it (Debian and Ubuntu: apt-get install libjemalloc-dev; Fedora and Amazon Linux: \
      dnf install jemalloc)
      """
    #endif
  }

  /// The library's path, from FRAMEGATE_JEMALLOC or else in the usual folders; nil without one.
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
