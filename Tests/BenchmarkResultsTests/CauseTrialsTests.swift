import BenchmarkResults
import FrameTiming
import SampleStatistics
import Testing

@Suite("Cause trials")
struct CauseTrialsTests {
  private static let costs = CauseCosts(faultNs: 250, allocationNs: 50)

  /// Three frames at 120 Hz, of which the second ends 4 ms after its deadline by CPU time or by
  /// waiting.
  private static func recording(cpuMs: Int64, wakeMs: Int64 = 0) throws -> PacedRecording {
    let ms: Int64 = 1_000_000
    let tick = RefreshRate.hz120.vsync(1) / .nanoseconds(1)
    let start = Int64(tick) + wakeMs * ms
    let end = Int64(RefreshRate.hz120.vsync(2) / .nanoseconds(1)) + 4 * ms
    return try PacedRecording(
      rate: .hz120, depth: 1, reserveNs: 0, beginTick: [0, 1, 3],
      startNs: [0, start, 25 * ms + ms], endNs: [ms, end, 27 * ms], cpuNs: [ms, cpuMs * ms, ms])
  }

  @Test("Rows count what is named, and what of it is right")
  func counts() throws {
    let work = try Self.recording(cpuMs: 12)
    let tardy = try Self.recording(cpuMs: 1, wakeMs: 11)
    let row = CauseTrials.Row(
      injected: .work, in: [work, work, tardy], frame: 1, costs: Self.costs,
      allocations: Array(repeating: [0, 0, 0], count: 3))

    #expect(row.named.value == ["work": 2, "wake": 1])
    #expect(row.correct?.count == 2)
    #expect(row.correct?.trials == 3)
  }

  @Test("Without an injection, nothing and the machine are right, and the code is not")
  func nothing() {
    let row = CauseTrials.Row(
      injected: nil, named: .value(["none": 90, "wake": 3, "host": 4, "mixed": 1, "work": 2]))

    #expect(row.correct?.count == 98)
  }

  @Test("Only injected causes count in the total, and those that cannot be made are left out")
  func total() {
    let trials = CauseTrials([
      .init(injected: nil, named: .value(["work": 10])),
      .init(injected: .work, named: .value(["work": 9, "mixed": 1])),
      .init(injected: .host, named: .unavailable("no affinity")),
      .init(injected: .wake, named: .value(["wake": 10])),
    ])

    #expect(trials.correct?.count == 19)
    #expect(trials.correct?.trials == 20)
    #expect(CauseTrials([]).correct == nil)
  }
}
