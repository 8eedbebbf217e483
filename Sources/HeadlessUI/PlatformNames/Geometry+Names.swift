public import MotionKernels

extension Rect {
  public init() { self = .zero }

  public var midX: Double { center.x }
  public var midY: Double { center.y }

  /// Whether the rectangle has no area.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  public func offsetBy(dx: Double, dy: Double) -> Rect { offset(x: dx, y: dy) }
  public func insetBy(dx: Double, dy: Double) -> Rect { inset(x: dx, y: dy) }

  /// The rectangle with each edge moved inward.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: Rect) -> Rect {
    let origin = Point(x: min(minX, other.minX), y: min(minY, other.minY))
    return Rect(
      x: origin.x, y: origin.y, width: max(maxX, other.maxX) - origin.x,
      height: max(maxY, other.maxY) - origin.y)
  }

  /// The intersection; empty if there is none.
  public func intersection(_ other: Rect) -> Rect {
    let origin = Point(x: max(minX, other.minX), y: max(minY, other.minY))
    let width = min(maxX, other.maxX) - origin.x
    let height = min(maxY, other.maxY) - origin.y
    guard width > 0, height > 0 else { return .zero }
    return Rect(x: origin.x, y: origin.y, width: width, height: height)
  }

  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// The smallest rectangle with edges at whole points that contains this one.
  public var integral: Rect {
    let origin = Point(x: minX.rounded(.down), y: minY.rounded(.down))
    return Rect(
      x: origin.x, y: origin.y, width: maxX.rounded(.up) - origin.x,
      height: maxY.rounded(.up) - origin.y)
  }

  /// The bounding box of the four transformed corners.
  public func applying(_ transform: Transform3D64) -> Rect { mapped { transform.mapped($0) } }
}

extension Point {
  public init() { self = .zero }

  public func applying(_ transform: Transform3D64) -> Point { transform.mapped(self) }
}

extension Size {
  public init() { self = .zero }

  public func applying(_ transform: Transform3D64) -> Size {
    let end = transform.mapped(Point(x: width, y: height)) - transform.mapped(.zero)
    return Size(width: end.x, height: end.y)
  }
}

/// Inward distances from the edges of a rectangle.
public struct EdgeInsets: Hashable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  public static let zero = EdgeInsets()

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// A set of the edges of a rectangle.
public struct RectEdge: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public static let top = RectEdge(rawValue: 1)
  public static let left = RectEdge(rawValue: 2)
  public static let bottom = RectEdge(rawValue: 4)
  public static let right = RectEdge(rawValue: 8)
  public static let all: RectEdge = [.top, .left, .bottom, .right]

  public init(rawValue: Int) { self.rawValue = rawValue }
}

extension Corners {
  public static let layerMinXMinYCorner = topLeft
  public static let layerMaxXMinYCorner = topRight
  public static let layerMinXMaxYCorner = bottomLeft
  public static let layerMaxXMaxYCorner = bottomRight
}
