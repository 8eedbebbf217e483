import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A card that rises over its shrinking presenter, and is pulled down.
  mutating func addMusicCardScenarios() {
    transition("musicCard.present", duration: .milliseconds(480)) { .musicCardPresent($0) }
    transition("musicCard.dismiss", duration: .milliseconds(480)) { .musicCardDismiss($0) }
    interactive(.musicCard)
  }
}
