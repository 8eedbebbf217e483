public import MotionKernels

// Converting points between the coordinates of views.
extension View {
  /// Converts a point of this view's bounds to the bounds of `view`, or of the root if `view` is
  /// nil.
  ///
  /// Uses model values. Views in different trees convert through their roots. The view's own center
  /// and the origin of its frame are points of its superview, so converting them here is reported.
  public func convert(_ point: Point, to view: View?) -> Point {
    reviewOwnPlace(point)
    return converted(point, to: view)
  }

  private func converted(_ point: Point, to view: View?) -> Point {
    if let view, view === superview { return pointInSuperview(point) }
    let pointInRoot = pointInRoot(point)
    guard let view else { return pointInRoot }
    return view.pointFromRoot(pointInRoot)
  }

  /// Converts a point of the bounds of `view`, or of the root if `view` is nil, to this view's
  /// bounds.
  public func convert(_ point: Point, from view: View?) -> Point {
    guard let view else { return pointFromRoot(point) }
    return view.convert(point, to: self)
  }

  /// The bounding box of the four converted corners.
  ///
  /// The view's own frame is a rectangle of its superview, so converting it here is reported.
  public func convert(_ rect: Rect, to view: View?) -> Rect {
    if takeLastRead() == .frame, rect.width > 0, rect.origin != bounds.origin,
      rect == model.frame(anchorPoint: anchorPoint)
    {
      engine.report(.frameInOwnCoordinates(view: name))
    }
    return rect.mapped { converted($0, to: view) }
  }

  /// The bounding box of the four converted corners.
  public func convert(_ rect: Rect, from view: View?) -> Rect {
    view?.convert(rect, to: self) ?? rect.mapped { pointFromRoot($0) }
  }

  /// Whether the last place that was read is this view's frame or center; nil if it is another
  /// view's.
  ///
  /// A number that merely equals the view's place is not a mistake.
  private func takeLastRead() -> Engine.ReadPlace? {
    guard let read = engine.lastPlaceRead else { return nil }
    engine.lastPlaceRead = nil
    return read.view == ObjectIdentifier(self) ? read.place : nil
  }

  /// Reports a point that is the view's own place in its superview.
  private func reviewOwnPlace(_ point: Point) {
    guard let place = takeLastRead() else { return }
    let frame = model.frame(anchorPoint: anchorPoint)
    guard frame.origin != bounds.origin, point == (place == .frame ? frame.origin : model.center)
    else { return }
    engine.report(.frameInOwnCoordinates(view: name))
  }

  /// The frontmost view at a point of this view's bounds, by model values; a view that a property
  /// animator moves is hit where it is shown.
  ///
  /// Skips hidden views, views without user interaction, views with an opacity below 0.01, and
  /// views whose ``point(inside:with:)`` returns false, each together with its subviews.
  public func hitTest(_ point: Point, with event: Event? = nil) -> View? {
    guard isHit(at: point, event) else { return nil }
    var hit = self
    var point = point
    // A subview that is hit hides the ones behind it, so the search never goes back.
    while let next = hit.subviews.last(where: { $0.isHit(at: $0.pointForTouch(point), event) }) {
      point = next.pointForTouch(point)
      hit = next
    }
    return hit
  }

  /// Whether a part of the view is visible in its window, by model values; views in front of it are
  /// not considered.
  var isOnScreen: Bool {
    guard let window = root as? Window else { return false }
    var opacity = 1.0
    var next: View? = self
    while let view = next {
      if view.isHidden { return false }
      opacity *= view.alpha
      next = view.superview
    }
    let (frame, screen) = (convert(bounds, to: window), window.bounds)
    return opacity >= 0.01 && frame.width > 0 && frame.height > 0 && frame.minX < screen.maxX
      && frame.maxX > screen.minX && frame.minY < screen.maxY && frame.maxY > screen.minY
  }

  private func isHit(at point: Point, _ event: Event?) -> Bool {
    !isHidden && isUserInteractionEnabled && alpha >= 0.01 && self.point(inside: point, with: event)
  }

  /// Converts a point of the superview to this view's bounds for a touch.
  private func pointForTouch(_ point: Point) -> Point {
    let isAnimated = animations.contains { $0.group.playback != nil }
    return pointFromSuperview(point, values: isAnimated ? presentation : model)
  }

  /// The anchor point in the view's own bounds.
  func anchor(of values: ViewValues) -> Point {
    Point(
      x: values.bounds.minX + anchorPoint.x * values.bounds.width,
      y: values.bounds.minY + anchorPoint.y * values.bounds.height)
  }

  /// Converts a point one level up: subtracts the anchor, applies the transform, adds the center,
  /// and then applies the superview's ``sublayerTransform`` about the superview's anchor.
  private func pointInSuperview(_ point: Point) -> Point {
    let moved = model.transform.mapped(point - anchor(of: model)) + model.center
    guard let parent = superview, parent.transformsSubviews else { return moved }
    let anchor = parent.anchor(of: parent.model)
    return parent.sublayerTransform.mapped(moved - anchor) + anchor
  }

  /// Converts a point one level down; the inverse of `pointInSuperview`.
  private func pointFromSuperview(_ point: Point, values: ViewValues) -> Point {
    var moved = point
    if let parent = superview, parent.transformsSubviews {
      let anchor = parent.anchor(of: parent.model)
      moved = parent.sublayerTransform.unmapped(point - anchor) + anchor
    }
    return values.transform.unmapped(moved - values.center) + anchor(of: values)
  }

  private func pointInRoot(_ point: Point) -> Point {
    var view = self
    var point = point
    while let parent = view.superview {
      point = view.pointInSuperview(point)
      view = parent
    }
    return point
  }

  private func pointFromRoot(_ point: Point) -> Point {
    var depth = 0
    var view = self
    while let parent = view.superview {
      depth += 1
      view = parent
    }
    // The views from the root down, on the stack if they are few. Not recursive, because they may
    // be many.
    return withUnsafeTemporaryAllocation(of: Unmanaged<View>.self, capacity: depth) { path in
      var view = self
      for index in 0..<depth {
        path.initializeElement(at: index, to: .passUnretained(view))
        if let parent = view.superview { view = parent }
      }
      var point = point
      for index in (0..<depth).reversed() {
        let view = path[index].takeUnretainedValue()
        point = view.pointFromSuperview(point, values: view.model)
      }
      return point
    }
  }

  /// Maps points relative to this view's anchor to the root's bounds, by presentation values.
  public var presentationTransform: Transform3D64 {
    var transform = presentation.transform.moved(by: presentation.center)
    var view = superview
    while let parent = view {
      let isRoot = parent.superview == nil
      if isRoot, !parent.transformsSubviews { break }
      let values = parent.presentation
      let anchor = parent.anchor(of: values)
      transform = transform.moved(by: Point.zero - anchor)
      if parent.transformsSubviews {
        transform = transform.concatenating(parent.sublayerTransform)
      }
      if isRoot { return transform.moved(by: anchor) }
      if values.isTransformed { transform = transform.concatenating(values.transform) }
      transform = transform.moved(by: values.center)
      view = parent.superview
    }
    return transform
  }
}

extension Transform3D64 {
  /// This transform, then a translation: the same as the matrix product, with a quarter of the
  /// work.
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
