import BenchmarkModel
import FrameTiming
import FramegateKit
import HeadlessUI
import LayerKernels

extension BenchmarkRegistry {
  /// Adds every transition of HeadlessUI's gallery as a scenario, from the simplest to the most
  /// interactive, and the parts of their scenes' frames.
  mutating func addTransitionSuites() {
    for transition in GalleryTransition.catalog { add(transition) }
    addLayoutSuite()
    addSceneSuite()
  }

  /// Adds a scenario that plays one transition: `transition.` and its name.
  ///
  /// At 60 and 120 Hz, no frame may be dropped, and the first one must be on time; what frames
  /// should cost on each scene is in ``SceneBudgets``. Setup builds the state before the tap. The
  /// first frame also starts the transition and loads the coming page. Every frame is one tick of
  /// the engine, the walk through the views of the scene, and all decorative layers.
  private mutating func add(_ transition: GalleryTransition) {
    scenario(
      "transition.\(transition.name)", duration: Duration(wholeNanosecondsIn: transition.duration),
      budget: [RefreshRate.hz60, .hz120].flatMap {
        [.noDroppedFrames(at: $0), .firstFrame(lateBy: 0, at: $0)]
      },
      frameRates: Self.frameRates(slowAfter: transition.isSlowAfter),
      sceneBudgets: SceneBudgets.budgets(of: "transition.\(transition.name)"),
      variants: Self.layerVariants, scenes: GalleryScene.sizes,
      // That of `block`; the other variants differ by a few bytes.
      bytesPerLayer: BlockLayerBatch.bytesPerLayer
    ) { parameters in
      let parameters = StageParameters(parameters)
      // Inspect the transition without a scene: it moves in the same way in all scenes.
      let bare = parameters.withoutScene
      let stage = transition.prepareStage(parameters)
      return Scenario {
        stage.begin()
      } inspect: { fractions in
        transition.makeStage(bare).states(at: fractions)
      } review: {
        transition.prepareStage(bare).review()
      } frame: { frame in
        stage.advance(to: frame.targetTimestamp.wholeNanoseconds)
      }
    }
  }

  /// The display's maximum rate while something moves fast or follows a finger, and 60 or 80 Hz
  /// from a time on; empty for an animation that is fast to its end.
  static func frameRates(slowAfter seconds: Double?) -> [FrameRateRequest] {
    guard let seconds else { return [] }
    return [
      .from(.zero, minimum: 80, maximum: 120),
      .from(Duration(wholeNanosecondsIn: seconds), minimum: 60, maximum: 80),
    ]
  }

  /// The variants that can evaluate the layers, the fastest portable one first.
  static let layerVariants: [Variant] =
    ([.block] + LayerBatchVariant.allCases.filter { $0 != .block })
    .map { Variant(rawValue: $0.rawValue) }
}

extension StageParameters {
  /// Converts the harness's parameters.
  init(_ parameters: ScenarioParameters) {
    self.init(
      layers: parameters.layers,
      scene: parameters.scene.flatMap(GalleryScene.init)?.shape,
      // The harness only passes variants that the scenario offers.
      variant: parameters.variant.flatMap { LayerBatchVariant(rawValue: $0.rawValue) } ?? .block,
      screen: Size(width: parameters.screen.width, height: parameters.screen.height))
  }
}

extension StageParameters {
  /// The same parameters with bare pages.
  var withoutScene: StageParameters {
    var parameters = self
    parameters.scene = nil
    return parameters
  }
}

extension Duration {
  /// The number of seconds, rounded up to whole nanoseconds.
  ///
  /// Rounded up, so that the last animation fits. An excess of less than a thousandth of a
  /// nanosecond is a rounding error, and is ignored.
  init(wholeNanosecondsIn seconds: Double) {
    self = .nanoseconds(Int64((seconds * 1e9 - 1e-3).rounded(.up)))
  }
}
