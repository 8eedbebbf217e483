import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A thumbnail that grows to full width, and shrinks back.
  mutating func addPhotoBrowserScenarios() {
    transition("photoBrowser.present", duration: .milliseconds(600)) { .photoBrowserPresent($0) }
    transition("photoBrowser.dismiss", duration: .milliseconds(600)) { .photoBrowserDismiss($0) }
  }
}
