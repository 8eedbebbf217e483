/// A width and a height, in points.
@frozen
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public static let zero = Size(width: 0, height: 0)

  /// Creates a size.
  @inlinable
  public init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }
}
