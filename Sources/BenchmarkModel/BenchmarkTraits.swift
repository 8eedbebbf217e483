/// What a benchmark states about itself: one value from its registration, over the worker's list,
/// to the result file.
package struct BenchmarkTraits: Hashable, Sendable {
  package var variant: Variant?

  /// Uses of the kernel in one call of the body, at least 1; times and counts are per operation.
  package var operations = 1

  /// The bytes that one operation reads and writes, if the author stated them.
  package var bytesPerOperation: Int?

  /// The additions, multiplications, divisions and roots of one operation, if stated.
  package var flopsPerOperation: Int?

  /// The limits of the machine that apply to it, or that it measures, if stated.
  package var roofline: Roofline?

  /// The benchmarks that do the same with other values of a parameter, if there are any.
  package var family: BenchmarkFamily?

  /// What `check` and `compare` demand of it.
  package var gates: [BenchmarkGate] {
    get { listedGates ?? [] }
    set { listedGates = newValue.isEmpty ? nil : newValue }
  }

  private var listedGates: [BenchmarkGate]?

  /// The name of the benchmark that reports give the ratio to, if there is one.
  package var reference: String?

  /// What its body records itself; not in result files, whose metrics have their own description.
  package var metrics: [CustomMetric] {
    get { listedMetrics ?? [] }
    set { listedMetrics = newValue.isEmpty ? nil : newValue }
  }

  private var listedMetrics: [CustomMetric]?

  /// How far numbers of its answers may differ in a comparison; nil for not at all.
  ///
  /// Absolute or as a share, whichever permits more; not in files.
  package var answerTolerance: Double?

  /// How long it is sampled and warmed up, unless by the defaults; not in files.
  package var samplingTime, warmUpTime: Duration?

  package init(
    variant: Variant? = nil, operations: Int = 1, bytesPerOperation: Int? = nil,
    roofline: Roofline? = nil, gates: [BenchmarkGate] = [], samplingTime: Duration? = nil,
    warmUpTime: Duration? = nil, reference: String? = nil
  ) {
    self.variant = variant
    self.operations = operations
    self.bytesPerOperation = bytesPerOperation
    self.roofline = roofline
    self.gates = gates
    self.samplingTime = samplingTime
    self.warmUpTime = warmUpTime
    self.reference = reference
  }

  /// The same as result files have it: without what only matters while it is measured, and without
  /// the variant, which a result has beside its name.
  package var stored: BenchmarkTraits {
    var stored = self
    stored.variant = nil
    stored.metrics = []
    stored.answerTolerance = nil
    stored.samplingTime = nil
    stored.warmUpTime = nil
    return stored
  }
}

/// The keys of a benchmark in result files; what is empty or unknown is left out.
extension BenchmarkTraits: Codable {
  private enum CodingKeys: String, CodingKey {
    case variant, operations, bytesPerOperation, flopsPerOperation, roofline, family, reference
    case samplingTime, warmUpTime, answerTolerance
    case listedGates = "gates"
    case listedMetrics = "customMetrics"
  }
}
