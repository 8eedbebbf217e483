extension View {
  /// The frontmost view at a point of this view's bounds, by model values.
  ///
  /// Hidden views, views that take no interaction and views with an opacity below 0.01 are passed over
  /// with all that is in them.
  public func hitTest(_ point: Point) -> View? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, bounds.contains(point) else {
      return nil
    }
    for subview in subviews.reversed() {
      if let hit = subview.hitTest(subview.pointFromSuperview(point)) { return hit }
    }
    return self
  }
}
