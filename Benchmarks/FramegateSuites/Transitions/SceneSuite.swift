import BenchmarkModel
import FramegateKit
import HeadlessUI
import LayerKernels

extension BenchmarkRegistry {
  /// Adds the parts of a scene's frame as separate benchmarks.
  ///
  /// `scene.tick.<views>` is the engine's part, `scene.walk.<views>.<variant>` computes the display
  /// list from the views' presentation values, and `scene.layout.<views>` lays out every view,
  /// including all text, for another width.
  ///
  /// One operation is one frame. Run them with `--filter '^scene\.'`; a run without options
  /// measures whole frames.
  mutating func addSceneSuite() {
    for views in [40, 400, 1_500, 40_000] {
      let shape = SceneShape.scaled(toViews: views)
      func options(isReference: Bool = false) -> BenchmarkOptions {
        BenchmarkOptions(
          isReference: isReference, runsByDefault: false,
          parameter: BenchmarkParameter("views", views))
      }
      benchmark(
        "scene.tick", options: options(),
        work: .init {
          SceneStage(shape, variant: .block)
        } body: { stage in
          stage.tick()
          blackHole(stage)
        })
      for variant in TreeWalkVariant.allCases {
        benchmark(
          "scene.walk", variant: Variant(rawValue: variant.rawValue),
          options: options(isReference: variant == .struct),
          work: .init {
            SceneStage(shape, variant: variant)
          } body: { stage in
            stage.walk()
            blackHole(stage.displayList.quads.count)
          })
      }
      benchmark(
        "scene.layout", options: options(),
        work: .init {
          SceneStage(shape, variant: .block)
        } body: { stage in
          stage.layOut()
          blackHole(stage)
        })
    }
  }
}
