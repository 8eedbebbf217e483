// Stages of the interactive dismissals: a recorded drag of a third of a second, then a release.
extension TransitionStage {
  /// A transition under a recorded drag that ends past its threshold, or short of it.
  public static func dragged(
    _ transition: DraggedTransition, finishing: Bool,
    _ parameters: StageParameters = StageParameters()
  ) -> TransitionStage {
    let scene = ModalScene(parameters)
    let screen = parameters.screen
    let fraction = transition.releaseFraction(finishing: finishing)
    let (delegate, start, way): (AnyObject, Point, Point)
    switch transition {
    case .cartFold:
      delegate = CartFoldDelegate(sheet: scene.presented)
      start = Point(x: screen.width / 2, y: screen.height / 2)
      way = Point(x: 0, y: CartFold.dragDistance)
    case .sideSlide:
      delegate = SideSlideDelegate(scene.presented)
      start = Point(x: 0.2 * screen.width, y: screen.height / 2)
      way = Point(x: screen.width, y: 0)
    case .edgeSwipeCard:
      delegate = EdgeSwipeCardDelegate(scene.presented)
      start = Point(x: 16, y: screen.height / 2)
      way = Point(x: screen.width, y: 0)
    case .musicCard:
      delegate = MusicCardDelegate(scene.presented)
      start = Point(x: screen.width / 2, y: 0.2 * screen.height)
      way = Point(x: 0, y: screen.height - MusicCard.topOffset)
    }
    let script = TouchScript.drag(
      from: start, to: start + way * fraction, seconds: DraggedTransition.drag)
    return scene.dragging(
      script, duration: transition.duration(finishing: finishing), owner: delegate)
  }
}
