import Foundation

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

extension FileDescriptor {
  /// A pipe that other programs do not inherit.
  ///
  /// A program that inherited the write end would keep it open, and its reader would never see the
  /// end of the file.
  ///
  /// - Throws: `Errno`.
  static func unsharedPipe() throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    let ends = try FileDescriptor.pipe()
    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  /// Makes reading and writing return at once where they would wait.
  ///
  /// - Throws: `Errno`.
  func neverWait() throws {
    guard fcntl(rawValue, F_SETFL, fcntl(rawValue, F_GETFL) | O_NONBLOCK) == 0 else {
      throw Errno(rawValue: errno)
    }
  }
}
