/// How far the system's clock, which can be set, is ahead of the monotonic clock.
struct SystemClockOffset {
  /// The shortest step that counts as a jump, in nanoseconds.
  private static let shortestJumpNs: Int64 = 10_000_000

  private let timeNs: Int64
  private let offsetNs: Int64

  /// Reads both clocks; nil if the system's time is not known, or not at the same moment.
  init?(_ clock: some FrameClock) {
    // Reads again if the process lost its core between the readings.
    for _ in 0..<10 {
      let before = clock.now()
      guard let system = clock.systemTime() else { return nil }
      guard clock.now() - before < 1_000_000 else { continue }
      timeNs = before
      offsetNs = system - before
      return
    }
    return nil
  }

  /// By how much the clock jumped since `earlier`, in nanoseconds; 0 for less than 10 ms or than
  /// a thousandth of the elapsed time, because time servers correct that much gradually.
  func jump(since earlier: SystemClockOffset) -> Int64 {
    let change = offsetNs - earlier.offsetNs
    let drift = max(Self.shortestJumpNs, (timeNs - earlier.timeNs) / 1_000)
    return change.magnitude > drift ? change : 0
  }
}
