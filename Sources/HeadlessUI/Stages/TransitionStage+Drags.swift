// Stages of the interactive dismissals: a recorded drag of a third of a second, then a release.
extension TransitionStage {
  /// Seconds of a drag.
  static let dragDuration = 1.0 / 3

  /// The cart-fold, dragged down; finished past half of the way, or cancelled.
  public static func cartFoldDrag(
    finishing: Bool, _ parameters: StageParameters = StageParameters()
  ) -> TransitionStage {
    let scene = ModalScene(parameters)
    let delegate = CartFoldDelegate(sheet: scene.presented)
    let way = CartFold.dragDistance * (finishing ? 0.6 : 0.3)
    return scene.dragging(
      .drag(from: scene.middle, to: scene.middle + Point(x: 0, y: way), seconds: dragDuration),
      leg: finishing ? 2 * CartFold.stage : CartFold.stage, owner: delegate)
  }

  /// The side-slide, dragged to the right.
  public static func sideSlideDrag(
    finishing: Bool, _ parameters: StageParameters = StageParameters()
  ) -> TransitionStage {
    let scene = ModalScene(parameters)
    let delegate = SideSlideDelegate(scene.presented)
    let start = Point(x: 0.2 * parameters.screen.width, y: scene.middle.y)
    let way = parameters.screen.width * (finishing ? 0.6 : 0.3)
    return scene.dragging(
      .drag(from: start, to: start + Point(x: way, y: 0), seconds: dragDuration),
      leg: SideSlideInteraction.legDuration, owner: delegate)
  }

  /// The edge-swipe card, swiped from the left edge.
  public static func edgeSwipeCardDrag(
    finishing: Bool, _ parameters: StageParameters = StageParameters()
  ) -> TransitionStage {
    let scene = ModalScene(parameters)
    let delegate = EdgeSwipeCardDelegate(scene.presented)
    let fraction = finishing ? 0.4 : 0.2
    let start = Point(x: 16, y: scene.middle.y)
    let way = parameters.screen.width * fraction
    return scene.dragging(
      .drag(from: start, to: start + Point(x: way, y: 0), seconds: dragDuration),
      leg: (finishing ? 1 - fraction : fraction) * EdgeSwipeCardAnimator.duration, owner: delegate)
  }

  /// The music card, pulled down.
  public static func musicCardDrag(
    finishing: Bool, _ parameters: StageParameters = StageParameters()
  ) -> TransitionStage {
    let scene = ModalScene(parameters)
    let delegate = MusicCardDelegate(scene.presented)
    let fraction = finishing ? 0.4 : 0.2
    let start = Point(x: scene.middle.x, y: 0.2 * parameters.screen.height)
    let way = (parameters.screen.height - MusicCard.topOffset) * fraction
    return scene.dragging(
      .drag(from: start, to: start + Point(x: 0, y: way), seconds: dragDuration),
      leg: (finishing ? 1 - fraction : fraction) * MusicCard.duration, owner: delegate)
  }
}

extension ModalScene {
  /// The middle of the screen.
  var middle: Point {
    Point(x: parameters.screen.width / 2, y: parameters.screen.height / 2)
  }
}
