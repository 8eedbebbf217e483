package import BenchmarkModel
import Foundation
package import FrameTiming
package import WorkerProtocol

/// What to measure and for which display: the settings that `run` and `compare` share.
package struct MeasuringSettings: Sendable {
  /// The seed of Swift's hashing in all workers of a run.
  package static let hashSeedOfRuns: UInt64 = 0

  /// The rates at which scenarios are sampled unless the user names others.
  private static let standardRates: [RefreshRate] = [.hz60, .hz120]

  /// The rates that the user named, or nil for the standard ones and those of budgets.
  package var chosenRates: [RefreshRate]?

  /// Budgets that are judged in place of those that scenarios declare, or nil for the declared
  /// ones.
  package var judgedBudgets: [FrameBudget]?

  /// The number of layers in every scene.
  package var layers = ScenarioParameters.standardLayers

  package var screen = ScreenSize.standard

  /// The scene to play scenarios on; nil plays each on its default.
  package var scene: SceneSize?

  /// The variant to run scenarios on; nil runs each on its default.
  package var variant: Variant?

  /// Whether frames are rendered only back to back, and budgets judged on that.
  package var isWarm = false

  /// The metrics that the user named, or nil for the default ones.
  package var chosenMetrics: Set<Metric>?

  /// The metrics of benchmarks' own that the user named, if any metrics were named.
  package var chosenCustomMetrics: Set<String> = []

  /// The longest time that one answer of a worker may take.
  package var timeout = Duration.seconds(60)

  /// Environment variables that the user sets for workers.
  package var environment: [String: String] = [:]

  /// Whether every worker hashes with a random seed, as programs do outside of a measurement.
  ///
  /// By default all workers of a run have one seed, and so have both workers of a launch that
  /// compares two builds; the next launch has another one.
  package var hashesRandomly = false

  package init(_ configure: (inout MeasuringSettings) -> Void = { _ in }) { configure(&self) }
}

extension MeasuringSettings {
  /// The rates at which every scenario is sampled.
  package var rates: [RefreshRate] { chosenRates ?? Self.standardRates }

  /// The rates at which a scenario is sampled: also those of its budgets, unless the user named
  /// some.
  package func rates(of scenario: ScenarioTraits) -> [RefreshRate] {
    if let chosenRates { return chosenRates }
    return Set(Self.standardRates + budgets(of: scenario).compactMap { $0.display?.rate }).sorted()
  }

  /// The budgets that a scenario is judged by: the user's, else those that it declares.
  func budgets(of scenario: ScenarioTraits) -> [FrameBudget] {
    judgedBudgets ?? scenario.budgets(with: parameters(of: scenario))
  }

  /// The rates at which a benchmark or scenario is sampled; none for a benchmark.
  func rates(of listed: ListedBenchmark) -> [RefreshRate] {
    switch listed.work {
    case .benchmark: []
    case .scenario(let traits): rates(of: traits)
    }
  }

  package var metrics: Set<Metric> { chosenMetrics ?? Set(Metric.measuredByDefault) }

  /// The names of the metrics that the user named, or nil for the default ones.
  package var chosenMetricNames: Set<String>? {
    chosenMetrics.map { Set($0.map(\.name)).union(chosenCustomMetrics) }
  }

  /// Whether to measure a metric that a benchmark records itself: all, unless the user named
  /// others.
  func measures(_ metric: CustomMetric) -> Bool {
    chosenMetrics == nil || chosenCustomMetrics.contains(metric.name)
  }

  var measuresTimes: Bool { !metrics.isDisjoint(with: [.wallClock, .cpuTotal]) }
  var countsAllocations: Bool { !metrics.isDisjoint(with: Metric.allocations) }
  var countsInstructions: Bool { metrics.contains(.instructions) }

  /// What to ask the kernel: what the user named or, if nothing was named, what gates limit.
  func kernelMetrics(limitedBy gates: [BenchmarkGate] = []) -> [Metric] {
    let limited = gates.compactMap { gate -> Metric? in
      if case .count(let metric, _) = gate.limit { metric } else { nil }
    }
    let wanted = metrics.union(chosenMetrics == nil ? limited : [])
    return Metric.kernel.filter(wanted.contains)
  }

