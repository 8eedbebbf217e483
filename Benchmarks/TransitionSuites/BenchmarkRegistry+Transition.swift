import BenchmarkHarness
import BenchmarkModel
import FrameTiming
import HeadlessUI
import MotionKernels

extension BenchmarkRegistry {
  /// Adds a scenario that plays one transition: `transition.` and `name`.
  ///
  /// No frame may be dropped at 60 and 120 Hz. Setup builds the stage and starts the transition; a
  /// frame is one tick of the engine and all decorative layers.
  mutating func transition(
    _ name: String, duration: Duration,
    makeStage: @escaping (StageParameters) -> TransitionStage
  ) {
    scenario(
      "transition.\(name)", duration: duration,
      budget: [.noDroppedFrames(at: .hz60), .noDroppedFrames(at: .hz120)],
      variants: Self.layerVariants
    ) { parameters in
      let parameters = StageParameters(parameters)
      let stage = makeStage(parameters)
      return Scenario { fractions in
        fractions.map { fraction in
          makeStage(parameters).snapshots(atFraction: fraction).map(ViewState.init)
        }
      } frame: { frame in
        stage.advance(to: frame.targetTimestamp.wholeNanoseconds)
      }
    }
  }

  /// Adds the two ends of an interactive dismissal: `interactive.finish` and `interactive.cancel`.
  ///
  /// Each lasts as long as its touch script and the leg after it.
  mutating func interactive(_ dragged: DraggedTransition) {
    for finishing in [true, false] {
      let seconds = dragged.duration(finishing: finishing)
      transition(
        "\(dragged.rawValue).interactive.\(finishing ? "finish" : "cancel")",
        duration: .nanoseconds(Int64((seconds * 1e9).rounded()))
      ) {
        .dragged(dragged, finishing: finishing, $0)
      }
    }
  }

  /// The variants that layers can be evaluated on, the fastest portable one first.
  private static let layerVariants: [Variant] =
    ([.block] + LayerBatchVariant.allCases.filter { $0 != .block })
    .map { Variant(rawValue: $0.rawValue) }
}

extension StageParameters {
  /// What the harness asks for, in the terms of a stage.
  init(_ parameters: ScenarioParameters) {
    self.init(
      layers: parameters.layers,
      // The harness only passes variants that the scenario offers.
      variant: parameters.variant.flatMap { LayerBatchVariant(rawValue: $0.rawValue) } ?? .block,
      screen: Size(width: parameters.screen.width, height: parameters.screen.height))
  }
}

extension ViewState {
  /// What `framegate inspect` prints of one view.
  init(_ snapshot: ViewSnapshot) {
    let frame = snapshot.frame
    self.init(
      name: snapshot.name, frame: [frame.minX, frame.minY, frame.width, frame.height],
      transform: snapshot.transform.entries, alpha: snapshot.alpha)
  }
}
