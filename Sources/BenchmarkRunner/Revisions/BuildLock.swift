import Foundation

/// Lets one tool at a time build in a cache folder.
///
/// The system gives the lock back when its holder ends, however it ends: none is ever left behind.
struct BuildLock {
  private let descriptor: Int32

  /// Waits for the lock on a file, which is created when there is none.
  ///
  /// - Parameters:
  ///   - file: The lock file.
  ///   - waiting: Called once when another tool holds it.
  /// - Throws: ``RevisionError/cache(path:reason:)`` and `CancellationError`.
  init(file: URL, waiting: () -> Void) async throws {
    descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw RevisionError.cache(path: file.path, reason: String(cString: strerror(errno)))
    }
    var hasSaidSo = false
    do {
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        if !hasSaidSo { waiting() }
        hasSaidSo = true
        try await Task.sleep(for: .milliseconds(100))
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  func release() {
    close(descriptor)
  }
}
