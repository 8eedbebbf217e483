/// What runs before or after something else.
public typealias BenchmarkHook = () async throws -> Void

extension Benchmark {
  /// What a benchmark states about itself.
  ///
  /// What is left out is taken from ``Benchmark/defaultConfiguration``.
  public struct Configuration {
    /// Framegate measures the same metrics of every benchmark, and the custom ones that are named
    /// here.
    public var metrics: [BenchmarkMetric]

    /// End the benchmark's name, and select it: `--tag "count=8"`.
    public var tags: [String: String]

    /// Ignored: reports choose the unit.
    public var timeUnits: BenchmarkTimeUnits

    /// Ignored: reports choose the unit.
    public var units: [BenchmarkMetric: BenchmarkUnits]

    /// Ignored: Framegate waits for steady times.
    public var warmupIterations: Int

    /// How many times one iteration repeats its work.
    public var scalingFactor: BenchmarkScalingFactor

    /// Ignored: `run` samples for a fixed time, and comparisons for `--time`.
    public var maxDuration: Duration

    /// Ignored: `run` samples for a fixed time, and comparisons for `--time`.
    public var maxIterations: Int

    /// Whether it is not measured.
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

    /// What holds until a suite says otherwise.
    static var initial: Configuration {
      Configuration(
        metrics: .default, tags: [:], timeUnits: .automatic, units: [:], warmupIterations: 1,
        scalingFactor: .one, maxDuration: .seconds(1), maxIterations: 100_000, skip: false,
        thresholds: nil, setup: nil, teardown: nil)
    }
  }
}
