import BenchmarkModel

/// A metric that a benchmark of ordo-one's package can ask for.
///
/// Framegate measures the same metrics for every benchmark, so only custom metrics are selected by
/// these cases. All cases are keys of thresholds and units.
public enum BenchmarkMetric: Hashable, Sendable {
  // Times.
  case wallClock, cpuUser, cpuSystem, cpuTotal, throughput

  // Memory.
  case peakMemoryResident, peakMemoryResidentDelta, peakMemoryVirtual
  case mallocCountSmall, mallocCountLarge, mallocCountTotal, mallocBytesCount
  case freeCountTotal, mallocFreeDelta
  case allocatedResidentMemory, memoryLeaked, memoryLeakedBytes

  // The system.
  case syscalls, contextSwitches, threads, threadsRunning
  case readSyscalls, writeSyscalls
  case readBytesLogical, writeBytesLogical, readBytesPhysical, writeBytesPhysical

  // Code.
  case instructions
  case objectAllocCount, retainCount, releaseCount, retainReleaseDelta

  /// A metric whose values the benchmark reports itself, by `measurement(_:_:)`.
  case custom(_ name: String, polarity: Polarity = .prefersSmaller, useScalingFactor: Bool = true)

  /// Which direction of a change is good.
  public enum Polarity: Hashable, Sendable {
    /// Larger values are better.
    case prefersLarger

    /// Less is better.
    case prefersSmaller
  }
}

extension BenchmarkMetric {
  /// Which direction of a change is good.
  public var polarity: Polarity {
    switch self {
    case .throughput: .prefersLarger
    case .custom(_, let polarity, _): polarity
    default: .prefersSmaller
    }
  }
}

extension BenchmarkMetric {
  /// The custom metrics among the given ones, by name, each with the divisor of its values.
  ///
  /// Names become keys in the same way as names of benchmarks. A metric is left out if an earlier
  /// metric or one of Framegate's metrics has the same key.
  static func recorded(
    _ metrics: [BenchmarkMetric], scale: Int
  ) -> [String: (metric: CustomMetric, scale: Double)] {
    var recorded: [String: (metric: CustomMetric, scale: Double)] = [:]
    var names: Set<String> = []
    for case .custom(let name, let polarity, let isScaled) in metrics {
      let metric = CustomMetric(
        BenchmarkKeys.base(of: name).replacing(".", with: "_"),
        polarity: polarity == .prefersLarger ? .prefersLarger : .prefersSmaller)
      guard metric.problem == nil, names.insert(metric.name).inserted else { continue }
      recorded[name] = (metric, isScaled ? Double(scale) : 1)
    }
    return recorded
  }

  /// Only times, for short benchmarks.
  public static var microbenchmark: [BenchmarkMetric] { [.wallClock, .throughput] }

  /// The default metrics.
  public static var `default`: [BenchmarkMetric] {
    [
      .wallClock, .cpuTotal, .throughput, .instructions, .mallocCountTotal, .mallocBytesCount,
      .peakMemoryResident,
    ]
  }

  /// The default metrics and some more.
  public static var extended: [BenchmarkMetric] {
    `default` + [.cpuUser, .syscalls, .memoryLeaked]
  }

  /// Metrics of memory use.
  public static var memory: [BenchmarkMetric] {
    [
      .peakMemoryResident, .peakMemoryResidentDelta, .peakMemoryVirtual, .mallocCountSmall,
      .mallocCountLarge, .mallocCountTotal, .mallocBytesCount, .freeCountTotal, .mallocFreeDelta,
      .allocatedResidentMemory, .memoryLeaked, .memoryLeakedBytes,
    ]
  }

  /// Metrics of how objects are retained and released.
  public static var arc: [BenchmarkMetric] {
    [.objectAllocCount, .retainCount, .releaseCount, .retainReleaseDelta]
  }

  /// Metrics of what the system does for the process.
  public static var system: [BenchmarkMetric] {
    [.wallClock, .syscalls, .contextSwitches, .threads, .threadsRunning, .cpuSystem]
  }

  /// Metrics of reads and writes.
  public static var disk: [BenchmarkMetric] {
    [
      .readSyscalls, .writeSyscalls, .readBytesLogical, .writeBytesLogical, .readBytesPhysical,
      .writeBytesPhysical,
    ]
  }

  /// All metrics except custom ones.
  public static var all: [BenchmarkMetric] {
    [.wallClock, .cpuUser, .cpuSystem, .cpuTotal, .throughput, .instructions]
      + [.syscalls, .contextSwitches, .threads, .threadsRunning] + memory + arc + disk
  }
}

/// The same sets for arguments that are arrays, such as `metrics: .memory`.
extension [BenchmarkMetric] {
  public static var microbenchmark: [BenchmarkMetric] { BenchmarkMetric.microbenchmark }
  public static var `default`: [BenchmarkMetric] { BenchmarkMetric.default }
  public static var extended: [BenchmarkMetric] { BenchmarkMetric.extended }
  public static var memory: [BenchmarkMetric] { BenchmarkMetric.memory }
  public static var arc: [BenchmarkMetric] { BenchmarkMetric.arc }
  public static var system: [BenchmarkMetric] { BenchmarkMetric.system }
  public static var disk: [BenchmarkMetric] { BenchmarkMetric.disk }
  public static var all: [BenchmarkMetric] { BenchmarkMetric.all }
}
