// Stages of the modal transitions, one function for each way to play them.
extension TransitionStage {
  public static func systemDefaultPresent(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    ModalScene(parameters).presenting(duration: SystemDefaultAnimator.duration)
  }

  public static func systemDefaultDismiss(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    ModalScene(parameters).dismissing(duration: SystemDefaultAnimator.duration)
  }

  public static func cartFoldPresent(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = CartFoldDelegate(sheet: scene.presented)
    return scene.presenting(duration: 2 * CartFold.stage, owner: delegate)
  }

  public static func cartFoldDismiss(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = CartFoldDelegate(sheet: scene.presented)
    return scene.dismissing(duration: 2 * CartFold.stage, owner: delegate)
  }

  public static func topDropPresent(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = TopDropDelegate(scene.presented)
    return scene.presenting(duration: TopDropAnimator.duration, owner: delegate)
  }

  public static func topDropDismiss(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = TopDropDelegate(scene.presented)
    return scene.dismissing(duration: TopDropAnimator.duration, owner: delegate)
  }

  public static func insetPresent(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = InsetPresentationDelegate(scene.presented)
    return scene.presenting(duration: InsetPresentationAnimator.duration, owner: delegate)
  }

  public static func insetDismiss(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = InsetPresentationDelegate(scene.presented)
    return scene.dismissing(duration: InsetPresentationAnimator.duration, owner: delegate)
  }

  public static func sideSlidePresent(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = SideSlideDelegate(scene.presented)
    return scene.presenting(duration: SideSlideAnimator.duration, owner: delegate)
  }

  public static func sideSlideDismiss(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = SideSlideDelegate(scene.presented)
    return scene.dismissing(duration: SideSlideAnimator.duration, owner: delegate)
  }

  public static func edgeSwipeCardPresent(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = EdgeSwipeCardDelegate(scene.presented)
    return scene.presenting(duration: EdgeSwipeCardAnimator.duration, owner: delegate)
  }

  public static func edgeSwipeCardDismiss(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = EdgeSwipeCardDelegate(scene.presented)
    return scene.dismissing(duration: EdgeSwipeCardAnimator.duration, owner: delegate)
  }

  public static func musicCardPresent(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = MusicCardDelegate(scene.presented)
    return scene.presenting(duration: MusicCard.duration, owner: delegate)
  }

  public static func musicCardDismiss(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = MusicCardDelegate(scene.presented)
    return scene.dismissing(duration: MusicCard.duration, owner: delegate)
  }
}
