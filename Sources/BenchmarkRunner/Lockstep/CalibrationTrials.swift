import BenchmarkModel
package import BenchmarkVerdicts
import FrameTiming
import SampleStatistics
import WorkerClient
package import WorkerProtocol

/// Comparisons with a known answer: a build with itself, and with itself doing more work.
package struct CalibrationTrials {
  private let lockstep: Lockstep
  private let sides: ListedPrograms

  /// The state of the caches before each frame.
  private let state: CacheState

  package private(set) var trials: [CalibrationTrial] = []

  package init(
    _ lockstep: Lockstep, of programs: BySide<String>, _ state: CacheState = .warm
  ) async throws {
    self.lockstep = lockstep
    self.state = state
    sides = try await lockstep.list(programs)
  }

  /// The benchmarks that can be measured.
  package var listing: BenchmarkListing { sides.candidate }

  package var isDebugBuild: Bool { sides.isDebugBuild }

  /// Compares a benchmark with itself once for each share in `injected`, by which one side is
  /// slower; if one of these comparisons fails, none of them counts as a trial.
  ///
  /// - Returns: The pairs of each comparison.
  @discardableResult
  package mutating func run(
    _ benchmark: ListedBenchmark, injected shares: Double...
  ) async throws -> [[any PairedSeries]] {
    var halves: [(trials: [CalibrationTrial], sets: [any PairedSeries])] = []
    for share in shares { halves.append(try await half(benchmark, injected: share)) }
    trials += halves.flatMap(\.trials)
    return halves.map(\.sets)
  }

  private func half(
    _ benchmark: ListedBenchmark, injected: Double
  ) async throws -> (trials: [CalibrationTrial], sets: [any PairedSeries]) {
    var lockstep = lockstep
    lockstep.effort.slowdown = injected
    guard let pair = LockstepBenchmark(BySide(both: benchmark), of: sides, by: lockstep, state)
    else { return ([], []) }
    var judge = LockstepJudge(level: level(benchmark), benchmark: pair)
    let time = try await ContinuousClock().measure {
      try await judge.measure(for: lockstep.effort.timeLimit)
    }
    let trials = judge.entries.map { entry in
      CalibrationTrial(isInjected: injected > 0, entry: entry, seconds: time / .seconds(1))
    }
    return (trials, judge.sets)
  }

  /// Measures launches of a benchmark against itself, with one side slower by the share `injected`;
  /// never stops early.
  ///
  /// - Precondition: The benchmark is not a scenario, whose pairs have frames instead of samples.
  /// - Returns: For each launch, how many seconds it took, including the start of its processes,
  ///   and its pairs.
  package func record(
    _ benchmark: ListedBenchmark, injected: Double, launches count: Int
  ) async throws -> [(seconds: Double, pairs: [PairedTimes.Pair])] {
    precondition(benchmark.kind == .benchmark, "'\(benchmark.name)' is a scenario")
    var lockstep = lockstep
    lockstep.effort.slowdown = injected
    guard
      var pair = LockstepBenchmark(BySide(both: benchmark), of: sides, by: lockstep, state)
    else { return [] }
    var set = pair.emptySet(at: level(benchmark))
    var recorded: [(seconds: Double, pairs: [PairedTimes.Pair])] = []
    for _ in 0..<count {
      let start = lockstep.now()
      try await pair.launch(into: &set)
      let seconds = start.duration(to: lockstep.now()) / .seconds(1)
      recorded.append((seconds, (set as? PairedTimes)?.launches.last ?? []))
    }
    return recorded
  }

  /// The error probability of a comparison of only this benchmark.
  func level(_ benchmark: ListedBenchmark) -> SequentialLevel {
    let level = SequentialLevel(familywise: Lockstep.chanceOfError)
    // A comparison divides it between warm and cold work of a scenario.
    return benchmark.kind == .scenario && !lockstep.workload.isWarm ? level.shared(by: 2) : level
  }
}
