public import MotionKernels

/// The properties of a view that can be animated, at one instant.
///
/// A view has two of these: model values, which the program last wrote, and presentation values,
/// which are the model values with the running animations applied.
public struct ViewValues: Hashable, Sendable {
  /// Origin and size of the view's own coordinate space, in points.
  public var bounds: Rect

  /// Where the anchor point lies in the superview, in points.
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
  /// The rectangle that these values occupy in the superview (§2.2).
  ///
  /// The bounding box of the four corners, after the transform about the anchor point and the
  /// divide by the fourth coordinate. Neither the bounds origin nor the depth moves it.
  public func frame(anchorPoint: Point) -> Rect {
    let anchorOffset = Point(
      x: anchorPoint.x * bounds.width, y: anchorPoint.y * bounds.height)
    let corners = Rect(origin: Point.zero - anchorOffset, size: bounds.size)
    return corners.mapped { transform.mapped($0) + center }
  }
}
