package import BenchmarkModel
package import BenchmarkResults
import FrameTiming
import SampleStatistics

/// Comparisons whose answer is known: a build against itself, and against itself doing more work.
package struct CalibrationTrials {
  private let settings: LockstepSettings
  private let sides: LockstepSession.Sides

  /// Pairs of identical code, by benchmark.
  private var recorded: [String: [PairedSet]] = [:]

  package private(set) var trials: [CalibrationTrial] = []

  /// Creates trials on an executable.
  ///
  /// - Throws: ``SideFailure``.
  package init(_ settings: LockstepSettings) async throws {
    self.settings = settings
    sides = try await LockstepSession(settings).sides()
  }

  /// What can be measured.
  package var listing: [ListedBenchmark] { sides.candidate }

  /// Whether it was built without optimization.
  package var isDebugBuild: Bool { sides.isDebugBuild }

  /// Compares a benchmark with itself; `injected` makes one side do so much more work, as a share.
  ///
  /// - Throws: ``SideFailure``, `CancellationError`.
  package mutating func run(_ benchmark: ListedBenchmark, injected: Double) async throws {
    var settings = settings
    settings.injected = injected
    settings.seed = settings.seed &+ UInt64(trials.count)
    var judge = LockstepJudge(
      rule: rule(benchmark), level: level,
      benchmark: LockstepBenchmark(benchmark, benchmark, of: sides, settings: settings))
    var entries: [ComparisonEntry] = []
    let time = try await ContinuousClock().measure { entries = try await judge.entries() }
    if injected == 0 { recorded[benchmark.name, default: []] += judge.sets }
    for entry in entries {
      trials.append(
        CalibrationTrial(
          isInjected: injected > 0, entry: entry, seconds: time / .seconds(1)))
    }
  }

  private func rule(_ benchmark: ListedBenchmark) -> VerdictRule {
    settings.comparison.pairedRule(for: benchmark.name, kind: benchmark.kind)
  }

  private var level: SequentialLevel {
    SequentialLevel(family: LockstepSettings.chanceOfError)
  }
}

extension CalibrationTrials {
  /// Judges windows of all recorded pairs of identical code, `count` per series.
  package func resample(_ count: Int) -> ResampledVerdicts {
    var verdicts = ResampledVerdicts()
    var generator = SplitMix64(seed: settings.seed)
    for benchmark in listing {
      guard let sets = recorded[benchmark.name] else { continue }
      var times: [[PairedTimes.Pair]] = []
      var frames: [PairedFrames] = []
      for set in sets {
        switch set {
        case .times(let series): times += series.launches
        case .frames(let series): frames += series
        }
      }
      verdicts.judge(
        times,
        empty: PairedTimes(
          name: benchmark.name, level: level,
          operations: (Double(benchmark.operations ?? 1), Double(benchmark.operations ?? 1)),
          metric: settings.timeMetric),
        rule: rule(benchmark), count: count, using: &generator)
      for rate in settings.rates {
        verdicts.judge(
          frames.filter { $0.rate == rate }.flatMap(\.launches),
          empty: PairedFrames(name: benchmark.name, rate: rate, level: level),
          rule: rule(benchmark), count: count, using: &generator)
      }
    }
    return verdicts
  }
}
