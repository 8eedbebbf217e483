/// A measured quantity: its key in result files, its unit, and how it is compared.
///
/// A metric that ordo-one/benchmark also has is named as it is there.
public struct Metric: Hashable, Sendable {
  /// How two values of a metric are compared.
  public enum Nature: Sendable {
    /// Times: noisy, compared by intervals against a threshold.
    case measured

    /// Counters: compared exactly, or by their ranges where they vary between processes.
    case counted
  }

  /// The key in result files and after `--metric`.
  public let name: String

  /// The unit of one value, per operation or per frame.
  public let unit: String

  /// How two values are compared.
  public let nature: Nature

  /// Metrics of a suite's own are `CustomMetric`s, which the tool knows from the listing.
  package init(name: String, unit: String, nature: Nature) {
    self.name = name
    self.unit = unit
    self.nature = nature
  }
}

extension Metric {
  /// Wall-clock time per operation, without the cost of the measuring loop.
  public static let wallClock = Metric(name: "wallClock", unit: "ns/op", nature: .measured)

  /// CPU time of the benchmark's thread over the same iterations.
  public static let cpuTotal = Metric(name: "cpuTotal", unit: "ns/op", nature: .measured)

  /// Bytes requested from the allocator, rounded up to its size classes.
  public static let mallocBytesCount = Metric(
    name: "mallocBytesCount", unit: "B/op", nature: .counted)

  /// Requests to the allocator.
  public static let mallocCountTotal = Metric(
    name: "mallocCountTotal", unit: "count/op", nature: .counted)

  /// Instructions executed on the benchmark's thread, without the measuring loop's.
  public static let instructions = Metric(name: "instructions", unit: "count/op", nature: .counted)

  /// System calls of all threads.
  public static let syscalls = Metric(name: "syscalls", unit: "count/op", nature: .counted)

  /// Pages of memory that the kernel had to provide on first use, or to read.
  public static let pageFaults = Metric(name: "pageFaults", unit: "count/op", nature: .counted)

  /// How often a thread gave up its core to wait, such as for a lock, a file or a timer.
  ///
  /// Involuntary switches do not count: they depend on what else runs on the machine.
  public static let contextSwitches = Metric(
    name: "contextSwitches", unit: "count/op", nature: .counted)

  /// Bytes that system calls read, also those that come from the kernel's cache.
  public static let readBytesLogical = Metric(
    name: "readBytesLogical", unit: "B/op", nature: .counted)

  /// Bytes that system calls write, also those that only reach the kernel's cache.
  public static let writeBytesLogical = Metric(
    name: "writeBytesLogical", unit: "B/op", nature: .counted)

  /// The maximum physical memory that the whole process had at once during the operations.
  public static let peakMemoryResident = Metric(
    name: "peakMemoryResident", unit: "B", nature: .counted)

  /// The metrics that the kernel counts, in the order in which a worker reads them.
  public static let kernel: [Metric] = [
    .syscalls, .pageFaults, .contextSwitches, .readBytesLogical, .writeBytesLogical,
    .peakMemoryResident,
  ]

  /// Every metric that the tool measures, in the order of its tables.
  public static let all: [Metric] = measuredByDefault + [.instructions] + kernel

  /// The metrics that a run measures by default: all except those that take longer.
  public static let measuredByDefault: [Metric] = [
    .wallClock, .cpuTotal, .mallocBytesCount, .mallocCountTotal,
  ]

  /// The metrics of requests to the allocator.
  package static let allocations: [Metric] = [.mallocBytesCount, .mallocCountTotal]

  /// Every metric that is counted, in the order of the tables.
  public static let counters: [Metric] = all.filter { $0.nature == .counted }

  /// The metric stored under `name`, if there is one.
  public static func named(_ name: String) -> Metric? { all.first { $0.name == name } }
}

extension Metric: CustomStringConvertible { public var description: String { name } }
