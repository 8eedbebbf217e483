package import BenchmarkHarness
import BenchmarkModel
package import BenchmarkResults
import FrameTiming
import SampleStatistics

/// Comparisons with a known answer: a build with itself, and with itself doing more work.
package struct CalibrationTrials {
  private let settings: LockstepSettings
  private let sides: LockstepSession.Sides

  /// What frames find in the caches.
  private let state: CacheState

  /// Pairs of identical code, by benchmark.
  private var recorded: [String: [PairedSet]] = [:]

  package private(set) var trials: [CalibrationTrial] = []

  /// Creates trials on an executable.
  ///
  /// - Parameters:
  ///   - settings: What is compared.
  ///   - state: What frames find in the caches; benchmarks take no notice of it.
  /// - Throws: ``SideFailure``.
  package init(_ settings: LockstepSettings, _ state: CacheState = .warm) async throws {
    self.settings = settings
    self.state = state
    sides = try await LockstepSession(settings).sides()
  }

  /// What can be measured.
  package var listing: BenchmarkListing { sides.candidate }

  /// Whether it was built without optimization.
  package var isDebugBuild: Bool { sides.isDebugBuild }

  /// Compares a benchmark with itself, with one side slower by the share `injected`.
  ///
  /// - Throws: ``SideFailure``, `CancellationError`.
  package mutating func run(_ benchmark: ListedBenchmark, injected: Double) async throws {
    var settings = settings
    settings.injected = injected
    settings.seed = settings.seed &+ UInt64(trials.count)
    guard
      let pair = LockstepBenchmark(benchmark, benchmark, of: sides, settings: settings, state)
    else { return }
    var judge = LockstepJudge(rule: rule(benchmark), level: level(benchmark), benchmark: pair)
    let time = try await ContinuousClock().measure {
      try await judge.measure(for: settings.timeLimit)
    }
    if injected == 0 { recorded[benchmark.name, default: []] += judge.sets }
    for entry in judge.entries {
      trials.append(
        CalibrationTrial(
          isInjected: injected > 0, entry: entry, seconds: time / .seconds(1)))
    }
  }

  private func rule(_ benchmark: ListedBenchmark) -> VerdictRule {
    settings.comparison.pairedRule(for: benchmark.name, kind: benchmark.kind)
  }

  private func level(_ benchmark: ListedBenchmark) -> SequentialLevel {
    let level = SequentialLevel(family: LockstepSettings.chanceOfError)
    // As where warm and cold work of a scenario are compared.
    return benchmark.kind == .scenario && !settings.measuring.isWarm ? level.shared(by: 2) : level
  }
}

extension CalibrationTrials {
  /// Judges windows of all recorded pairs of identical code, `count` per benchmark.
  package func resample(_ count: Int) -> ResampledVerdicts {
    var verdicts = ResampledVerdicts()
    var generator = SplitMix64(seed: settings.seed)
    for listed in listing.benchmarks {
      let rule = rule(listed)
      guard let sets = recorded[listed.name],
        let pair = LockstepBenchmark(listed, listed, of: sides, settings: settings, state)
      else { continue }
      let level = level(listed)
      var all = pair.emptySet(at: level)
      for set in sets { all.add(launchesOf: set) }
      verdicts.judge(
        all, empty: pair.emptySet(at: level), rule: rule, count: count, using: &generator)
    }
    return verdicts
  }
}
