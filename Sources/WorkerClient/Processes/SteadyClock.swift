import BenchmarkModel

/// The time of a clock that never goes back.
///
/// The system's clock should not go back either, but a virtual machine's can when the machine is
/// moved or restored. Timeouts would then last longer by the same amount.
package struct SteadyClock: Sendable {
  private static let shared = Locked(SteadyClock(.now))

  /// The time for all callers in this process.
  package static var now: ContinuousClock.Instant { shared.withLock { $0.time(at: .now) } }

  private var last: ContinuousClock.Instant
  private var lost = Duration.zero

  init(_ reading: ContinuousClock.Instant) { last = reading }

  /// The steady time at a `reading` of the system's clock: after a step back, it continues from the
  /// last time returned.
  mutating func time(at reading: ContinuousClock.Instant) -> ContinuousClock.Instant {
    lost += max(.zero, (reading + lost).duration(to: last))
    last = reading + lost
    return last
  }
}
