extension TransitionStage {
  /// The cart-fold, presented.
  public static func cartFoldPresent(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = CartFoldDelegate(sheet: scene.presented)
    scene.start { try scene.presenter.present(scene.presented, animated: true) }
    return scene.presentation(duration: 2 * CartFold.stage, owners: [delegate])
  }

  /// The cart-fold, dismissed without a finger.
  public static func cartFoldDismiss(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = ModalScene(parameters)
    let delegate = CartFoldDelegate(sheet: scene.presented)
    scene.presentBeforehand()
    scene.start { try scene.presented.dismiss(animated: true) }
    return scene.dismissal(duration: 2 * CartFold.stage, owners: [delegate])
  }
}
