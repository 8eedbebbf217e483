package import BenchmarkModel
package import BenchmarkVerdicts
import Foundation
package import FrameTiming
import WorkerClient
package import WorkerProtocol

/// What is measured: which numbers of which scenes, on which display, in which environment.
package struct Workload: Hashable, Codable, Sendable {
  /// The seed of Swift's hashing in all workers of a run.
  package static let hashSeedOfRuns: UInt64 = 0

  /// The rates at which scenarios are sampled unless the user names others.
  package static let standardRates: [RefreshRate] = [.hz60, .hz120]

  /// The rates that the user named, or nil for the standard ones and the budgets'.
  package var chosenRates: [RefreshRate]?

  /// Which budgets are judged, and on which display.
  ///
  /// Scenarios are sampled at the budgets' rates, until no budget is in doubt.
  package var budgets = BudgetRules()

  /// The number of layers in every scene.
  package var layers = ScenarioParameters.standardLayers

  package var screen = ScreenSize.standard

  /// The scene to play scenarios on; nil plays each on its default.
  package var scene: SceneSize?

  /// The variant to run scenarios on; nil runs each on its default.
  package var variant: Variant?

  /// Whether frames are only rendered back to back, and budgets are judged by these frames.
  package var isWarm = false

  /// The metrics that the user named, or nil for the default ones.
  package var chosenMetrics: MetricChoice?

  /// The longest time that one answer of a worker may take.
  package var timeout = Duration.seconds(60)

  /// Environment variables that the user sets for workers.
  package var environment: [String: String] = [:]

  /// Whether every worker hashes with a random seed, as programs do outside of a measurement.
  ///
  /// By default all workers of a run have one seed, and so have both workers of a launch that
  /// compares two builds; the next launch has another one.
  package var hashesRandomly = false

  package init(_ configure: (inout Workload) -> Void = { _ in }) { configure(&self) }
}

extension Workload {
  /// The rates at which every scenario is sampled.
  package var rates: [RefreshRate] { chosenRates ?? Self.standardRates }

  /// The rates at which a scenario is sampled: also its budgets' rates, unless the user named some.
  package func rates(of scenario: ScenarioTraits) -> [RefreshRate] {
    if let chosenRates { return chosenRates }
    return Set(Self.standardRates + budgets(of: scenario).compactMap { $0.display?.rate }).sorted()
  }

  /// The budgets that a scenario is judged by.
  func budgets(of scenario: ScenarioTraits) -> [FrameBudget] {
    budgets.judged(of: scenario.budgets(with: parameters(of: scenario)))
  }

  /// The rates at which a benchmark or scenario is sampled; none for a benchmark.
  func rates(of listed: ListedBenchmark) -> [RefreshRate] {
    switch listed.work {
    case .benchmark: []
    case .scenario(let traits): rates(of: traits)
    }
  }

  package var metrics: Set<Metric> { chosenMetrics?.metrics ?? Set(Metric.measuredByDefault) }

  /// Whether to measure a metric that a benchmark records itself: all, unless the user named
  /// others.
  func measures(_ metric: CustomMetric) -> Bool {
    chosenMetrics?.custom.contains(metric.name) ?? true
  }

  var measuresTimes: Bool { !metrics.isDisjoint(with: [.wallClock, .cpuTotal]) }
  var countsAllocations: Bool { !metrics.isDisjoint(with: Metric.allocations) }

  /// The metrics that the user named or, if none was named, the default ones and those that gates
  /// limit.
  func metrics(limitedBy gates: [BenchmarkGate]) -> Set<Metric> {
    let limited = gates.compactMap { gate -> Metric? in
      if case .count(let metric, _) = gate.limit { metric } else { nil }
    }
    return metrics.union(chosenMetrics == nil ? limited : [])
  }

  func countsInstructions(limitedBy gates: [BenchmarkGate] = []) -> Bool {
    metrics(limitedBy: gates).contains(.instructions)
  }

  func kernelMetrics(limitedBy gates: [BenchmarkGate] = []) -> [Metric] {
    Metric.kernel.filter(metrics(limitedBy: gates).contains)
  }

  package func launch(
    _ executable: String, hashSeed: UInt64 = Workload.hashSeedOfRuns
  ) -> WorkerLaunch {
    WorkerLaunch(
      executable: executable, hashSeed: hashesRandomly ? nil : hashSeed, timeout: timeout,
      variables: environment)
  }

  /// The value that a variable has in workers: the user's, else the one that they inherit.
  package func value(of variable: WorkerVariable) -> String? {
    environment[variable.name] ?? ProcessInfo.processInfo.environment[variable.name]
  }

  /// The same workload, and the values of the variables that the benchmarks read and workers
  /// inherit.
  ///
  /// All passes then see the same values, also those whose environment is fixed.
  package func setting(_ variables: [WorkerVariable]) -> Workload {
    var workload = self
    for variable in variables { workload.environment[variable.name] = value(of: variable) }
    return workload
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
