import BenchmarkModel
import BenchmarkResults
import Testing

@testable import BenchmarkRunner

/// What a comparison compares, and how its time is shared.
@Suite("Effort")
struct EffortTests {
  private func lockstep(_ metrics: MetricChoice? = nil) -> Lockstep {
    Lockstep(Workload { $0.chosenMetrics = metrics })
  }

  @Test(
    "Of a total, each gets half of its share first, at least half a second, and 5 s at most",
    arguments: [
      (nil, 3, 5_000), (60, 10, 3_000), (60, 1, 5_000), (60, 1_000, 500), (60, 0, 5_000),
    ] as [(total: Int?, count: Int, milliseconds: Int)])
  func firstTimeLimit(total: Int?, count: Int, milliseconds: Int) {
    var lockstep = lockstep()
    lockstep.effort.totalTime = total.map { .seconds($0) }
    #expect(lockstep.effort.firstTimeLimit(sharedBy: count) == .milliseconds(milliseconds))
  }

  @Test(
    "Counters are compared where they are wanted, and never in trials",
    arguments: [
      ([.wallClock], [], nil, false), ([.instructions], [], nil, true),
      ([.mallocCountTotal], [], nil, true), ([.wallClock], ["hits"], nil, true),
      ([.instructions, .mallocCountTotal], [], nil, true), ([.instructions], [], 0.1, false),
      ([.wallClock], ["hits"], 0.1, false),
    ] as [(Set<Metric>, Set<String>, Double?, Bool)])
  func comparesCounters(
    metrics: Set<Metric>, custom: Set<String>, injected: Double?, isCompared: Bool
  ) {
    var lockstep = lockstep(MetricChoice(metrics, custom: custom))
    lockstep.effort.slowdown = injected
    #expect(lockstep.comparesCounters == isCompared)
  }
}
