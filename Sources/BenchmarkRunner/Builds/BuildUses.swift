import BenchmarkModel
import Foundation
import WorkerClient

/// Tells other tools which builds of a cache this process uses, so that they do not remove them.
///
/// Each build is one byte of a file, which every process that uses the build locks. The system
/// releases the locks when the process ends, even after a crash. Where a file system has no locks,
/// other processes learn nothing.
struct BuildUses {
  /// The files that this process has opened: closing one would release all locks on it.
  private static let descriptors = Locked<[String: Int32]>([:])

  /// Nil if the file cannot be written.
  private let descriptor: Int32?

  init(file: URL) {
    descriptor = Self.descriptors.withLock { known in
      if let descriptor = known[file.path] { return descriptor }
      let descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else { return nil }
      known[file.path] = descriptor
      return descriptor
    }
  }
}

extension BuildUses {
  /// Says that this process uses a build, until it ends.
  func add(_ name: String) {
    guard let descriptor else { return }
    var lock = byte(of: name, F_RDLCK)
    _ = fcntl(descriptor, F_SETLK, &lock)
  }

  /// Whether another process uses a build.
  func isUsedElsewhere(_ name: String) -> Bool {
    guard let descriptor else { return false }
    var lock = byte(of: name, F_WRLCK)
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private func byte(of name: String, _ type: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(StableHash(of: [name]).number >> 2)
    lock.l_len = 1
    return lock
  }
}
