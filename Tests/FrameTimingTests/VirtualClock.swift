import FrameTiming

/// A clock that advances only on request and in sleeps.
final class VirtualClock: FrameClock {
  private var time: Int64
  private var cpu: Int64 = 0

  /// How late each sleep returns, in nanoseconds.
  var lateness: Int64 = 0

  init(startsAt time: Int64 = 987_654_321) {
    self.time = time
  }

  func now() -> Int64 { time }

  func threadCPU() -> Int64 { cpu }

  func sleep(until instant: Int64) {
    if instant > time { time = instant + lateness }
  }

  /// Passes `wall` nanoseconds, of which the thread worked for `cpu`.
  func work(wall: Int64, cpu: Int64) {
    time += wall
    self.cpu += cpu
  }
}
