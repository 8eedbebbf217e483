/// What there is to measure: a line of `framegate list`.
package struct ListedBenchmark: Hashable, Codable, Sendable {
  package let name: String
  package let kind: BenchmarkKind
  package let variant: Variant?

  package init(name: String, kind: BenchmarkKind, variant: Variant?) {
    (self.name, self.kind, self.variant) = (name, kind, variant)
  }
}
