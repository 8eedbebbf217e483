import Foundation

/// The memory that holds a program's file, which the system shares between all processes of the
/// program.
enum CodePages {
  /// Lets the system forget the pages of a file, so that the next process reads it into other ones.
  ///
  /// Physical addresses decide which lines of code conflict in the caches. They stay the same as
  /// long as the file is in memory, so even equal files can differ by several percent in every
  /// process. Pages that a running process has mapped stay where they are. Without effect on macOS.
  static func forget(_ path: String) {
    #if os(Linux)
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      defer { close(file) }
      // The system keeps pages that are not on disk yet, such as a new build's.
      fdatasync(file)
      _ = posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }
}
