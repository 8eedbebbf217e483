/// A closure that runs before or after a benchmark.
public typealias BenchmarkHook = () async throws -> Void

extension Benchmark {
  /// The configuration of a benchmark.
  ///
  /// Parameters that are left out are taken from ``Benchmark/defaultConfiguration``.
  public struct Configuration {
    /// Framegate measures the same metrics for every benchmark, and the custom metrics in this
    /// array.
    public var metrics: [BenchmarkMetric]

    /// Tags, which are appended to the benchmark's name and select it: `--tag "count=8"`.
    public var tags: [String: String]

    /// Ignored: reports choose the unit.
    public var timeUnits: BenchmarkTimeUnits

    /// Ignored: reports choose the unit.
    public var units: [BenchmarkMetric: BenchmarkUnits]

    /// Ignored: Framegate waits for steady times.
    public var warmupIterations: Int

    /// The number of times that one iteration repeats its work.
    public var scalingFactor: BenchmarkScalingFactor

    /// Ignored: `run` samples for a fixed time, and comparisons for `--time`.
    public var maxDuration: Duration

    /// Ignored: `run` samples for a fixed time, and comparisons for `--time`.
    public var maxIterations: Int

    /// Whether the benchmark is skipped.
    public var skip: Bool

    /// By how much metrics may differ from a baseline.
    public var thresholds: [BenchmarkMetric: BenchmarkThresholds]?

    /// Runs before the setup of the benchmark itself.
    public var setup: BenchmarkHook?

    /// Runs after the teardown of the benchmark itself.
    public var teardown: BenchmarkHook?

    /// Creates a configuration.
    public init(
      metrics: [BenchmarkMetric] = defaultConfiguration.metrics,
      tags: [String: String] = defaultConfiguration.tags,
      timeUnits: BenchmarkTimeUnits = defaultConfiguration.timeUnits,
      units: [BenchmarkMetric: BenchmarkUnits] = defaultConfiguration.units,
      warmupIterations: Int = defaultConfiguration.warmupIterations,
      scalingFactor: BenchmarkScalingFactor = defaultConfiguration.scalingFactor,
      maxDuration: Duration = defaultConfiguration.maxDuration,
      maxIterations: Int = defaultConfiguration.maxIterations,
      skip: Bool = defaultConfiguration.skip,
      thresholds: [BenchmarkMetric: BenchmarkThresholds]? = defaultConfiguration.thresholds,
      setup: BenchmarkHook? = defaultConfiguration.setup,
      teardown: BenchmarkHook? = defaultConfiguration.teardown
    ) {
      self.metrics = metrics
      self.tags = tags
      self.timeUnits = timeUnits
      self.units = units
      self.warmupIterations = warmupIterations
      self.scalingFactor = scalingFactor
      self.maxDuration = maxDuration
      self.maxIterations = maxIterations
      self.skip = skip
      self.thresholds = thresholds
      self.setup = setup
      self.teardown = teardown
    }

    /// The configuration that applies until a suite sets another one.
    static var initial: Configuration {
      Configuration(
        metrics: .default, tags: [:], timeUnits: .automatic, units: [:], warmupIterations: 1,
        scalingFactor: .one, maxDuration: .seconds(1), maxIterations: 100_000, skip: false,
        thresholds: nil, setup: nil, teardown: nil)
    }
  }
}
