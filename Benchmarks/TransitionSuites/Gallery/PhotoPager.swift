import HeadlessUI

/// Shows one of several photos, and turns to the next or the previous one.
final class PhotoPager {
  let view: ImageView
  let photos: [Image]

  /// The photo that is shown.
  private(set) var index = 0

  /// How one photo replaces another; the direction sets the subtype.
  private(set) var transition: ContentTransition

  /// Creates a pager that shows the first photo, if there is one.
  init(view: ImageView, photos: [Image], transition: ContentTransition) {
    self.view = view
    self.photos = photos
    self.transition = transition
    view.image = photos.first
  }

  /// Turns to the next photo, which enters from the right; does nothing at the last one.
  func showNext() {
    turn(to: index + 1, entering: .fromRight)
  }

  /// Turns to the previous photo, which enters from the left; does nothing at the first one.
  func showPrevious() {
    turn(to: index - 1, entering: .fromLeft)
  }

  private func turn(to newIndex: Int, entering subtype: ContentTransition.Subtype) {
    guard photos.indices.contains(newIndex) else { return }
    transition.subtype = subtype
    view.add(transition)
    view.image = photos[newIndex]
    index = newIndex
  }
}

extension GalleryTransition {
  static let layerContent = [ContentTransition.Kind.fade, .moveIn, .push, .reveal, .cube].map {
    content($0)
  }

  /// One photo replaced by the next, over a second; `from` and `to` imitate the two contents.
  static func content(_ kind: ContentTransition.Kind) -> GalleryTransition {
    let transition = ContentTransition(kind, duration: 1)
    return GalleryTransition("layerContent.\(kind.rawValue)", duration: transition.duration) {
      screen in
      let engine = Engine()
      let window = Window(engine: engine, size: screen)
      let old = ViewController(engine: engine, name: "old")
      let new = ViewController(engine: engine, name: "new")
      let photo = ImageView.aspectFill(
        engine: engine, name: "photo", image: nil, frame: window.bounds)
      window.addSubview(photo)
      for face in [old.view, new.view] as [View] {
        face.frame = photo.bounds
        photo.addSubview(face)
      }
      let photos = ["first", "second"].map { Image(name: $0, size: screen) }
      let pager = PhotoPager(view: photo, photos: photos, transition: transition)
      pager.place(old: old.view, new: new.view)
      return TransitionScene(
        window: window, from: old, to: new, owners: [pager], begin: { pager.showNext() },
        afterTick: { pager.place(old: old.view, new: new.view) })
    }
  }
}

extension PhotoPager {
  /// Moves two subviews of the photo to where the transition draws the old and the new contents.
  fileprivate func place(old: View, new: View) {
    let faces =
      view.contentFaces()?.faces
      ?? transition.faces(at: index == 0 ? 0 : 1, size: view.bounds.size)
    apply(faces.old, to: old)
    apply(faces.new, to: new)
    new.zPosition = faces.isNewOnTop ? 1 : -1
  }

  private func apply(_ face: ContentTransition.Face, to subview: View) {
    subview.center = view.bounds.center + face.offset
    subview.alpha = face.isVisible ? face.alpha : 0
    subview.transform = face.transform
  }
}
