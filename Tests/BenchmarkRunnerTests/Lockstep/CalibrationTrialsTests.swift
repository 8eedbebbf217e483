import BenchmarkModel
import BenchmarkVerdicts
import SampleStatistics
import Testing
import WorkerProtocol

@testable import BenchmarkRunner
@testable import FramegateKit

/// Trials of workers in memory, whose times are always the same.
@Suite("Calibration trials")
struct CalibrationTrialsTests {
  /// A worker that lists one benchmark, whose samples take this long.
  private static func worker(nanoseconds: Double) -> PlayedWorker {
    let cost = HarnessOverhead.PerFrame(medianNs: 1, p99Ns: 1, minimumNs: 1)
    return PlayedWorker()
      .answering { (_: ListBenchmarks) in
        BenchmarkListing(
          benchmarks: [
            ListedBenchmark(
              name: "played", runsByDefault: true, location: SourceLocation(file: "f", line: 1),
              work: .benchmark(BenchmarkTraits()))
          ])
      }
      .answering { (_: MeasureOverhead) in
        HarnessOverhead(
          clockAlone: cost, threadClock: cost, allCounters: cost, bytesPerFrame: nil)
      }
      .answering { (_: FindIterations) in 100 }
      .answering { (asked: TakeSamples) in
        Array(repeating: Sample(wallNs: nanoseconds, cpuNs: nanoseconds), count: asked.count)
      }
      .answering { (_: PeakMemory) in 1 }
  }

  @Test(
    "A scenario has half of the chance of an error where its cold work is compared, too",
    arguments: [
      (BenchmarkKind.benchmark, false, 1.0), (.benchmark, true, 1), (.scenario, false, 2),
      (.scenario, true, 1),
    ])
  func level(kind: BenchmarkKind, isWarm: Bool, parts: Double) async throws {
    var lockstep = Lockstep(Workload { $0.isWarm = isWarm })
    lockstep.workers = { _ in WorkerSource { Self.worker(nanoseconds: 1) } }
    let trials = try await CalibrationTrials(lockstep, of: BySide(both: "/nowhere/program"))
    #expect(
      trials.level(PlayedComparison.listed("played", kind)).alpha == Lockstep.chanceOfError / parts)
  }

  @Test("What another order of linking changes is the ratio of the two builds' times")
  func layouts() async throws {
    let times = [
      "/nowhere/first": 100_000.0, "/nowhere/second": 102_000, "/nowhere/third": 125_000,
    ]
    var entries: [ComparisonEntry] = []
    for candidate in ["/nowhere/second", "/nowhere/third"] {
      var lockstep = Lockstep(Workload { $0.chosenMetrics = [.cpuTotal] })
      lockstep.effort.timeLimit = .seconds(6_000)
      lockstep.seed = 7
      lockstep.now = PlayedComparison.standingClock
      lockstep.effort.longestLaunch = .seconds(600)
      lockstep.workers = { launch in
        WorkerSource { Self.worker(nanoseconds: times[launch.executable] ?? 0) }
      }
      var trials = try await CalibrationTrials(
        lockstep, of: BySide(baseline: "/nowhere/first", candidate: candidate))
      let listed = try #require(trials.listing.benchmarks.first)
      try await trials.run(listed, injected: 0)
      entries += trials.trials.map(\.entry)
      #expect(trials.trials.map(\.isInjected) == [false])
      try await trials.run(listed, injected: 0.5)
      #expect(trials.trials.map(\.isInjected) == [false, true])
    }

    #expect(entries.map(\.verdict) == [.regressed, .regressed])
    #expect(entries.count == 2)
    for (entry, expected) in zip(entries, [0.02, 0.25]) {
      #expect(abs(try #require(entry.distance) - expected) < 1e-9)
    }
  }

  @Test("Of a benchmark that fails when it is slower, no half of a trial is kept")
  func half() async throws {
    var lockstep = Lockstep(Workload { $0.chosenMetrics = [.cpuTotal] })
    lockstep.effort.timeLimit = .seconds(6_000)
    lockstep.seed = 7
    lockstep.now = PlayedComparison.standingClock
    lockstep.effort.longestLaunch = .seconds(600)
    lockstep.workers = { _ in
      WorkerSource {
        Self.worker(nanoseconds: 100_000).answering { (asked: TakeSamples) in
          // Of 100 iterations, 50 more make the candidate slower by half.
          if asked.iterations > 120 { throw WorkerFailure.refused(reason: "too slow") }
          return Array(repeating: Sample(wallNs: 100_000, cpuNs: 100_000), count: asked.count)
        }
      }
    }
    var trials = try await CalibrationTrials(lockstep, of: BySide(both: "/nowhere/program"))
    let listed = try #require(trials.listing.benchmarks.first)
    try await trials.run(listed, injected: 0, 0.05)

    await #expect(throws: SideFailure.self) { try await trials.run(listed, injected: 0, 0.5) }

    #expect(trials.trials.map(\.isInjected) == [false, true])
  }
}
