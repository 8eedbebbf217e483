/// A view that shows a picture.
public final class ImageView: View {
  /// How the picture fills the view.
  public enum ContentMode: Sendable {
    case scaleToFill, aspectFit, aspectFill
  }

  public var contentMode = ContentMode.scaleToFill

  /// The picture, which is the view's contents.
  public var image: Image? {
    get { contents }
    set { contents = newValue }
  }

  /// Creates a view as transitions of photos use it: filled, cut off at its bounds.
  public static func aspectFill(
    engine: Engine, name: String, image: Image?, frame: Rect = .zero
  ) -> ImageView {
    let view = ImageView(engine: engine, name: name, frame: frame)
    view.image = image
    view.contentMode = .aspectFill
    view.clipsToBounds = true
    return view
  }
}
