import MotionKernels

extension View {
  /// Maps points relative to this view's anchor to the root's bounds, by presentation values.
  var presentationTransform: Transform3D64 {
    var transform = presentation.transform.moved(by: presentation.center)
    var view = superview
    while let parent = view, parent.superview != nil {
      let values = parent.presentation
      let anchor = Point(
        x: values.bounds.minX + parent.anchorPoint.x * values.bounds.width,
        y: values.bounds.minY + parent.anchorPoint.y * values.bounds.height)
      transform = transform.moved(by: Point.zero - anchor)
      if values.transform != .identity { transform = transform.concatenating(values.transform) }
      transform = transform.moved(by: values.center)
      view = parent.superview
    }
    return transform
  }
}

extension Transform3D64 {
  /// This transform, then a shift: what a product with a translation gives, without the product.
  fileprivate func moved(by offset: Point) -> Transform3D64 {
    var moved = self
    moved.m11 += m14 * offset.x
    moved.m21 += m24 * offset.x
    moved.m31 += m34 * offset.x
    moved.m41 += m44 * offset.x
    moved.m12 += m14 * offset.y
    moved.m22 += m24 * offset.y
    moved.m32 += m34 * offset.y
    moved.m42 += m44 * offset.y
    return moved
  }
}
