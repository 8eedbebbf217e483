import CMeasure

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine's monotonic clock, its thread CPU clock, and sleep to an absolute deadline.
///
/// It sleeps until an instant, not for a duration, so it does not drift: the time between reading
/// the clock and falling asleep is not added.
public struct SystemFrameClock: FrameClock, Sendable {
  #if canImport(Darwin)
    private let timebase: mach_timebase_info_data_t
  #endif

  private let continueCount: @Sendable () -> Int

  /// Creates the clock.
  public init() { self.init { 0 } }

  /// Creates a clock; `stopCount` returns how often the process was stopped and continued.
  package init(stopCount: @escaping @Sendable () -> Int) {
    continueCount = stopCount
    #if canImport(Darwin)
      var timebase = mach_timebase_info_data_t()
      mach_timebase_info(&timebase)
      self.timebase = timebase
    #endif
  }

  /// On macOS the clock of `mach_wait_until`, which stops while the machine sleeps.
  public func now() -> Int64 { framegate_wall_ns() }

  public func threadCPU() -> Int64 { framegate_thread_cpu_ns() }

  public func counters() -> ThreadCounters? { .current }

  public func stopCount() -> Int { continueCount() }

  public func systemTime() -> Int64? {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  public func sleep(until instant: Int64) {
    #if canImport(Darwin)
      let ticks = UInt64(max(instant, 0)).multipliedFullWidth(by: UInt64(timebase.denom))
      let numerator = UInt64(timebase.numer)
      // Rounded up, so that a wake-up is never early; returns at once if the ticks are too many.
      guard ticks.high < numerator else { return }
      let (quotient, remainder) = numerator.dividingFullWidth((ticks.high, ticks.low))
      while now() < instant { mach_wait_until(quotient + (remainder > 0 ? 1 : 0)) }
    #else
      guard instant > 0 else { return }
      var deadline = timespec(
        tv_sec: .init(instant / 1_000_000_000), tv_nsec: .init(instant % 1_000_000_000))
      // If a signal interrupts the sleep, sleep again until the same deadline.
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
    #endif
  }
}
