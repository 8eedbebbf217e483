import BenchmarkModel
import SampleStatistics
import Testing

@testable import BenchmarkHarness
@testable import BenchmarkRunner
@testable import BenchmarkVerdicts

/// How much more time an undecided set of pairs gets.
extension LockstepSessionTests {
  @Test("What is uncertain after a moment needs more time, unless none is left or it is certain")
  func missingTime() async throws {
    for limit in [6_000, 0] {
      var settings = Self.settings(.seconds(limit))
      settings.longestLaunch = .milliseconds(1)
      var judge = try judge(settings)
      try await judge.measure(for: .zero)
      #expect(judge.entries.map(\.verdict) == [.inconclusive])
      if let time = judge.missingTime {
        // A multiple of what a launch took, which is not much here.
        #expect(limit > 0 && time >= .milliseconds(500) && time < .seconds(3_000))
      } else {
        #expect(limit == 0)
      }
    }
    var settings = Self.settings(.seconds(6_000))
    settings.longestLaunch = .milliseconds(1)
    var certain = try judge(settings)
    try await certain.measure(for: .seconds(6_000))
    #expect(certain.entries.map(\.verdict) == [.unchanged])
    #expect(certain.entries.allSatisfy { $0.power == nil })
    #expect(certain.missingTime == nil)
  }

  @Test("No time decides between animations of different lengths")
  func neverDecided() async throws {
    var settings = Self.settings(.seconds(6_000))
    settings.longestLaunch = .milliseconds(1)
    settings.workers = { launch in
      WorkerSource {
        Self.worker().answering { (asked: TimeFrames) in
          let frames = launch.executable == "/nowhere/A" ? 3 : 4
          return Array(repeating: Array(repeating: 1_000, count: frames), count: asked.repetitions)
        }
      }
    }
    let listed = Self.listed("played", .scenario)
    let benchmark = try #require(
      LockstepBenchmark(listed, listed, of: Self.sides([listed], [listed]), settings: settings))
    var judge = LockstepJudge(
      rule: VerdictRule(threshold: 0.05), level: SequentialLevel(family: 0.01),
      benchmark: benchmark)
    for _ in 0..<SequentialLevel.launchCount(atLook: 1) { try await judge.measure(for: .zero) }
    #expect(judge.entries.map(\.reason) == ["3 frames against 4; the duration changed"])
    #expect(judge.missingTime == nil)
  }

  @Test(
    "What is uncertain gets more than its own limit, unless there is a total time or no patience",
    arguments: [nil, 60], [1, 4])
  func longestTime(total: Int?, patience: Int) async throws {
    let limit = Duration.milliseconds(200)
    var settings = Self.settings(limit)
    settings.longestLaunch = .milliseconds(1)
    settings.totalTime = total.map { .seconds($0) }
    settings.patience = patience
    var judge = try judge(settings)
    try await judge.measure(for: .zero)
    #expect(((judge.missingTime ?? .zero) > limit) == (total == nil && patience > 1))
  }
}
