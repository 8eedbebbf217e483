import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A full-screen modal slides in from the right edge, and is dragged out again.
  mutating func addSideSlideScenarios() {
    transition("sideSlide.present", duration: .milliseconds(500)) { .sideSlidePresent($0) }
    transition("sideSlide.dismiss", duration: .milliseconds(500)) { .sideSlideDismiss($0) }
    interactive(.sideSlide)
  }
}
