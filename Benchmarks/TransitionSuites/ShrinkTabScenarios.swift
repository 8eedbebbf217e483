import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A tab that shrinks to the centre and uncovers the next one.
  mutating func addShrinkTabScenarios() {
    transition("shrinkTab.switch", duration: .milliseconds(500)) { .shrinkTab($0) }
  }
}
