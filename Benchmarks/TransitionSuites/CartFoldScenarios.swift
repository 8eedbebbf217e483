import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A shop page folds back while a product sheet rises, and comes forward again.
  mutating func addCartFoldScenarios() {
    transition("cartFold.present", duration: .milliseconds(500)) { .cartFoldPresent($0) }
    transition("cartFold.dismiss", duration: .milliseconds(500)) { .cartFoldDismiss($0) }
    interactive(.cartFold)
  }
}
