package import BenchmarkModel

/// What was measured of a benchmark that is timed as a whole.
package struct TimedResult: Hashable, Sendable {
  /// Uses of the kernel per iteration, at least 1; times and counts are per operation.
  package var operations: Int

  /// The bytes that one operation reads and writes, if the author stated them.
  package var bytesPerOperation: Int?

  /// The additions, multiplications, divisions and roots of one operation, if the author stated
  /// them.
  package var flopsPerOperation: Int?

  /// The limits of the machine that apply to it, or that it measures, if the author stated them.
  package var roofline: Roofline?

  /// The benchmarks that do the same with other values of a parameter, if there are any.
  package var family: BenchmarkFamily?

  /// What `check` and `compare` demand of it.
  package var gates: [BenchmarkGate]

  /// The name of the benchmark that reports give the ratio to, if there is one.
  package var reference: String?

  /// By the metric's name.
  package var metrics: [String: Recorded<MetricResult>]

  package init(
    operations: Int = 1, bytesPerOperation: Int? = nil, flopsPerOperation: Int? = nil,
    roofline: Roofline? = nil, family: BenchmarkFamily? = nil, gates: [BenchmarkGate] = [],
    reference: String? = nil,
    metrics: [String: Recorded<MetricResult>] = [:]
  ) {
    self.operations = operations
    self.bytesPerOperation = bytesPerOperation
    self.flopsPerOperation = flopsPerOperation
    self.roofline = roofline
    self.family = family
    self.gates = gates
    self.reference = reference
    self.metrics = metrics
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.count(operations, from: 1, "operations")
    try check.count(bytesPerOperation, "bytesPerOperation")
    try check.count(flopsPerOperation, "flopsPerOperation")
    try check.count(family?.parameter.value, from: 1, "family.parameter.value")
    for (index, gate) in gates.enumerated() { try check.quantity(gate.number, "gates[\(index)]") }
    for (name, metric) in metrics {
      try metric.value?.validate(check.object("metrics.\(name)"))
    }
  }
}
