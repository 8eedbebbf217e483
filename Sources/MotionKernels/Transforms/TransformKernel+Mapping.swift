extension TransformKernel {
  /// The image of a point, divided by the resulting w.
  ///
  /// The image of a point on the plane of the eye (w = 0) is infinite or NaN.
  @inlinable @inline(__always)
  public func mapped(_ point: SIMD3<Scalar>) -> SIMD3<Scalar> {
    let image = applied(to: SIMD4(point, 1))
    return SIMD3(image.x / image.w, image.y / image.w, image.z / image.w)
  }

  /// The image of a point of the plane z = 0, divided by the resulting w.
  @inlinable @inline(__always)
  public func mapped(x: Scalar, y: Scalar) -> SIMD2<Scalar> {
    let image = applied(to: SIMD4(x, y, 0, 1))
    return SIMD2(image.x / image.w, image.y / image.w)
  }

  /// The images of the four corners of a rectangle that is transformed about an anchor.
  ///
  /// - Parameters:
  ///   - width: The width in points.
  ///   - height: The height in points.
  ///   - anchorX: The anchor as a fraction of the width; 0.5 is the center.
  ///   - anchorY: The anchor as a fraction of the height.
  /// - Returns: The corners in points, relative to the anchor's position in the parent.
  @inlinable @inline(__always)
  public func mappedQuad(
    width: Scalar, height: Scalar, anchorX: Scalar = 0.5, anchorY: Scalar = 0.5
  ) -> Quad<Scalar> {
    let (left, top) = (-anchorX * width, -anchorY * height)
    let (right, bottom) = (left + width, top + height)
    return Quad(
      topLeft: mapped(x: left, y: top), topRight: mapped(x: right, y: top),
      bottomLeft: mapped(x: left, y: bottom), bottomRight: mapped(x: right, y: bottom))
  }
}
