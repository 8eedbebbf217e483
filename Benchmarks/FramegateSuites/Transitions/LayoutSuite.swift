import BenchmarkModel
import FrameTiming
import FramegateKit
import HeadlessUI

extension BenchmarkRegistry {
  /// Adds the scenarios whose work is layout: a sheet, a rotation and a list, each with the scenes
  /// of the transitions.
  ///
  /// `--layers` has no effect here. Without a scene, only bare pages move; a list then has the
  /// cells of a light scene.
  mutating func addLayoutSuite() {
    for layout in LayoutScenario.allCases {
      scenario(
        layout.rawValue, duration: Duration(wholeNanosecondsIn: layout.duration),
        budget: [RefreshRate.hz60, .hz120].flatMap {
          [.noDroppedFrames(at: $0), .firstFrame(lateBy: 0, at: $0)]
        },
        frameRates: Self.frameRates(slowAfter: layout.isSlowAfter),
        sceneBudgets: SceneBudgets.budgets(of: layout.rawValue),
        variants: Self.layerVariants, scenes: GalleryScene.sizes
      ) { parameters in
        let parameters = StageParameters(parameters)
        let stage = LayoutStage(layout, parameters)
        return Scenario {
          stage.begin()
        } inspect: { fractions in
          let stage = LayoutStage(layout, parameters.withoutScene)
          stage.begin()
          return stage.states(at: fractions)
        } review: {
          LayoutStage(layout, parameters.withoutScene).review()
        } frame: { frame in
          stage.advance(to: frame.targetTimestamp.wholeNanoseconds)
        }
      }
    }
  }
}
