import MotionKernels

extension View {
  /// The window that the view is in; nil outside of one.
  public var window: Window? { root as? Window }

  /// The view itself: a view has no layer of its own here.
  public var layer: View { self }

  public var position: Point {
    get { center }
    set { center = newValue }
  }

  public var masksToBounds: Bool {
    get { clipsToBounds }
    set { clipsToBounds = newValue }
  }

  /// The same as ``alpha``.
  public var opacity: Double {
    get { alpha }
    set { alpha = newValue }
  }

  /// The first view with a tag in this view's tree, or nil if there is none.
  ///
  /// The view itself is searched first, then its subviews, back to front, each before its own
  /// subviews.
  public func viewWithTag(_ tag: Int) -> View? {
    // Not recursive: a tree may be deeper than the stack allows.
    var waiting = [self]
    while let view = waiting.popLast() {
      if view.tag == tag { return view }
      waiting.append(contentsOf: view.subviews.reversed())
    }
    return nil
  }

  /// Does nothing and returns true, because nothing is edited here.
  @discardableResult
  public func endEditing(_ isForced: Bool) -> Bool { true }

  /// Always zero: no bar, notch, or rounded corner covers a window here.
  public var safeAreaInsets: EdgeInsets { .zero }

  /// The part of ``snapshotView(afterScreenUpdates:)`` in a rectangle, moved to the origin; nil if
  /// the rectangle or the view has no area.
  public func resizableSnapshotView(
    from rect: Rect, afterScreenUpdates: Bool, withCapInsets insets: EdgeInsets
  ) -> View? {
    guard !rect.isEmpty, let whole = snapshotView(afterScreenUpdates: afterScreenUpdates) else {
      return nil
    }
    let part = View(
      engine: engine, name: whole.name, frame: Rect(origin: .zero, size: rect.size))
    part.clipsToBounds = true
    part.isSnapshot = true
    whole.frame.origin = Point(x: bounds.minX - rect.minX, y: bounds.minY - rect.minY)
    part.addSubview(whole)
    return part
  }

  /// Ends all animations and content transitions of the view at once: model values and new contents
  /// show, and completions are called with `false`.
  public func removeAllAnimations() {
    for running in contentTransitions { removeContentTransition(forKey: running.key) }
    for animation in animations { animation.group.loseOneAnimation(at: engine.commitTime) }
    animations.removeAll()
    engine.stopSampling(self)
    forgetSample()
  }
}

/// A path reduced to the rectangle around it, because every shadow is a rectangle here.
public struct BezierPath: Hashable, Sendable {
  public let bounds: Rect

  public init(rect: Rect) { bounds = rect }

  /// Creates a path for the rectangle; its corners stay square.
  public init(roundedRect rect: Rect, cornerRadius: Double) { bounds = rect }

  /// The rectangle, for ``View/shadowPath``.
  public var cgPath: Rect { bounds }
}

extension View: Hashable {
  /// Whether both are the same view.
  public static func == (first: View, second: View) -> Bool { first === second }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ViewController: Hashable {
  /// Whether both are the same controller.
  public static func == (first: ViewController, second: ViewController) -> Bool {
    first === second
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PropertyAnimator: Hashable {
  /// Whether both are the same animator.
  public static func == (first: PropertyAnimator, second: PropertyAnimator) -> Bool {
    first === second
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension GestureRecognizer: Hashable {
  /// Whether both are the same recognizer.
  public static func == (first: GestureRecognizer, second: GestureRecognizer) -> Bool {
    first === second
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
