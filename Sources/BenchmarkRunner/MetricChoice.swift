package import BenchmarkModel

/// The metrics that the user named.
package struct MetricChoice: Hashable, Sendable {
  package let metrics: Set<Metric>

  /// The names of metrics that only benchmarks themselves can record.
  package let custom: Set<String>

  package init(_ metrics: Set<Metric>, custom: Set<String> = []) {
    self.metrics = metrics
    self.custom = custom
  }

  /// Takes every name that is not a metric of Framegate for one that a benchmark records.
  package init(names: some Sequence<String>) {
    self.init(
      Set(names.compactMap(Metric.named)), custom: Set(names.filter { Metric.named($0) == nil }))
  }

  package var names: Set<String> { Set(metrics.map(\.name)).union(custom) }
}

extension MetricChoice: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Metric...) { self.init(Set(elements)) }
}

extension MetricChoice: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(names: try [String](from: decoder))
  }

  /// Writes the names in order, so that equal choices are the same text.
  package func encode(to encoder: any Encoder) throws { try names.sorted().encode(to: encoder) }
}
