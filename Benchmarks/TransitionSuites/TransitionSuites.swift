public import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// Adds every transition of HeadlessUI's gallery as a scenario, from the simplest to the most
  /// interactive.
  public mutating func addTransitionSuites() {
    for transition in GalleryTransition.catalog { add(transition) }
  }
}
