import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A card that springs in from the right, and is swiped out from the left edge.
  mutating func addEdgeSwipeCardScenarios() {
    transition("edgeSwipeCard.present", duration: .milliseconds(700)) { .edgeSwipeCardPresent($0) }
    transition("edgeSwipeCard.dismiss", duration: .milliseconds(700)) { .edgeSwipeCardDismiss($0) }
    interactive(.edgeSwipeCard)
  }
}
