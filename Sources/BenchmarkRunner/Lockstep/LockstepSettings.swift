package import BenchmarkHarness
package import BenchmarkModel
package import BenchmarkResults
package import FrameTiming

/// How two builds are measured against each other.
package struct LockstepSettings: Sendable {
  /// The chance that any interval of a comparison is wrong, before changes are confirmed.
  package static let chanceOfError = 0.01

  /// The fewest pairs in one launch of two processes, unless a pair takes long.
  static let fewestPairsPerLaunch = 16

  /// The most pairs in one launch.
  static let mostPairsPerLaunch = 256

  /// The least that a sample of a benchmark lasts.
  ///
  /// Clocks change and neighbours come within milliseconds: the shorter a pair, the more often both
  /// of its samples see the same. On four recordings with samples of 0.75 ms verdicts took 1.4 to 3
  /// times as long as on those with samples of 0.1 to 0.15 ms.
  static let sampleNs = 100_000

  /// The programs of the two sides; they may be the same.
  package var executables: (baseline: String, candidate: String)

  package var rates: [RefreshRate]
  package var layers: Int
  package var screen: ScreenSize

  /// nil runs every scenario on its default.
  package var variant: Variant?

  /// Which changes matter, and which metrics are compared.
  package var comparison: ComparisonSettings

  /// What this machine can tell apart at best, as `calibrate` found; 0 when it was not asked.
  package var tolerance = 0.0

  /// How long each benchmark may be measured; as long again to confirm a change.
  package var timeLimit: Duration

  /// How long one answer of a worker may take.
  package var timeout: Duration

  /// The best instruction set that dispatched kernels may use; nil leaves the choice to them.
  package var instructionSet: String?

  /// How much more work the candidate does than it would, for trials; nil outside of them.
  package var injected: Double?

  /// Decides which side begins and which core is used.
  package var seed: UInt64

  package init(
    executables: (baseline: String, candidate: String),
    rates: [RefreshRate] = [.hz60, .hz120],
    layers: Int = 200,
    screen: ScreenSize = ScreenSize(width: 375, height: 667),
    variant: Variant? = nil,
    comparison: ComparisonSettings = .init(),
    timeLimit: Duration = .seconds(5),
    timeout: Duration = .seconds(60),
    seed: UInt64 = .random(in: 0 ... .max)
  ) {
    (self.executables, self.rates, self.layers) = (executables, rates, layers)
    (self.screen, self.variant, self.comparison) = (screen, variant, comparison)
    (self.timeLimit, self.timeout, self.seed) = (timeLimit, timeout, seed)
  }
}

extension LockstepSettings {
  /// How to start a worker of one side.
  func launch(
    _ executable: String, on allocator: WorkerLaunch.Allocator = .system,
    in layout: AddressLayout? = nil
  ) -> WorkerLaunch {
    var launch = WorkerLaunch(
      executable: executable, allocator: allocator, timeout: timeout,
      instructionSet: instructionSet)
    launch.layout = layout
    return launch
  }

  /// What a scenario is built with.
  func parameters(
    of listed: ListedBenchmark, at rate: RefreshRate = .hz60
  ) -> ScenarioParameters {
    ScenarioParameters(
      layers: layers, variant: variant ?? listed.variant ?? .struct, screen: screen,
      refreshRate: rate)
  }

  /// The clock that the user asked for; nil to let the samples decide.
  var timeMetric: Metric? {
    guard let metrics = comparison.metrics else { return nil }
    switch (metrics.contains(Metric.wallClock.name), metrics.contains(Metric.cpuTotal.name)) {
    case (true, false): return .wallClock
    case (false, true): return .cpuTotal
    default: return nil
    }
  }

  /// Whether times are compared at all.
  var comparesTimes: Bool {
    comparison.looks(at: Metric.wallClock.name) || comparison.looks(at: Metric.cpuTotal.name)
  }

  /// Whether allocations are.
  var comparesAllocations: Bool {
    comparison.looks(at: Metric.mallocBytesCount.name)
      || comparison.looks(at: Metric.mallocCountTotal.name)
  }

  /// Whether instructions are, which takes seconds: only when they were asked for.
  var comparesInstructions: Bool {
    comparison.metrics?.contains(Metric.instructions.name) ?? false
  }
}
