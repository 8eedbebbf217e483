/// The presentation values of one view at one instant.
public struct ViewState: Hashable, Codable, Sendable {
  /// The view's name; `from` and `to` for the views of the two controllers.
  public let name: String

  /// x, y, width and height in points, in the coordinates of the superview.
  public let frame: [Double]

  /// The sixteen entries of the transform, row by row.
  public let transform: [Double]

  /// Opacity, 0…1.
  public let alpha: Double

  /// Creates a state.
  ///
  /// - Precondition: `frame` has 4 numbers and `transform` has 16.
  public init(name: String, frame: [Double], transform: [Double], alpha: Double) {
    precondition(frame.count == 4, "A frame has 4 numbers, got \(frame.count)")
    precondition(transform.count == 16, "A transform has 16 numbers, got \(transform.count)")
    self.name = name
    self.frame = frame
    self.transform = transform
    self.alpha = alpha
  }
}
