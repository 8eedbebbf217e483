/// A size in points.
public struct Size: Hashable, Sendable {
  public var width, height: Double

  public static let zero = Size(width: 0, height: 0)

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in points, in the coordinates of the parent.
public struct Rectangle: Hashable, Sendable {
  public var x, y: Double
  public var size: Size

  public static let zero = Rectangle(x: 0, y: 0, size: .zero)

  /// Creates a rectangle.
  public init(x: Double, y: Double, size: Size) {
    self.x = x
    self.y = y
    self.size = size
  }
}

/// How a stack places its children.
public struct StackStyle: Hashable, Sendable {
  /// The direction in which children follow each other.
  public enum Axis: Hashable, Sendable { case row, column }

  /// The position of children across that direction.
  public enum Alignment: Hashable, Sendable { case start, center, end, stretch }

  public var axis: Axis
  public var alignment: Alignment

  /// The distance between two children.
  public var spacing: Double

  /// The distance from the edges.
  public var padding: Double

  /// Creates a style.
  public init(
    _ axis: Axis, alignment: Alignment = .stretch, spacing: Double = 0, padding: Double = 0
  ) {
    self.axis = axis
    self.alignment = alignment
    self.spacing = spacing
    self.padding = padding
  }
}

/// A view: a stack of others, a text or a box.
public final class ViewNode {
  /// What a view shows.
  public enum Content {
    case box(Size)
    case text([UInt8])
    case stack(StackStyle, [ViewNode])
  }

  public var content: Content

  /// The share of the space that is left over in the parent's direction; 0 keeps the view's size.
  public var grow: Double

  /// The frame that the last layout gave the view.
  public internal(set) var frame = Rectangle.zero

  /// Creates a view.
  public init(_ content: Content, grow: Double = 0) {
    self.content = content
    self.grow = grow
  }
}

extension ViewNode {
  /// The views of a stack.
  public var children: [ViewNode] {
    if case .stack(_, let children) = content { children } else { [] }
  }
}
