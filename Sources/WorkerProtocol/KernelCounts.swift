/// The kernel's counts for the prepared benchmark or scenario.
package struct KernelCounts: Codable, Sendable {
  /// By the metric's name: one total of all iterations, or for each rate a count per frame.
  package let counts: [String: [[Int]]]

  /// By the metric's name, why it was not counted.
  package let missing: [String: String]

  package init(counts: [String: [[Int]]], missing: [String: String]) {
    self.counts = counts
    self.missing = missing
  }
}
