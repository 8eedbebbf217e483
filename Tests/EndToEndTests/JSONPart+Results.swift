import TestSupport
import Testing

extension JSONPart {
  /// Changes the median and the samples of a metric of a result file, which has them.
  mutating func changeMetric(
    _ metric: String, of name: String, _ change: (Double) -> Double
  ) throws {
    let index = try #require(
      try self.benchmarks.elements.firstIndex { try $0.name.read() == name }, "no '\(name)'")
    var changed = self.benchmarks[index].metrics[metric]
    try changed.median.change(change)
    try changed.minimum.change(change)
    if !changed.samples.isMissing {
      try changed.samples.change { (values: [Double]) in values.map(change) }
    }
    if !changed.percentiles.isMissing {
      try changed.percentiles.change { (values: [String: Double]) in values.mapValues(change) }
    }
    self.benchmarks[index].metrics[metric] = changed
  }

  /// Removes a benchmark of a result file, which has it.
  mutating func removeBenchmark(_ name: String) throws {
    let all = try self.benchmarks.elements
    let others = try all.filter { try $0.name.read() != name }
    try #require(others.count == all.count - 1, "no '\(name)'")
    self.benchmarks.set(others.map { $0.value as Any })
  }
}
