/// A picture, of which only the size and the name matter here.
public struct Image: Hashable, Sendable {
  public var name: String

  /// In points; may be zero when nothing was loaded.
  public var size: Size

  /// Creates a picture.
  public init(name: String, size: Size) {
    (self.name, self.size) = (name, size)
  }
}
