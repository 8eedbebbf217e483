import BenchmarkResults
import FrameTiming
import ReportText
import SampleStatistics
import Testing
import WorkerProtocol

@testable import Trials

@Suite("Cause trials")
struct CauseTrialsTests {
  private static let costs = CauseCosts(faultNs: 250, allocationNs: 50)

  /// Three frames at 120 Hz, of which one ends 4 ms after its deadline by CPU time or by waiting.
  private static func recording(
    cpuMs: Int64, wakeMs: Int64 = 0, lateTick: Int = LateScenario.lateFrame
  ) throws -> PacedRecording {
    let ms: Int64 = 1_000_000
    func vsync(_ tick: Int) -> Int64 { Int64(LateScenario.rate.vsync(tick) / .nanoseconds(1)) }
    let end = vsync(lateTick + 1) + 4 * ms
    return try PacedRecording(
      rate: LateScenario.rate, depth: 1, reserveNs: 0, beginTick: [0, lateTick, lateTick + 2],
      startNs: [0, vsync(lateTick) + wakeMs * ms, vsync(lateTick + 2)],
      endNs: [ms, end, vsync(lateTick + 2) + ms], cpuNs: [ms, cpuMs * ms, ms])
  }

  private static func named(
    _ injected: FrameCause?, _ recordings: [PacedRecording], allocations: [Int64]? = nil
  ) -> CauseTrials.Row {
    var row = CauseTrials.Row(injected: injected)
    for recording in recordings { row.add(recording, costs: costs, allocations: allocations) }
    return row
  }

  @Test("Rows count what is named, and what of it is right")
  func counts() throws {
    let work = try Self.recording(cpuMs: 12)
    let tardy = try Self.recording(cpuMs: 1, wakeMs: 11)

    let row = Self.named(.work, [work, work, tardy])

    #expect(row.named.value == ["work": 2, "wake": 1])
    #expect(row.correct?.count == 2)
    #expect(row.correct?.trials == 3)
  }

  @Test("Allocations belong to the frame of their number, and other late frames count for nothing")
  func frames() throws {
    let late = try Self.recording(cpuMs: 12)
    let other = try Self.recording(cpuMs: 12, lateTick: LateScenario.lateFrame - 1)

    let row = Self.named(.allocation, [late, other], allocations: [0, 0, 100_000, 0, 0])

    #expect(row.named.value == ["allocation": 1], "the other run skips the frame")
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

  @Test("The table is a matrix of what was injected and what was named")
  func table() {
    let trials = CauseTrials([
      .init(injected: nil, named: .value(["none": 98, "host": 2])),
      .init(injected: .host, named: .unavailable("this system has no affinity")),
      .init(injected: .fault, named: .value(["fault": 97, "host": 3])),
    ])

    #expect(
      trials.text().content == """
        injected     none  wake  host  fault  allocation  work  mixed  named correctly
        nothing        98     0     2      0           0     0      0       100 of 100
        host      n/a [1]
        fault           0     0     3     97           0     0      0        97 of 100
        [1] this system has no affinity

        Named correctly: 97 of 100 (95 % interval 91.5 … 99.4 %).

        """)
    let absent = CauseTrials([.init(injected: .work, named: .unavailable("no timer"))])
    #expect(absent.text().content.hasSuffix("No cause could be injected.\n"))
  }
}
