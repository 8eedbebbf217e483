import BenchmarkModel

/// The time of a clock that never goes back.
///
/// The system's clock should not either, but a virtual machine's can when the machine is moved or
/// restored. Timeouts would then last longer by as much.
package struct SteadyClock: Sendable {
  private static let shared = Locked(SteadyClock(.now))

  /// The time for all callers in this process.
  package static var now: ContinuousClock.Instant { shared.withLock { $0.time(at: .now) } }

  private var last: ContinuousClock.Instant
  private var lost = Duration.zero

  init(_ reading: ContinuousClock.Instant) { last = reading }

  /// The time when the system's clock shows `reading`: after a step back, it goes on from there.
  mutating func time(at reading: ContinuousClock.Instant) -> ContinuousClock.Instant {
    lost += max(.zero, (reading + lost).duration(to: last))
    last = reading + lost
    return last
  }
}
