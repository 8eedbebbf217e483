// Containers of your own.
extension ViewController {
  /// Adds a controller to this one; you add its view yourself, then call `didMove(toParent:)`.
  ///
  /// The child leaves the container that it was added to before. A controller that contains this
  /// one, is presented, or is an entry of a navigation or tab container is refused and reported.
  public func addChild(_ child: ViewController) {
    let isEntry = child.parent.map { !$0.addedChildren.contains { $0 === child } } ?? false
    guard child !== self, !child.isAncestor(of: self), child.presenting == nil, !isEntry else {
      _ = refuse(.cannotAdd(controller: name, child: child.name))
      return
    }
    child.removeFromParent()
    child.willMove(toParent: self)
    child.parent = self
    addedChildren.append(child)
  }

  /// Removes the controller from the one that it was added to; does nothing if it was not added.
  ///
  /// Call `willMove(toParent: nil)` and remove its view before.
  public func removeFromParent() {
    guard let parent, let index = parent.addedChildren.firstIndex(where: { $0 === self }) else {
      return
    }
    parent.addedChildren.remove(at: index)
    self.parent = nil
    didMove(toParent: nil)
  }

  /// Replaces the view of one child with another's, and animates what `animations` assigns.
  ///
  /// Adds the new view in front of the old one, sends both controllers' appearance calls if that is
  /// in a window, and removes the old view at the end. This is not a transition: nothing can scrub
  /// it, and touches go on. Both must be children of this controller, and the old view be shown;
  /// otherwise the call is reported and ignored.
  public func transition(
    from: ViewController, to: ViewController, duration: Double,
    curve: AnimationCurve = .easeInOut, animations: (() -> Void)? = nil,
    completion: ((Bool) -> Void)? = nil
  ) {
    for child in [from, to] where !addedChildren.contains(where: { $0 === child }) {
      _ = refuse(.notChild(controller: name, child: child.name))
      return
    }
    guard from.view.superview != nil else {
      _ = refuse(.childNotShown(controller: name, child: from.name))
      return
    }
    let isInWindow = from.view.window != nil
    var appearance = AppearanceCalls(
      incoming: isInWindow ? to : nil, outgoing: isInWindow ? from : nil, isAnimated: duration > 0)
    appearance.announce()
    from.view.superview?.addSubview(to.view)
    engine.animate(duration: duration, curve: curve) {
      animations?()
    } completion: { isFinished in
      from.view.removeFromSuperview()
      appearance.end(didComplete: true, incomingFirst: false)
      completion?(isFinished)
    }
  }

  /// The navigation container that contains this controller, directly or indirectly, or nil.
  public var navigationController: NavigationController? { container() }

  /// The tab container that contains this controller, directly or indirectly, or nil.
  public var tabBarController: TabBarController? { container() }

  private func container<Container: ViewController>() -> Container? {
    lineage.dropFirst().lazy.compactMap { $0 as? Container }.first { _ in true }
  }

  /// Whether it is in a container or presented, so that it cannot be in another container.
  var isTaken: Bool { parent != nil || presenting != nil }

  /// Calls `body` with the entry on screen, or else with every added controller whose view is
  /// inside this controller's view.
  func forEachShownChild(_ body: (ViewController) -> Void) {
    if let shownChild { return body(shownChild) }
    for child in addedChildren where child.isViewLoaded && child.view.isDescendant(of: view) {
      body(child)
    }
  }
}
