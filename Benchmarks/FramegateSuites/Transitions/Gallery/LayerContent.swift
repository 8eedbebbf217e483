import Articles
import HeadlessUI

extension GalleryTransition {
  static let layerContent = [ContentTransition.Kind.fade, .moveIn, .push, .reveal, .cube].map {
    content($0)
  }

  /// One photo of the photo browser is replaced by the next, in one second; the views `from` and
  /// `to` imitate the two contents.
  static func content(_ kind: ContentTransition.Kind) -> GalleryTransition {
    GalleryTransition("layerContent.\(kind.rawValue)", duration: 1) { screen in
      let engine = Engine()
      let window = Window(engine: engine, size: screen)
      let photos = Article.photoBrowser(
        engine, ["first", "second"].map { Image(name: $0, size: screen) }, opening: 0, turn: kind)
      window.rootViewController = photos.browser
      let faces = ContentFaces(photos.imageView, kind)
      return TransitionScene(
        window: window, from: faces.old, to: faces.new, owners: [photos.list, photos.browser],
        begin: {
          photos.showNext()
          faces.hasBegun = true
        },
        afterTick: { faces.place() })
    }
  }
}

/// Two pages on an image view, at the places where a content transition draws the old and the new
/// contents.
private final class ContentFaces {
  let old: ViewController
  let new: ViewController
  var hasBegun = false

  private let imageView: ImageView
  private let kind: ContentTransition.Kind

  /// Adds both pages, at their places at the start of the transition.
  init(_ imageView: ImageView, _ kind: ContentTransition.Kind) {
    self.imageView = imageView
    self.kind = kind
    old = ViewController(engine: imageView.engine, name: "old")
    new = ViewController(engine: imageView.engine, name: "new")
    for face in [old, new] {
      face.view.frame = imageView.bounds
      imageView.addSubview(face.view)
    }
    place()
  }

  /// Moves both pages to the places where the transition draws the contents now.
  func place() {
    let faces =
      imageView.contentFaces(forKey: "transition")?.faces
      ?? ContentTransition(kind).faces(at: hasBegun ? 1 : 0, size: imageView.bounds.size)
    apply(faces.old, to: old.view)
    apply(faces.new, to: new.view)
    new.view.zPosition = faces.isNewOnTop ? 1 : -1
  }

  private func apply(_ face: ContentTransition.Face, to view: View) {
    view.center = imageView.bounds.center + face.offset
    view.alpha = face.isVisible ? face.alpha : 0
    view.transform = face.transform
  }
}