  package func launch(
    _ executable: String, hashSeed: UInt64 = MeasuringSettings.hashSeedOfRuns
  ) -> WorkerLaunch {
    WorkerLaunch(
      executable: executable, hashSeed: hashesRandomly ? nil : hashSeed, timeout: timeout,
      variables: environment)
  }

  /// The value that a variable has in workers: the user's, else the one that they inherit.
  package func value(of variable: WorkerVariable) -> String? {
    environment[variable.name] ?? ProcessInfo.processInfo.environment[variable.name]
  }

  /// The same settings, which also set the variables that the benchmarks read and workers inherit.
  ///
  /// All passes then see the same values, also those whose environment is fixed.
  package func settingVariables(of listing: BenchmarkListing) -> MeasuringSettings {
    var settings = self
    for variable in listing.variables { settings.environment[variable.name] = value(of: variable) }
    return settings
  }

  /// The variables of workers of a run, as results record them: the user's and the seed of hashing.
  package var recordedVariables: [String: String] {
    var variables = environment
    if !hashesRandomly { variables[WorkerStart.hashSeedVariable] = Self.hashSeedOfRuns.hexadecimal }
    return variables
  }

  package func parameters(
    of scenario: ScenarioTraits, at rate: RefreshRate = .hz60
  ) -> ScenarioParameters {
    ScenarioParameters(
      layers: layers, scene: scene(of: scenario), variant: variant(of: scenario), screen: screen,
      refreshRate: rate)
  }

  /// The scene that a scenario is played on, or nil for one without a choice.
  func scene(of scenario: ScenarioTraits) -> SceneSize? {
    scenario.scenes.isEmpty ? nil : scene ?? scenario.scenes.first
  }

  /// The variant that a scenario runs on, or nil for one without variants.
  func variant(of scenario: ScenarioTraits) -> Variant? {
    scenario.variants.isEmpty ? nil : variant ?? scenario.variants.first
  }
}

/// What a run measures and how long it may take.
package struct RunSettings: Sendable {
  /// The trade-off between precision and time.
  package enum Effort: Sendable {
    case quick, normal

    func samplingTime(of traits: BenchmarkTraits) -> Duration {
      limit(traits.samplingTime, usual: self == .quick ? .milliseconds(10) : .milliseconds(300))
    }

    /// How long to wait at most until a benchmark's times are steady.
    func warmUpLimit(of traits: BenchmarkTraits) -> Duration {
      limit(traits.warmUpTime, usual: self == .quick ? .milliseconds(10) : .milliseconds(100))
    }

    /// What a benchmark asks for, or the usual time; a quick run takes the shorter one.
    private func limit(_ wanted: Duration?, usual: Duration) -> Duration {
      guard let wanted else { return usual }
      return self == .quick ? min(wanted, usual) : wanted
    }

    /// The shortest sample of a benchmark: 20 % more than a round number, because the number of
    /// iterations is found while the code may still be warming up.
    var shortestSample: Duration { self == .quick ? .microseconds(480) : .microseconds(1_200) }

    /// The time that all scenarios share, besides that of benchmarks, or nil if it does not matter.
    var scenarioTime: Duration? { self == .quick ? .seconds(3) : nil }

    /// Worker processes per scenario, so that one unlucky memory layout does not decide.
    var launches: Int { self == .quick ? 1 : 2 }

    /// Repetitions of a scenario in each process, if there is time.
    var repetitions: Int { self == .quick ? 20 : 10 }

    /// Repetitions with cold caches in each process, if there is time.
    ///
    /// If they leave a budget in doubt, all processes together play
    /// `BudgetJudgement.fewestRepetitions`.
    var coldRepetitions: Int { self == .quick ? 1 : 3 }

    /// Whether scenarios are played once more to record what their frames spend their time on.
    var recordsSignposts: Bool { self != .quick }
  }

  package var measuring: MeasuringSettings
  package var effort: Effort

  /// How long a real timer drives each scenario at each rate, or nil for no paced run.
  package var pacedSeconds: Double?

  /// Whether to search for the number of layers that fit, on every variant.
  package var findsCapacity = false

  /// How much longer to make every frame of a scenario, as a share of its own time, to see whether
  /// budgets notice; nil leaves them as they are.
  package var slowdown: Double?

  package init(_ measuring: MeasuringSettings, effort: Effort = .normal) {
    self.measuring = measuring
    self.effort = effort
  }
}
