import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A modal that nobody supplied an animator for: up from the bottom edge, on a spring.
  mutating func addSystemDefaultScenarios() {
    transition("systemDefault.present", duration: .nanoseconds(505_823_788)) {
      .systemDefaultPresent($0)
    }
    transition("systemDefault.dismiss", duration: .nanoseconds(505_823_788)) {
      .systemDefaultDismiss($0)
    }
  }
}
