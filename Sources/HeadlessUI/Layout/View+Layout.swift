// What stacks need of a view.
extension View {
  /// Tells the stacks around this view that it wants another size; they lay out again in the next
  /// layout pass.
  public func invalidateIntrinsicContentSize() {
    forgetSizes()
    var view = superview
    while let stack = view as? StackView {
      stack.forgetSizes()
      stack.setNeedsLayout()
      view = stack.superview
    }
  }

  /// Places the view as a layout: under a transform, bounds and center are set, as if there were none.
  func setLayoutFrame(_ frame: Rect) {
    bounds = Rect(origin: bounds.origin, size: frame.size)
    center = Point(
      x: frame.minX + anchorPoint.x * frame.width, y: frame.minY + anchorPoint.y * frame.height)
  }
}
