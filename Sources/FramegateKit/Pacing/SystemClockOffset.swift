/// How far the system's clock, which can be set, is ahead of the monotonic clock.
struct SystemClockOffset {
  /// The shortest step that counts as a jump, in nanoseconds.
  private static let shortestJumpNs: Int64 = 10_000_000

  private let timeNs: Int64
  private let offsetNs: Int64

  /// Nil if the clock does not know the system's time.
  init?(_ clock: some FrameClock) {
    // The process may lose its core between two readings.
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

  /// By how much the clock jumped since `earlier`, in nanoseconds; 0 up to 10 ms or a thousandth of
  /// the time, which a time server corrects gradually.
  func jump(since earlier: SystemClockOffset) -> Int64 {
    let change = offsetNs - earlier.offsetNs
    let drift = max(Self.shortestJumpNs, (timeNs - earlier.timeNs) / 1_000)
    return change.magnitude > drift ? change : 0
  }
}
