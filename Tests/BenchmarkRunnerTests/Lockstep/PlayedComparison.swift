import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import SampleStatistics
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner
@testable import BenchmarkVerdicts
@testable import FramegateKit

/// Whole comparisons of workers in memory, on a stopped clock.
enum PlayedComparison {
  struct Silent: Lockstep.Observer {
    func begins(_ name: String, index: Int, count: Int) {}
  }

  static func listed(_ name: String, _ kind: BenchmarkKind) -> ListedBenchmark {
    ListedBenchmark(
      name: name, runsByDefault: true, location: SourceLocation(file: "f", line: 1),
      work: kind == .benchmark
        ? .benchmark(BenchmarkTraits()) : .scenario(ScenarioTraits(duration: .milliseconds(50))))
  }

  /// A worker whose samples and frames always take as long.
  static func worker(
    sampleNs: @escaping @Sendable (_ iterations: Int) -> Double = { _ in 1_000 }
  ) -> PlayedWorker {
    PlayedWorker()
      .answering { (_: FindIterations) in 10 }
      .answering { (_: PeakMemory) in 1 }
      .answering { (_: RecordAnswer) in RecordedAnswer(iterations: 1, count: 0, blocks: []) }
      .answering { (asked: TakeSamples) in
        (0..<asked.count).map { _ in
          let ns = sampleNs(asked.iterations)
          return Sample(wallNs: ns, cpuNs: ns)
        }
      }
      .answering { (asked: TimeFrames) in
        Array(repeating: [1_000, 1_000, 1_000], count: asked.repetitions)
      }
      .answering { (asked: TimeNextFrames) in Array(repeating: 1_000, count: asked.count) }
  }

  /// A stopped clock: every launch has the same number of pairs on any machine.
  static let standingClock: @Sendable () -> ContinuousClock.Instant = {
    let start = ContinuousClock.now
    return { start }
  }()

  /// A comparison with a stopped clock.
  static func lockstep(_ timeLimit: Duration) -> Lockstep {
    let workload = Workload {
      $0.chosenRates = [.hz60]
      $0.chosenMetrics = [.cpuTotal]
    }
    var lockstep = Lockstep(workload)
    lockstep.effort.timeLimit = timeLimit
    lockstep.seed = 7
    lockstep.now = standingClock
    lockstep.workers = { _ in WorkerSource { worker() } }
    return lockstep
  }

  static func sides(
    _ baseline: [ListedBenchmark], _ candidate: [ListedBenchmark], launcher: String? = nil,
    coldAbsence: String? = nil
  ) -> ListedPrograms {
    ListedPrograms(
      baseline: BenchmarkListing(benchmarks: baseline),
      candidate: BenchmarkListing(benchmarks: candidate), isDebugBuild: false,
      programs: BySide(baseline: "/nowhere/A", candidate: "/nowhere/B"), clockCostNs: 0,
      launcher: launcher,
      coldAbsence: coldAbsence)
  }

  /// The judge of a benchmark or a scenario that is compared with itself.
  static func judge(
    _ lockstep: Lockstep, of kind: BenchmarkKind = .benchmark, threshold: Double = 0.05
  ) throws -> LockstepJudge {
    let listed = listed("played", kind)
    var lockstep = lockstep
    lockstep.rules.threshold = threshold
    let benchmark = try #require(
      LockstepBenchmark(BySide(both: listed), of: sides([listed], [listed]), by: lockstep))
    return LockstepJudge(level: SequentialLevel(familywise: 0.01), benchmark: benchmark)
  }
}

extension Locked<Int> {
  /// Adds one, and returns the sum: the number of a launch.
  func countOne() -> Int {
    withLock { count in
      count += 1
      return count
    }
  }
}
