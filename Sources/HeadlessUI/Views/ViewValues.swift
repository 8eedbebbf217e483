public import MotionKernels

/// The animatable properties of a view at one instant.
///
/// A view has two of these: the model values are what the program last wrote, the presentation
/// values are the model values with the running animations applied.
public struct ViewValues: Hashable, Sendable {
  /// Origin and size of the view's own coordinate space, in points.
  public var bounds: Rect

  /// Where the anchor point is in the superview, in points.
  public var center: Point

  /// Applied about the anchor point; row vectors.
  public var transform: Transform3D64

  /// Opacity, 0…1.
  public var alpha: Double

  /// Radius of the rounded corners, in points.
  public var cornerRadius: Double

  public var backgroundColor: Color
}

extension ViewValues {
  /// The rectangle that these values occupy in the superview.
  ///
  /// The bounding box of the four corners, after the transform about the anchor point and the
  /// division by the fourth coordinate. Neither the bounds origin nor the depth changes it.
  func frame(anchorPoint: Point) -> Rect {
    let anchorOffset = Point(
      x: anchorPoint.x * bounds.width, y: anchorPoint.y * bounds.height)
    let corners = Rect(origin: Point.zero - anchorOffset, size: bounds.size)
    return corners.mapped { transform.mapped($0) + center }
  }
}

/// A color as red, green, blue and opacity, each 0…1.
@frozen
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var opacity: Double

  public static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)
  public static let black = Color(red: 0, green: 0, blue: 0, opacity: 1)
  public static let white = Color(red: 1, green: 1, blue: 1, opacity: 1)

  /// Creates a color.
  @inlinable
  public init(red: Double, green: Double, blue: Double, opacity: Double) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
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

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

// Every animatable property fits into one vector, so that animations of all of them share one type.
extension Point {
  var vector: SIMD4<Double> { SIMD4(x, y, 0, 0) }
}

extension Size {
  var vector: SIMD4<Double> { SIMD4(width, height, 0, 0) }
}

extension Color {
  var vector: SIMD4<Double> { SIMD4(red, green, blue, opacity) }
}
