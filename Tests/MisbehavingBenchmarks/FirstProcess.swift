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

  /// Waits until a file of this name is in the working folder; leaves another one there that says
  /// so.
  static func wait(forFile name: String) {
    close(open("\(name).awaited", O_CREAT | O_WRONLY, 0o644))
    while access(name, F_OK) != 0 { usleep(10_000) }
  }

  /// Starts another program, which runs for a long time.
  static func startSleeping() throws {
    let child = Process()
    child.executableURL = URL(filePath: "/bin/sleep")
    child.arguments = ["1000"]
    try child.run()
  }

  /// Keeps the CPU busy for this time, by the thread's own clock.
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
