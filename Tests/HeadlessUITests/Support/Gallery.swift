import HeadlessUI

/// Every stage, so that laws can be tested over all of them.
enum Gallery {
  typealias Maker = @Sendable (StageParameters) -> TransitionStage

  /// Stages whose course does not depend on which ticks run.
  static let withoutTouches: [Maker] = [
    TransitionStage.systemDefaultPresent, TransitionStage.systemDefaultDismiss,
    TransitionStage.cartFoldPresent, TransitionStage.cartFoldDismiss,
    TransitionStage.topDropPresent, TransitionStage.topDropDismiss,
    TransitionStage.insetPresent, TransitionStage.insetDismiss,
    TransitionStage.sideSlidePresent, TransitionStage.sideSlideDismiss,
    TransitionStage.cornerPush, TransitionStage.cornerPop, TransitionStage.shrinkTab,
    TransitionStage.photoBrowserPresent, TransitionStage.photoBrowserDismiss,
    TransitionStage.edgeSwipeCardPresent, TransitionStage.edgeSwipeCardDismiss,
    TransitionStage.musicCardPresent, TransitionStage.musicCardDismiss,
    { .contentTransition(.fade, $0) }, { .contentTransition(.push, $0) },
    { .contentTransition(.cube, $0) },
  ]

  /// Stages with a touch script; finished ones first.
  static let withTouches: [Maker] = [true, false].flatMap { finishing in
    DraggedTransition.allCases.map { dragged -> Maker in
      { @Sendable parameters in .dragged(dragged, finishing: finishing, parameters) }
    }
  }

  static let all = withoutTouches + withTouches
}
