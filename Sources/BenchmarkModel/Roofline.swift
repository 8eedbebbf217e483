/// The limits of the machine that apply to a benchmark, or that it measures.
///
/// The roofline model (Williams, Waterman and Patterson, 2009): an operation takes at least its
/// bytes divided by the bandwidth of the memory that they come from, and at least its flops divided
/// by the peak rate of arithmetic. A suite registers benchmarks that reach these limits, and states
/// for every other benchmark which limits apply; reports then show how close it comes to them.
public struct Roofline: Hashable, Codable, Sendable {
  /// The name of the set of limits, such as the instruction set that they were compiled for.
  ///
  /// A benchmark is compared only with limits of the same set.
  public let limits: String

  /// The memory that the operation's bytes come from, as reports show it: `L2`.
  ///
  /// Nil if only arithmetic limits the benchmark.
  public let memory: String?

  /// Whether the benchmark measures these limits instead of being compared with them.
  public let isLimit: Bool

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - limits: The name of the set of limits.
  ///   - memory: The memory that the bytes come from, or nil if only arithmetic limits it.
  ///   - isLimit: Whether the benchmark measures the limits.
  public init(limits: String, memory: String? = nil, isLimit: Bool = false) {
    self.limits = limits
    self.memory = memory
    self.isLimit = isLimit
  }
}
