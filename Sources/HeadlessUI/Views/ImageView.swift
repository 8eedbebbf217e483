/// A view that shows a picture.
final class ImageView: View {
  /// How the picture fills the view.
  enum ContentMode: Sendable {
    case scaleToFill, aspectFit, aspectFill
  }

  var contentMode = ContentMode.scaleToFill

  /// The picture, which is the view's contents.
  var image: Image? {
    get { contents }
    set { contents = newValue }
  }

  /// Creates a view as photo transitions use it: filled by its picture, and clipped.
  static func aspectFill(
    engine: Engine, name: String, image: Image?, frame: Rect = .zero
  ) -> ImageView {
    let view = ImageView(engine: engine, name: name, frame: frame)
    view.image = image
    view.contentMode = .aspectFill
    view.clipsToBounds = true
    return view
  }
}

/// A picture, reduced to its name and size.
struct Image: Hashable, Sendable {
  var name: String

  /// In points; may be zero when nothing has been loaded.
  var size: Size
}
