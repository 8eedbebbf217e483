import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A full-screen modal drops in from above the top edge, and leaves there.
  mutating func addTopDropScenarios() {
    transition("topDrop.present", duration: .milliseconds(500)) { .topDropPresent($0) }
    transition("topDrop.dismiss", duration: .milliseconds(500)) { .topDropDismiss($0) }
  }
}
