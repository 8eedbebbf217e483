import Foundation

/// Lets one tool at a time build in a cache folder.
///
/// The system releases the lock when its holder ends, even after a crash.
struct BuildLock {
  private let descriptor: Int32

  /// Waits for the lock on a file, and creates the file if necessary.
  init(file: URL, waiting: () -> Void) async throws {
    descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else {
      throw RevisionError.cache(path: file.path, reason: String(cString: strerror(errno)))
    }
    var hasSaidSo = false
    do {
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        // Some file systems have no locks; waiting for one would never end.
        guard [EWOULDBLOCK, EINTR].contains(errno) else { break }
        if !hasSaidSo { waiting() }
        hasSaidSo = true
        try await Task.sleep(for: .milliseconds(100))
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  func release() { close(descriptor) }
}
