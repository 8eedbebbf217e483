import FramegateKit

/// A clock that advances only on request and in sleeps.
final class VirtualClock: FrameClock {
  private var time: Int64
  private var cpu: Int64 = 0

  /// How late each sleep returns, in nanoseconds.
  var lateness: Int64 = 0

  /// How often the process was stopped, and how far the system's clock was set.
  private var stops = 0
  var systemClockOffset: Int64 = 1_700_000_000_000_000_000

  init(startsAt time: Int64 = 987_654_321) {
    self.time = time
  }

  func now() -> Int64 { time }

  func threadCPU() -> Int64 { cpu }

  func sleep(until instant: Int64) {
    if instant > time { time = instant + lateness }
  }

  func stopCount() -> Int { stops }

  func systemTime() -> Int64? { time + systemClockOffset }

  /// Passes time in which the process is stopped.
  func stop(for nanoseconds: Int64) {
    time += nanoseconds
    stops += 1
  }

  /// Passes `wall` nanoseconds, of which the thread worked for `cpu`.
  func work(wall: Int64, cpu: Int64) {
    time += wall
    self.cpu += cpu
  }
}
