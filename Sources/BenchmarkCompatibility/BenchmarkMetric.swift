import BenchmarkModel

/// What a benchmark of ordo-one's package asks to be measured.
///
/// Framegate measures the same metrics of every benchmark, so these select nothing but custom
/// metrics; they are the keys of thresholds and units.
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
    /// More is better.
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
  /// Names become keys as the names of benchmarks do. A metric is left out if its key belongs to an
  /// earlier metric or to Framegate.
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

  /// Times alone, for short benchmarks.
  public static var microbenchmark: [BenchmarkMetric] { [.wallClock, .throughput] }

  /// The default metrics.
  public static var `default`: [BenchmarkMetric] {
    [
      .wallClock, .cpuTotal, .throughput, .instructions, .mallocCountTotal, .mallocBytesCount,
      .peakMemoryResident,
    ]
  }

  /// More than the default.
  public static var extended: [BenchmarkMetric] {
    `default` + [.cpuUser, .syscalls, .memoryLeaked]
  }

  /// What memory is used.
  public static var memory: [BenchmarkMetric] {
    [
      .peakMemoryResident, .peakMemoryResidentDelta, .peakMemoryVirtual, .mallocCountSmall,
      .mallocCountLarge, .mallocCountTotal, .mallocBytesCount, .freeCountTotal, .mallocFreeDelta,
      .allocatedResidentMemory, .memoryLeaked, .memoryLeakedBytes,
    ]
  }

  /// How objects are retained and released.
  public static var arc: [BenchmarkMetric] {
    [.objectAllocCount, .retainCount, .releaseCount, .retainReleaseDelta]
  }

  /// What the system does for the process.
  public static var system: [BenchmarkMetric] {
    [.wallClock, .syscalls, .contextSwitches, .threads, .threadsRunning, .cpuSystem]
  }

  /// What is read and written.
  public static var disk: [BenchmarkMetric] {
    [
      .readSyscalls, .writeSyscalls, .readBytesLogical, .writeBytesLogical, .readBytesPhysical,
      .writeBytesPhysical,
    ]
  }

  /// Everything but custom metrics.
  public static var all: [BenchmarkMetric] {
    [.wallClock, .cpuUser, .cpuSystem, .cpuTotal, .throughput, .instructions]
      + [.syscalls, .contextSwitches, .threads, .threadsRunning] + memory + arc + disk
  }
}

/// The same sets, for what expects an array, such as `metrics: .memory`.
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
