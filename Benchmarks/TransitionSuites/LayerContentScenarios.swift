import BenchmarkHarness
import HeadlessUI

extension BenchmarkRegistry {
  /// A photo replaced by the next one, inside of one view.
  mutating func addLayerContentScenarios() {
    for kind in [ContentTransition.Kind.fade, .moveIn, .push, .reveal, .cube] {
      transition("layerContent.\(kind.rawValue)", duration: .seconds(1)) {
        .contentTransition(kind, $0)
      }
    }
  }
}
