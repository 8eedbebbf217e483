import BenchmarkModel

/// The part of ordo-one's results that thresholds refer to.
public enum BenchmarkResult {
  /// A percentile of the values of a metric.
  public enum Percentile: Int, Hashable, Sendable, CaseIterable {
    case p0 = 0
    case p25 = 25
    case p50 = 50
    case p75 = 75
    case p90 = 90
    case p99 = 99
    case p100 = 100
  }
}

/// By how much a metric may differ from its baseline.
///
/// Framegate uses the threshold of the median or, if there is none, of the nearest percentile.
public struct BenchmarkThresholds: Hashable, Sendable {
  /// A difference in units of the metric, for a whole iteration.
  public typealias AbsoluteThreshold = Int

  /// Differences by percentile.
  public typealias AbsoluteThresholds = [BenchmarkResult.Percentile: AbsoluteThreshold]

  /// A difference in percent.
  public typealias RelativeThreshold = Double

  /// Differences in percent by percentile.
  public typealias RelativeThresholds = [BenchmarkResult.Percentile: RelativeThreshold]

  /// Differences in percent.
  public var relative: RelativeThresholds

  /// Differences in units of the metric.
  public var absolute: AbsoluteThresholds

  /// Creates thresholds; percentiles that are left out allow any difference.
  public init(relative: RelativeThresholds = [:], absolute: AbsoluteThresholds = [:]) {
    self.relative = relative
    self.absolute = absolute
  }
}

extension BenchmarkThresholds {
  /// No difference.
  public static var strict: BenchmarkThresholds {
    BenchmarkThresholds(relative: Relative.strict, absolute: Absolute.strict)
  }

  /// 5 %.
  public static var `default`: BenchmarkThresholds {
    BenchmarkThresholds(relative: Relative.default, absolute: Absolute.default)
  }

  /// 25 %, and no more than 10,000 units.
  public static var relaxed: BenchmarkThresholds {
    BenchmarkThresholds(relative: Relative.relaxed, absolute: Absolute.relaxed)
  }

  /// Any difference.
  public static var none: BenchmarkThresholds { BenchmarkThresholds() }

  /// Differences in percent.
  public enum Relative {
    /// No difference.
    public static var strict: RelativeThresholds { [.p25: 0, .p50: 0, .p75: 0, .p90: 0, .p99: 0] }

    /// 5 %.
    public static var `default`: RelativeThresholds { [.p25: 5, .p50: 5, .p75: 5] }

    /// 25 %.
    public static var relaxed: RelativeThresholds { [.p50: 25] }

    /// Any difference.
    public static var none: RelativeThresholds { [:] }
  }

  /// Differences in units of the metric.
  public enum Absolute {
    /// No difference.
    public static var strict: AbsoluteThresholds {
      [.p0: 0, .p25: 0, .p50: 0, .p75: 0, .p90: 0, .p99: 0]
    }

    /// Any difference.
    public static var `default`: AbsoluteThresholds { [:] }

    /// 10,000 units.
    public static var relaxed: AbsoluteThresholds {
      Dictionary(uniqueKeysWithValues: BenchmarkResult.Percentile.allCases.map { ($0, 10_000) })
    }

    /// Any difference.
    public static var none: AbsoluteThresholds { [:] }
  }
}

extension BenchmarkThresholds {
  /// The share that the metric may grow by, or nil if there is no threshold.
  private var share: Double? { Self.nearestToMedian(relative).map { $0 / 100 } }

  private static func nearestToMedian<Value>(
    _ values: [BenchmarkResult.Percentile: Value]
  ) -> Value? {
    // If two percentiles are equally near, the higher one counts.
    func distance(_ percentile: BenchmarkResult.Percentile) -> Double {
      abs(Double(percentile.rawValue) - 50.5)
    }
    return values.min { distance($0.key) < distance($1.key) }?.value
  }

  /// The gates for thresholds; there is none for a limit that Framegate enforces by default.
  ///
  /// Thresholds are per iteration, and Framegate counts per operation: an iteration has `scale`.
  static func gates(
    _ thresholds: [BenchmarkMetric: BenchmarkThresholds], scale: Int
  ) -> [BenchmarkGate] {
    var gates: [BenchmarkGate] = []
    let times: [BenchmarkMetric] = [.wallClock, .cpuTotal, .cpuUser, .throughput]
    // Ignores 0 %, which is below what any clock can resolve.
    if let share = times.compactMap({ thresholds[$0]?.share }).filter({ $0 > 0 }).min() {
      gates.append(.slower(share))
    }
    if let share = thresholds[.instructions]?.share, share > 0 {
      gates.append(.instructions(within: share))
    }
    if let allocations = thresholds[.mallocCountTotal] {
      let share = allocations.share
      let count = nearestToMedian(allocations.absolute).map { Double($0) / Double(scale) }
      // If either of them allows no growth, the other one does not matter.
      if (share ?? 1) > 0, (count ?? 1) > 0 {
        gates += [
          share.map { .allocations(within: $0) }, count.map { .moreAllocations($0) },
        ].compactMap(\.self)
      }
    }
    return gates
  }
}
