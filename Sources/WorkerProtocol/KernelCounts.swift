/// What the kernel did for the prepared benchmark or scenario.
package struct KernelCounts: Codable, Sendable {
  /// By the metric's name: all iterations together, or a count per frame for each rate.
  package let counts: [String: [[Int]]]

  /// Why other metrics were not counted.
  package let missing: [String: String]

  package init(counts: [String: [[Int]]], missing: [String: String]) {
    self.counts = counts
    self.missing = missing
  }
}
