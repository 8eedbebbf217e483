package import BenchmarkModel
import Foundation

/// A path that the dynamic loader takes as one name, whatever characters a file's own path has.
///
/// The loader splits `LD_PRELOAD` at spaces and colons, and `LD_LIBRARY_PATH` at colons and
/// semicolons, replaces `$ORIGIN`, and looks for what has no slash in its own folders. So a library
/// in a folder such as `My App` would be looked for in `My`.
package enum Preloaded {
  private static let kept = Locked<[String: String]>([:])

  /// A path to the file or folder at `path` that the loader takes as it is, valid until this
  /// process exits.
  ///
  /// - Throws: `Unavailable` where there is none.
  package static func path(_ path: String) throws(Unavailable) -> String {
    let absolute = URL(filePath: path).standardizedFileURL.path
    let special: Set<Character> = [" ", ":", ";", "$", "%", "\n", "\t"]
    guard absolute.contains(where: special.contains) else { return absolute }
    #if os(Linux)
      if let known = kept.withLock({ $0[absolute] }) { return known }
      let descriptor = open(absolute, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw Unavailable("'\(absolute)' cannot be read: \(String(cString: strerror(errno)))")
      }
      return kept.withLock { paths in
        let path = Self.path(ofDescriptor: descriptor)
        paths[absolute] = path
        return path
      }
    #else
      throw Unavailable(
        "the system cannot load '\(absolute)', because of a character in its path. Move it")
    #endif
  }

  /// The path of an open file of this process, for all that this user runs.
  static func path(ofDescriptor descriptor: Int32) -> String {
    "/proc/\(getpid())/fd/\(descriptor)"
  }
}
