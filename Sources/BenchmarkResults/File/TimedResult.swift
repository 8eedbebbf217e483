package import BenchmarkModel

/// What was measured of a benchmark that is timed as a whole.
@dynamicMemberLookup
package struct TimedResult: Hashable, Sendable {
  /// What the benchmark states about itself.
  package var traits: BenchmarkTraits

  /// The results of its metrics, by name.
  package var metrics: [String: Measured<MetricResult>]

  package init(
    _ traits: BenchmarkTraits = BenchmarkTraits(), metrics: [String: Measured<MetricResult>] = [:]
  ) {
    self.traits = traits.stored
    self.metrics = metrics
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<BenchmarkTraits, Value>) -> Value {
    get { traits[keyPath: path] }
    set { traits[keyPath: path] = newValue }
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.count(traits.operations, from: 1, "operations")
    try check.count(traits.bytesPerOperation, "bytesPerOperation")
    try check.count(traits.flopsPerOperation, "flopsPerOperation")
    try check.count(traits.family?.parameter.value, from: 1, "family.parameter.value")
    for (index, gate) in traits.gates.enumerated() {
      try check.quantity(gate.number, "gates[\(index)]")
    }
    for (name, metric) in metrics { try metric.value?.validate(check.object("metrics.\(name)")) }
  }
}
