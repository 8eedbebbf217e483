import Foundation

/// The file that the running tool was started from.
///
/// Its workers are started from this very file, even if its path was given to another build meanwhile: a
/// run never mixes two builds.
package enum ToolImage {
  /// Its absolute path when the tool was started.
  package static let path: String = {
    #if os(Linux)
      // Also correct when the tool was found on the PATH, or the working folder has changed.
      if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
        return path
      }
    #endif
    return Bundle.main.executablePath ?? CommandLine.arguments[0]
  }()

  /// A path that still leads to the file after ``path`` was given to another one; ``path`` itself where
  /// the system has none.
  static let file: String = {
    #if os(Linux)
      // Not 'self', which would be another program in a process that is about to start a worker.
      let link = "/proc/\(getpid())/exe"
      if access(link, X_OK) == 0 { return link }
    #endif
    return path
  }()

  /// What tells the file from another one at the same path.
  private struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
    let size: Int64
    let seconds: Int64

    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
      size = Int64(status.st_size)
      #if canImport(Darwin)
        seconds = Int64(status.st_mtimespec.tv_sec)
      #else
        seconds = Int64(status.st_mtim.tv_sec)
      #endif
    }
  }

  /// Takes note of the file; to be called before it can be replaced.
  package static func pin() {
    _ = (path, file, identity)
  }

  private static let identity = Identity(path: path)

  /// The file to start for a program.
  ///
  /// - Throws: ``ToolReplaced`` when that would be another build than the running tool.
  static func file(for executable: String) throws(ToolReplaced) -> String {
    guard executable == path else { return executable }
    guard file == path, Identity(path: path) != identity else { return file }
    throw ToolReplaced(path: path)
  }
}

/// The tool's file was replaced during a run, and the system cannot start the one that it was.
package struct ToolReplaced: Error, CustomStringConvertible {
  let path: String

  package var description: String {
    """
    \(path) was replaced by another build while it was measuring. Measure again, and build only when \
    that has ended.
    """
  }
}
