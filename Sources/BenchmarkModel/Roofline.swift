/// Which limits of the machine a benchmark runs into, or measures.
///
/// The roofline model (Williams, Waterman and Patterson, 2009): an operation takes at least its
/// bytes over the bandwidth of the memory that they come from, and at least its flops over the peak
/// rate of arithmetic. A suite registers benchmarks that reach these limits, and states for every
/// other benchmark which of them apply; reports then show how close it comes.
public struct Roofline: Hashable, Codable, Sendable {
  /// The set of limits, such as the instruction set that they were compiled for.
  ///
  /// A benchmark is compared only with limits of the same set.
  public let limits: String

  /// The memory that the operation's bytes come from, as reports show it: `L2`.
  ///
  /// Nil if only arithmetic limits the benchmark.
  public let memory: String?

  /// Whether the benchmark measures these limits instead of being held by them.
  public let isLimit: Bool

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - limits: The name of the set of limits.
  ///   - memory: The memory that bytes come from.
  ///   - isLimit: Whether the benchmark measures the limits.
  public init(limits: String, memory: String? = nil, isLimit: Bool = false) {
    self.limits = limits
    self.memory = memory
    self.isLimit = isLimit
  }
}
