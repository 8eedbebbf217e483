import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A page pushed from the top right corner onto a navigation stack, and popped to it.
  mutating func addCornerPushScenarios() {
    transition("cornerPush.push", duration: .milliseconds(500)) { .cornerPush($0) }
    transition("cornerPush.pop", duration: .milliseconds(500)) { .cornerPop($0) }
  }
}
