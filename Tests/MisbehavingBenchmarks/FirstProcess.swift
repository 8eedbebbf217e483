import Foundation

/// Tells the first process of a folder from all later ones, by a file that it leaves there.
enum FirstProcess {
  /// Whether this process is the first to ask.
  static let isThis: Bool = {
    let descriptor = open("first-process", O_CREAT | O_EXCL | O_WRONLY, 0o644)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }()

  /// Keeps the CPU busy for so long, by the thread's own clock.
  static func work(forMilliseconds milliseconds: UInt64) {
    let end = clock_gettime_nsec_np(CLOCK_THREAD_CPUTIME_ID) + milliseconds * 1_000_000
    while clock_gettime_nsec_np(CLOCK_THREAD_CPUTIME_ID) < end {}
  }

  #if !canImport(Darwin)
    private static func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 {
      var time = timespec()
      clock_gettime(clock, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
  #endif
}
