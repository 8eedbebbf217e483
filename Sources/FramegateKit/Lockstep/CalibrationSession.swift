import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import Foundation
import FrameTiming

/// The trials of `calibrate`, from the first to the sum.
struct CalibrationSession {
  /// What all trials together may take when nobody says how many there should be.
  private static let timeLimit = Duration.seconds(50)
  private static let standardTrials = 40

  let inject: Double
  let trials: Int?
  let time: Double
  let windows: Int
  let layouts: Int
  let threshold: Double?
  let selection: SelectionOptions
  let scenarios: ScenarioOptions
  let isQuiet: Bool

  /// Runs trials of both kinds in turn, over the chosen benchmarks in turn.
  ///
  /// - Throws: `SideFailure`, `RevisionError`, ``SelectionError``, ``SessionError``.
  func run() async throws -> (calibration: Calibration, isInterrupted: Bool) {
    let tool = EnvironmentProbe.executablePath
    var done = try await CalibrationTrials(settings(tool, tool))
    guard !done.isDebugBuild else { throw SessionError.debugBuild }
    let chosen = try choice(from: done.listing)
    let relinked = layouts > 0 ? try await build(count: layouts + 1) : []
    let (start, load) = (Date(), EnvironmentProbe.load)
    let bar = ProgressBar(isShown: !isQuiet && Terminal.isInteractive)
    let clock = ContinuousClock()
    let end = clock.now + Self.timeLimit
    let count = trials ?? Self.standardTrials
    var (isInterrupted, shifted) = (false, [ComparisonEntry]())
    do {
      for trial in 0..<count where trials != nil || clock.now < end {
        let benchmark = chosen[trial % chosen.count]
        bar.show(benchmark.name, index: trial, count: count)
        try await done.run(benchmark, injected: 0)
        try await done.run(benchmark, injected: inject)
      }
      for (index, other) in relinked.dropFirst().enumerated() {
        bar.show("layouts", index: index, count: layouts)
        shifted += try await compare(relinked[0], other, chosen)
      }
    } catch is CancellationError {
      isInterrupted = true
    }
    bar.clear()
    var calibration = Calibration(
      done.trials, inject: inject, resampled: done.resample(isInterrupted ? 0 : windows),
      machine: EnvironmentProbe.machine, time: start, loadAtStart: load)
    calibration.loadAtEnd = EnvironmentProbe.load
    calibration.layouts = LayoutShifts(shifted)
    return (calibration, isInterrupted)
  }

  /// Links what is on disk in so many orders.
  private func build(count: Int) async throws -> [String] {
    let progress = BuildProgress(
      isQuiet: isQuiet, isInteractive: !isQuiet && Terminal.isInteractive)
    defer { progress.clear() }
    return try await RunningTool.builder(observer: progress).layouts(count: count)
  }

  /// Compares two executables of the same code.
  private func compare(
    _ one: String, _ other: String, _ benchmarks: [ListedBenchmark]
  ) async throws -> [ComparisonEntry] {
    var trials = try await CalibrationTrials(settings(one, other))
    // What is on disk may have other benchmarks than the tool that runs.
    let names = Set(benchmarks.map(\.name))
    for benchmark in trials.listing where names.contains(benchmark.name) {
      try await trials.run(benchmark, injected: 0)
    }
    return trials.trials.map(\.entry)
  }

  private func settings(_ one: String, _ other: String) -> LockstepSettings {
    LockstepSettings(
      executables: (one, other), rates: [.hz60], layers: scenarios.layers,
      screen: scenarios.screen, variant: scenarios.variant,
      comparison: ComparisonSettings(threshold: threshold.map { $0 / 100 }),
      timeLimit: .seconds(time))
  }

  /// What a filter takes; else three benchmarks from all over the list, and a scenario.
  private func choice(from listing: [ListedBenchmark]) throws -> [ListedBenchmark] {
    let selected = try selection.select(from: listing)
    guard selection.filter.isEmpty else { return selected }
    let benchmarks = selected.filter { $0.kind == .benchmark }
    let spread = Set([0, benchmarks.count / 3, benchmarks.count * 2 / 3]).sorted()
    return spread.filter(benchmarks.indices.contains).map { benchmarks[$0] }
      + selected.filter { $0.kind == .scenario }.prefix(1)
  }
}

extension Calibration {
  /// The calibration of this machine, if there is one.
  static func stored() -> Calibration? {
    guard let calibration = ResultsFolder.store.calibration(),
      calibration.machine.isSame(as: EnvironmentProbe.machine)
    else { return nil }
    return calibration
  }

  /// What a reader should know when the calibration raised a threshold.
  func remark(_ settings: ComparisonSettings) -> MeasuringWarning? {
    guard settings.threshold == nil, tolerance > ComparisonSettings.pairedThreshold(of: .benchmark)
    else { return nil }
    return .raisedThresholds(tolerance: tolerance)
  }
}
