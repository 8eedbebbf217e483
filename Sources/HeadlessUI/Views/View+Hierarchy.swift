extension View {
  /// Adds `view` in front of the other subviews, taking it out of its former superview.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Inserts `view` at `index` of the subviews as they are without it; 0 is the back.
  ///
  /// An index out of range is moved into it. A view is not inserted into itself or a descendant.
  public func insertSubview(_ view: View, at index: Int) {
    guard !isDescendant(of: view) else { return engine.report(.cyclicHierarchy(view: view.name)) }
    view.detach()
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    setNeedsLayout()
    view.didMoveToSuperview()
  }

  /// Inserts `view` behind `sibling`; in front of everything when that is no subview.
  public func insertSubview(_ view: View, belowSubview sibling: View) {
    guard view !== sibling else { return }
    view.removeFromSuperview()
    insertSubview(view, at: index(of: sibling) ?? subviews.count)
  }

  /// Inserts `view` in front of `sibling`; in front of everything when that is no subview.
  public func insertSubview(_ view: View, aboveSubview sibling: View) {
    guard view !== sibling else { return }
    view.removeFromSuperview()
    insertSubview(view, at: index(of: sibling).map { $0 + 1 } ?? subviews.count)
  }

  /// Moves a subview behind the others; does nothing when `view` is no subview.
  public func sendSubviewToBack(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: 0)
  }

  /// Moves a subview in front of the others; does nothing when `view` is no subview.
  public func bringSubviewToFront(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: subviews.count)
  }

  /// Takes the view out of its superview; harmless when it has none.
  public func removeFromSuperview() {
    guard superview != nil else { return }
    detach()
    didMoveToSuperview()
  }

  /// Whether the view is `ancestor` or lies somewhere below it.
  public func isDescendant(of ancestor: View) -> Bool {
    var view: View? = self
    while let current = view {
      if current === ancestor { return true }
      view = current.superview
    }
    return false
  }

  /// The topmost view above this one; the view itself when it has no superview.
  public var root: View {
    var view = self
    while let next = view.superview { view = next }
    return view
  }

  func index(of view: View) -> Int? {
    subviews.firstIndex { $0 === view }
  }

  private func detach() {
    guard let parent = superview else { return }
    if let index = parent.index(of: self) { parent.subviews.remove(at: index) }
    superview = nil
    parent.setNeedsLayout()
  }
}
