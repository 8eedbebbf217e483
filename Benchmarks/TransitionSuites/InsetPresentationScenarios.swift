import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// An inset card drops in from above, and fades on its way out.
  mutating func addInsetPresentationScenarios() {
    transition("insetPresentation.present", duration: .milliseconds(500)) { .insetPresent($0) }
    transition("insetPresentation.dismiss", duration: .milliseconds(500)) { .insetDismiss($0) }
  }
}
