package import BenchmarkModel
import BenchmarkResults
import Foundation
import ReportText
import WorkerClient

/// The file of a program that is started many times.
///
/// A measurement starts its workers from this very file, even if its path was given to another
/// build meanwhile: it never mixes two builds. On Linux the file is started through `/proc`,
/// whatever became of its path. Elsewhere, and for a file that is changed in place, the next start
/// fails.
package struct ProgramImage: Sendable {
  /// The absolute path, by which the program is known.
  package let path: String

  /// A path that leads to the file.
  private let file: String

  /// What the file was when it was pinned, or nil if that is unknown.
  private let identity: Identity?

  /// Programs that keep their file, by path.
  private static let pinned = Locked<[String: ProgramImage]>([:])

  private init(_ path: String, file: String, _ identity: Identity?) {
    self.path = path
    self.file = file
    self.identity = identity
  }
}

extension ProgramImage {
  /// Pins a program until this process ends: starting it by its path always starts the file that is
  /// there now.
  package static func pin(_ path: String) {
    let image = ProgramImage(path, file: openLink(path) ?? path, Identity(path: path))
    pinned.withLock { $0[path] = image }
  }

  /// The file to start for a program: its path, unless it is pinned.
  package static func file(of path: String) throws(ProgramReplaced) -> String {
    guard let image = pinned.withLock({ $0[path] }) else { return path }
    guard image.identity == nil || image.identity == Identity(path: image.file) else {
      throw ProgramReplaced(path: path)
    }
    return image.file
  }

  /// Opens a file for as long as this process runs, and returns a path that leads to it meanwhile,
  /// or nil if the system has none.
  private static func openLink(_ path: String) -> String? {
    #if os(Linux)
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      // The path that a program is started by is on its stack, so both sides of a comparison need
      // paths of one length: numbers of two digits.
      let kept = fcntl(file, F_DUPFD_CLOEXEC, 10)
      guard kept >= 0 else { return nil }
      let link = "/proc/\(getpid())/fd/\(kept)"
      guard access(link, X_OK) == 0 else {
        close(kept)
        return nil
      }
      return link
    #else
      return nil
    #endif
  }
}

extension ProgramImage {
  /// Identifies a file and its version.
  private struct Identity: Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let changed: [Int]

    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
      size = Int64(status.st_size)
      changed = [status.modified.tv_sec, status.modified.tv_nsec]
    }
  }
}

/// The file of a program was replaced or changed while it was measured, and the system cannot start
/// the original.
package struct ProgramReplaced: ToolError {
  let path: String

  package var exitCode: ToolExit { .couldNotRun }

  package var description: String {
    """
    \(path) was replaced by another build while it was measured. Measure again, and build only when \
    that has ended.
    """
  }
}
