// Stages of the photo browser and of the turn from one photo to the next.
extension TransitionStage {
  /// A thumbnail that grows to full width.
  public static func photoBrowserPresent(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = photoScene(parameters)
    return scene.modal.presenting(duration: PhotoBrowser.duration, owner: scene.delegate)
  }

  /// A photo that shrinks back to its thumbnail.
  public static func photoBrowserDismiss(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = photoScene(parameters)
    return scene.modal.dismissing(duration: PhotoBrowser.duration, owner: scene.delegate) {
      scene.viewer.show(
        scene.photo,
        at: PhotoBrowser.endRect(imageSize: scene.photo.size, screen: parameters.screen))
    }
  }

  /// One photo replaced by the next; `from` and `to` are the two contents.
  public static func contentTransition(
    _ kind: ContentTransition.Kind, _ parameters: StageParameters = StageParameters()
  ) -> TransitionStage {
    let engine = Engine()
    let window = Window(engine: engine, size: parameters.screen)
    let (old, new) = (
      ViewController(engine: engine, name: "old"), ViewController(engine: engine, name: "new")
    )
    let photo = ImageView.aspectFill(
      engine: engine, name: "photo", image: nil, frame: window.bounds)
    window.addSubview(photo)
    for face in [old.view, new.view] {
      face.frame = photo.bounds
      photo.addSubview(face)
    }
    let photos = ["first", "second"].map { Image(name: $0, size: parameters.screen) }
    let pager = PhotoPager(
      view: photo, photos: photos, transition: ContentTransition(kind, duration: 1))
    engine.start { pager.showNext() }
    let stage = TransitionStage(
      window: window, from: old, to: new, duration: 1, owners: [pager], parameters: parameters)
    stage.afterTick = { [unowned stage] in stage.place(photo, pager.transition) }
    stage.place(photo, pager.transition)
    return stage
  }

  /// Puts the two views that stand for old and new contents where the transition draws them.
  private func place(_ photo: View, _ transition: ContentTransition) {
    let faces = photo.contentFaces()?.faces ?? transition.faces(at: 1, size: photo.bounds.size)
    apply(faces.old, to: from, of: photo)
    apply(faces.new, to: to, of: photo)
    to.zPosition = faces.isNewOnTop ? 1 : -1
  }

  private func apply(_ face: ContentTransition.Face, to view: View, of photo: View) {
    view.center = photo.bounds.center + face.offset
    view.alpha = face.isVisible ? face.alpha : 0
    view.transform = face.transform
  }

  private static func photoScene(
    _ parameters: StageParameters
  ) -> (modal: ModalScene, delegate: PhotoBrowserDelegate, viewer: PhotoViewer, photo: Image) {
    let photo = Image(name: "photo", size: Size(width: 800, height: 600))
    var (list, viewer): (PhotoList?, PhotoViewer?)
    let modal = ModalScene(parameters) { engine in
      let photos = [Image?](repeating: photo, count: 9)
      let controller = PhotoList(engine: engine, name: "list", photos: photos)
      list = controller
      return controller
    } presented: { engine in
      let controller = PhotoViewer(engine: engine, name: "viewer", index: 4)
      viewer = controller
      return controller
    }
    guard let list, let viewer else { preconditionFailure("The photo scene was not built") }
    let delegate = PhotoBrowserDelegate(viewer, index: 4, source: list, dismissalSource: viewer)
    return (modal, delegate, viewer, photo)
  }
}
