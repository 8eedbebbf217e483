public import BenchmarkHarness

extension BenchmarkRegistry {
  /// Adds every transition of the gallery as scenarios.
  public mutating func addTransitionSuites() {
    addCartFoldScenarios()
  }
}
