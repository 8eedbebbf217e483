extension View {
  /// Asks for a layout pass: at step 4 of the next tick, or of the current one if that is still ahead.
  public func setNeedsLayout() {
    guard !needsLayout else { return }
    needsLayout = true
    engine.layoutQueue.append(self)
  }

  /// Lays out now what is marked, in this view and below.
  public func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      engine.layoutQueue.removeAll { $0 === self }
      layoutSubviews()
    }
    for subview in subviews { subview.layoutIfNeeded() }
  }
}
