import MotionKernels

extension View {
  /// `point` of this view's bounds in the bounds of `view`; in those of the root when that is nil.
  ///
  /// Model values only. Views in different trees convert through their roots.
  public func convert(_ point: Point, to view: View?) -> Point {
    if let view, view === superview { return pointInSuperview(point) }
    let pointInRoot = pointInRoot(point)
    guard let view else { return pointInRoot }
    return view.pointFromRoot(pointInRoot)
  }

  /// `point` of the bounds of `view` in this view's bounds.
  public func convert(_ point: Point, from view: View?) -> Point {
    guard let view else { return pointFromRoot(point) }
    return view.convert(point, to: self)
  }

  /// The bounding box of the four converted corners.
  public func convert(_ rect: Rect, to view: View?) -> Rect {
    rect.mapped { convert($0, to: view) }
  }

  /// The bounding box of the four converted corners.
  public func convert(_ rect: Rect, from view: View?) -> Rect {
    rect.mapped { convert($0, from: view) }
  }

  /// Where the anchor point lies in the view's own bounds.
  var anchorInBounds: Point {
    Point(
      x: model.bounds.minX + anchorPoint.x * model.bounds.width,
      y: model.bounds.minY + anchorPoint.y * model.bounds.height)
  }

  /// One step up (§2.5).
  func pointInSuperview(_ point: Point) -> Point {
    let moved = model.transform.mapped(point - anchorInBounds) + model.center
    guard let parent = superview, parent.sublayerTransform != .identity else { return moved }
    let anchor = parent.anchorInBounds
    return parent.sublayerTransform.mapped(moved - anchor) + anchor
  }

  /// One step down, the inverse of `pointInSuperview`.
  func pointFromSuperview(_ point: Point) -> Point {
    var moved = point
    if let parent = superview, parent.sublayerTransform != .identity {
      let anchor = parent.anchorInBounds
      moved = parent.sublayerTransform.unmapped(point - anchor) + anchor
    }
    return model.transform.unmapped(moved - model.center) + anchorInBounds
  }

  private func pointInRoot(_ point: Point) -> Point {
    var (view, point) = (self, point)
    while let parent = view.superview {
      point = view.pointInSuperview(point)
      view = parent
    }
    return point
  }

  private func pointFromRoot(_ point: Point) -> Point {
    guard let parent = superview else { return point }
    return pointFromSuperview(parent.pointFromRoot(point))
  }
}
