package import BenchmarkResults

/// Why one benchmark regressed or improved, or why no reason was found.
package struct ExplainedChange: Codable, Sendable {
  package let benchmark: String

  /// Regressed or improved.
  package let verdict: Verdict
  package let explanation: Measured<Explanation>

  /// Who allocates more or less, or nil where the counts of allocations did not change.
  package let allocations: Measured<AllocationSites>?

  package init(
    benchmark: String, verdict: Verdict, explanation: Measured<Explanation>,
    allocations: Measured<AllocationSites>? = nil
  ) {
    self.benchmark = benchmark
    self.verdict = verdict
    self.explanation = explanation
    self.allocations = allocations
  }
}
