public import MotionKernels

/// The animatable properties of a view at one instant.
///
/// A view has two sets of values: the model values are what the program last wrote; the
/// presentation values are the model values with the running animations applied.
public struct ViewValues: Hashable, Sendable {
  /// The origin and size of the view's own coordinate space, in points.
  public var bounds: Rect

  /// The position of the anchor point in the superview, in points.
  public var center: Point

  /// The opacity, 0…1.
  public var alpha: Double

  /// The radius of the rounded corners, in points.
  public var cornerRadius: Double

  public var backgroundColor: Color

  /// The transform about the anchor point; it multiplies row vectors.
  public var transform: Transform3D64 { didSet { isTransformed = transform != .identity } }

  /// Whether the transform is not the identity.
  ///
  /// Stored, because it takes sixteen comparisons and is needed for each view of a frame.
  private(set) var isTransformed = false
}

extension ViewValues {
  /// The values of a new view that fills a rectangle.
  init(frame: Rect) {
    let frame = frame.standardized
    self.init(
      bounds: Rect(origin: .zero, size: frame.size), center: frame.center, alpha: 1,
      cornerRadius: 0, backgroundColor: .clear, transform: .identity)
  }

  /// The rectangle that these values occupy in the superview.
  ///
  /// This is the bounding box of the four corners, after the transform about the anchor point and
  /// the division by the fourth coordinate. Neither the bounds origin nor the depth changes it.
  func frame(anchorPoint: Point) -> Rect {
    let anchorOffset = Point(x: anchorPoint.x * bounds.width, y: anchorPoint.y * bounds.height)
    let corners = Rect(origin: Point.zero - anchorOffset, size: bounds.size)
    return corners.mapped { transform.mapped($0) + center }
  }
}

/// A color as red, green, blue, and opacity, each 0…1.
@frozen
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var opacity: Double

  public static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)
  public static let black = Color(red: 0, green: 0, blue: 0, opacity: 1)
  public static let white = Color(red: 1, green: 1, blue: 1, opacity: 1)

  @inlinable
  public init(red: Double, green: Double, blue: Double, opacity: Double) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }
}

extension Color {
  /// The four components.
  var vector: SIMD4<Double> { SIMD4(red, green, blue, opacity) }

  init(_ vector: SIMD4<Double>) {
    self.init(red: vector.x, green: vector.y, blue: vector.z, opacity: vector.w)
  }
}

/// A set of a rectangle's corners.
public struct Corners: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public static let topLeft = Corners(rawValue: 1)
  public static let topRight = Corners(rawValue: 2)
  public static let bottomLeft = Corners(rawValue: 4)
  public static let bottomRight = Corners(rawValue: 8)
  public static let all: Corners = [.topLeft, .topRight, .bottomLeft, .bottomRight]

  public init(rawValue: Int) { self.rawValue = rawValue }
}

// Every animatable property fits into one vector, so that all animations share one type.
extension ViewValues {
  /// The value of a property as a vector; not for the transform and the properties of a decoration.
  subscript(property: PropertyAnimation.Property) -> SIMD4<Double> {
    @inline(__always) get {
      switch property {
      case .center: SIMD4(center.x, center.y, 0, 0)
      case .boundsOrigin: SIMD4(bounds.minX, bounds.minY, 0, 0)
      case .boundsSize: SIMD4(bounds.width, bounds.height, 0, 0)
      case .alpha: SIMD4(alpha, 0, 0, 0)
      case .cornerRadius: SIMD4(cornerRadius, 0, 0, 0)
      case .backgroundColor: backgroundColor.vector
      case .transform, .shadowColor, .shadowOpacity, .shadowRadius, .shadowOffset, .borderWidth,
        .borderColor:
        .zero
      }
    }
    @inline(__always) set {
      switch property {
      case .center: center = Point(x: newValue.x, y: newValue.y)
      case .boundsOrigin: bounds.origin = Point(x: newValue.x, y: newValue.y)
      case .boundsSize: bounds.size = Size(width: newValue.x, height: newValue.y)
      case .alpha: alpha = newValue.x
      case .cornerRadius: cornerRadius = newValue.x
      case .backgroundColor: backgroundColor = Color(newValue)
      case .transform, .shadowColor, .shadowOpacity, .shadowRadius, .shadowOffset, .borderWidth,
        .borderColor:
        break
      }
    }
  }
}
