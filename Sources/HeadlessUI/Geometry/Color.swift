/// A colour as red, green, blue and opacity, each 0…1.
@frozen
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var opacity: Double

  public static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)
  public static let black = Color(red: 0, green: 0, blue: 0, opacity: 1)
  public static let white = Color(red: 1, green: 1, blue: 1, opacity: 1)

  /// Creates a colour.
  @inlinable
  public init(red: Double, green: Double, blue: Double, opacity: Double) {
    (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
  }
}
