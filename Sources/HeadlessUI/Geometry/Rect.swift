/// An axis-aligned rectangle, in points; y grows downward.
@frozen
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }
}

/// A point or an offset, in points; y grows downward.
@frozen
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public static let zero = Point(x: 0, y: 0)

  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
@frozen
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public static let zero = Size(width: 0, height: 0)

  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A direction and a length, such as a velocity.
@frozen
public struct Vector: Hashable, Sendable {
  public var dx: Double
  public var dy: Double

  public static let zero = Vector(dx: 0, dy: 0)

  @inlinable
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }
}

extension Point {
  /// The distance from the origin.
  public var length: Double { (x * x + y * y).squareRoot() }

  @inlinable
  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }

  @inlinable
  public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }

  @inlinable
  public static func * (a: Point, factor: Double) -> Point {
    Point(x: a.x * factor, y: a.y * factor)
  }
}

extension Rect {
  @inlinable public var minX: Double { origin.x }
  @inlinable public var minY: Double { origin.y }
  @inlinable public var maxX: Double { origin.x + size.width }
  @inlinable public var maxY: Double { origin.y + size.height }
  @inlinable public var width: Double { size.width }
  @inlinable public var height: Double { size.height }
  @inlinable public var center: Point {
    Point(x: origin.x + 0.5 * size.width, y: origin.y + 0.5 * size.height)
  }

  /// The same area with non-negative width and height: if one is negative, the edges are swapped.
  public var standardized: Rect {
    Rect(
      x: width < 0 ? maxX : minX, y: height < 0 ? maxY : minY,
      width: abs(width), height: abs(height))
  }

  /// The rectangle moved by an offset.
  public func offset(x: Double, y: Double) -> Rect {
    Rect(origin: Point(x: minX + x, y: minY + y), size: size)
  }

  /// The rectangle with the left and right edges moved inward by `x`, the top and bottom by `y`.
  public func inset(x: Double, y: Double) -> Rect {
    Rect(x: minX + x, y: minY + y, width: width - 2 * x, height: height - 2 * y)
  }

  /// Whether the point is inside; the right and bottom edges are not part of the rectangle.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The smallest rectangle around the images of the four corners.
  func mapped(_ transform: (Point) -> Point) -> Rect {
    let (a, b) = (transform(origin), transform(Point(x: maxX, y: minY)))
    let (c, d) = (transform(Point(x: minX, y: maxY)), transform(Point(x: maxX, y: maxY)))
    let left = min(min(a.x, b.x), min(c.x, d.x))
    let top = min(min(a.y, b.y), min(c.y, d.y))
    let right = max(max(a.x, b.x), max(c.x, d.x))
    let bottom = max(max(a.y, b.y), max(c.y, d.y))
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Double {
  /// The number, clamped to 0…1; 0 for NaN.
  var clampedToUnit: Double { isNaN ? 0 : min(max(self, 0), 1) }

  /// This length as a fraction of `distance`, clamped to 0…1; 0 when `distance` is not positive.
  public func fraction(of distance: Double) -> Double {
    distance > 0 ? (self / distance).clampedToUnit : 0
  }
}
