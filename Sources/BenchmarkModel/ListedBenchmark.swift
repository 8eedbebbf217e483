/// What there is to measure: a line of `framegate list`.
package struct ListedBenchmark: Hashable, Codable, Sendable {
  package let name: String
  package let kind: BenchmarkKind
  package let variant: Variant?

  /// Operations in one call of a benchmark; nil for scenarios.
  package let operations: Int?

  /// Whether it is measured when nobody says what to measure.
  package let runsByDefault: Bool

  package init(
    name: String, kind: BenchmarkKind, variant: Variant?, operations: Int? = nil,
    runsByDefault: Bool = true
  ) {
    (self.name, self.kind, self.variant) = (name, kind, variant)
    (self.operations, self.runsByDefault) = (operations, runsByDefault)
  }
}
