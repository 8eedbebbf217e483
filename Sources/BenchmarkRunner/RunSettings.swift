package import BenchmarkHarness
package import BenchmarkModel
package import FrameTiming

/// What a run measures and how long it may take.
package struct RunSettings: Sendable {
  /// How patiently to measure.
  package enum Effort: Sendable {
    case quick, normal

    var sampling: Duration { self == .quick ? .milliseconds(90) : .milliseconds(500) }
    var warmUp: Duration { self == .quick ? .milliseconds(30) : .milliseconds(300) }

    /// Worker processes per scenario, so that one unlucky memory layout does not decide.
    var launches: Int { self == .quick ? 1 : 2 }

    /// Repetitions of a scenario in each of them.
    var repetitions: Int { self == .quick ? 20 : 15 }
  }

  package var effort: Effort

  /// The rates at which scenarios are sampled.
  package var rates: [RefreshRate]

  package var layers: Int
  package var screen: ScreenSize

  /// nil runs every scenario on its default.
  package var variant: Variant?

  /// Which metrics to measure.
  package var metrics: Set<Metric>

  /// How long a real timer drives each scenario at each rate; nil leaves the real run out.
  package var pacedSeconds: Double?

  /// Whether to search how many layers fit, on every variant.
  package var findsCapacity: Bool

  /// How long one answer of a worker may take.
  package var timeout: Duration

  /// Whether benchmarks run inside the tool's own process.
  package var isInProcess: Bool

  /// The best instruction set that dispatched kernels may use: `base`, `avx2` or `avx512`; nil
  /// leaves the choice to them.
  package var instructionSet: String?

  package init(
    effort: Effort = .normal,
    rates: [RefreshRate] = [.hz60, .hz120],
    layers: Int = 200,
    screen: ScreenSize = ScreenSize(width: 375, height: 667),
    variant: Variant? = nil,
    metrics: Set<Metric> = Set(Metric.measuredByDefault),
    pacedSeconds: Double? = nil,
    findsCapacity: Bool = false,
    timeout: Duration = .seconds(60),
    isInProcess: Bool = false,
    instructionSet: String? = nil
  ) {
    (self.effort, self.rates, self.layers, self.screen) = (effort, rates, layers, screen)
    (self.variant, self.metrics, self.pacedSeconds) = (variant, metrics, pacedSeconds)
    self.findsCapacity = findsCapacity
    (self.timeout, self.isInProcess) = (timeout, isInProcess)
    self.instructionSet = instructionSet
  }
}
