/// Some of a rectangle's corners.
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
