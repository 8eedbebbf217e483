/// A view that shows a picture.
open class ImageView: View {
  public typealias ContentMode = View.ContentMode

  /// Creates a view on the current engine, as large as its picture.
  public convenience init(image: Image?) {
    self.init(frame: Rect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
  }

  /// The picture, which is the view's contents.
  public var image: Image? {
    get { contents }
    set {
      contents = newValue
      invalidateIntrinsicContentSize()
    }
  }

  /// The rectangle in which the picture is drawn on screen now, in points of the bounds, before
  /// clipping; nil without a picture.
  public var drawnRect: Rect? {
    image.map { contentMode.rect(of: $0.size, in: presentation.bounds) }
  }

  /// The part of the picture that is visible now, as fractions of its width and height, or nil if
  /// none of it is.
  ///
  /// The whole picture unless the view clips to its bounds.
  public var visiblePart: Rect? {
    guard let drawn = drawnRect, drawn.width > 0, drawn.height > 0 else { return nil }
    guard clipsToBounds else { return Rect(x: 0, y: 0, width: 1, height: 1) }
    let bounds = presentation.bounds
    let (left, right) = (max(drawn.minX, bounds.minX), min(drawn.maxX, bounds.maxX))
    let (top, bottom) = (max(drawn.minY, bounds.minY), min(drawn.maxY, bounds.maxY))
    guard left < right, top < bottom else { return nil }
    return Rect(
      x: (left - drawn.minX) / drawn.width, y: (top - drawn.minY) / drawn.height,
      width: (right - left) / drawn.width, height: (bottom - top) / drawn.height)
  }

  /// The size of the picture.
  open override func sizeThatFits(_ limit: Size) -> Size { image?.size ?? .zero }

  override func makeCopy() -> View {
    let copy = ImageView(engine: engine, name: "\(name) snapshot")
    copy.image = image
    copy.contentMode = contentMode
    return copy
  }

  /// Creates a view for photo transitions: its picture fills it and is clipped.
  public static func aspectFill(
    engine: Engine, name: String, image: Image?, frame: Rect = .zero
  ) -> ImageView {
    let view = ImageView(engine: engine, name: name, frame: frame)
    view.image = image
    view.contentMode = .scaleAspectFill
    view.clipsToBounds = true
    return view
  }
}

extension View {
  /// How a picture fills the view that shows it.
  public enum ContentMode: Int, Sendable {
    case scaleToFill = 0
    case scaleAspectFit = 1
    case scaleAspectFill = 2
    /// The same as `scaleToFill`, because nothing is redrawn here.
    case redraw = 3
    case center = 4
    case top = 5
    case bottom = 6
    case left = 7
    case right = 8
    case topLeft = 9
    case topRight = 10
    case bottomLeft = 11
    case bottomRight = 12
  }
}

extension View.ContentMode {
  /// The rectangle in which a picture of a size is drawn in a view's bounds.
  ///
  /// If the picture does not fill the bounds exactly, it is at the edges that the mode names, or
  /// centered. If it has no area or is not finite, the rectangle is a point; but `scaleToFill`
  /// always fills the bounds.
  public func rect(of picture: Size, in bounds: Rect) -> Rect {
    let scales = (bounds.width / picture.width, bounds.height / picture.height)
    let hasArea =
      picture.width > 0 && picture.height > 0 && picture.width.isFinite && picture.height.isFinite
      && scales.0.isFinite && scales.1.isFinite
    let scale: Double
    switch self {
    case .scaleToFill, .redraw: return bounds
    case .scaleAspectFit: scale = hasArea ? min(scales.0, scales.1) : 0
    case .scaleAspectFill: scale = hasArea ? max(scales.0, scales.1) : 0
    case .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight:
      scale = hasArea ? 1 : 0
    }
    let size = Size(
      width: hasArea ? picture.width * scale : 0, height: hasArea ? picture.height * scale : 0)
    let place = unitPlace
    return Rect(
      origin: Point(
        x: bounds.minX + place.x * (bounds.width - size.width),
        y: bounds.minY + place.y * (bounds.height - size.height)),
      size: size)
  }

  /// The position of the picture in the free space, in unit coordinates.
  private var unitPlace: Point {
    switch self {
    case .scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw, .center: Point(x: 0.5, y: 0.5)
    case .top: Point(x: 0.5, y: 0)
    case .bottom: Point(x: 0.5, y: 1)
    case .left: Point(x: 0, y: 0.5)
    case .right: Point(x: 1, y: 0.5)
    case .topLeft: Point(x: 0, y: 0)
    case .topRight: Point(x: 1, y: 0)
    case .bottomLeft: Point(x: 0, y: 1)
    case .bottomRight: Point(x: 1, y: 1)
    }
  }
}

/// A picture, reduced to its name and size.
public struct Image: Hashable, Sendable {
  public var name: String

  /// The size in points; may be zero if nothing has been loaded.
  public var size: Size

  public init(name: String, size: Size) {
    self.name = name
    self.size = size
  }
}
