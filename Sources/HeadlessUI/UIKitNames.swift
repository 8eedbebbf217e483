// The platform's spelling where this module's own differs: code of articles keeps its lines. The
// table in README.md has the other names.
@_exported public import MotionKernels

extension TransitionContext {
  /// The controller of a side; never nil.
  public func viewController(forKey side: Side) -> ViewController? { viewController(for: side) }

  /// The view to animate; nil when that side does not take part.
  public func view(forKey side: Side) -> View? { view(for: side) }
}

extension Engine {
  /// Animates what `animations` assigns, along the curve that the options name.
  ///
  /// See ``animate(duration:delay:timing:options:repeatCount:animations:completion:)``.
  public func animate(
    withDuration duration: Double, delay: Double = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      duration: duration, delay: delay, timing: .curve(options.curve), options: options,
      animations: animations, completion: completion)
  }

  /// Animates what `animations` assigns, on a spring that settles in the duration.
  ///
  /// See ``animate(duration:delay:timing:options:repeatCount:animations:completion:)``.
  public func animate(
    withDuration duration: Double, delay: Double = 0, usingSpringWithDamping dampingRatio: Double,
    initialSpringVelocity velocity: Double, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      duration: duration, delay: delay,
      timing: .spring(dampingRatio: dampingRatio, initialVelocity: Point(x: velocity, y: velocity)),
      options: options, animations: animations, completion: completion)
  }
}

extension TransitionCoordinator {
  /// The same as ``animate(alongside:completion:)``.
  @discardableResult
  public func animate(
    alongsideTransition animation: Handler?, completion: Handler? = nil
  ) -> Bool {
    animate(alongside: animation ?? { _ in }, completion: completion)
  }
}

extension PresentationController {
  /// The same as ``init(presented:presenting:)``.
  public convenience init(
    presentedViewController presented: ViewController, presenting: ViewController
  ) {
    self.init(presented: presented, presenting: presenting)
  }
}

extension View {
  /// The window that the view is in; nil outside of one.
  public var window: Window? { root as? Window }

  /// The view itself: a view has no layer of its own here.
  public var layer: View { self }

  /// The same as ``center``.
  public var position: Point {
    get { center }
    set { center = newValue }
  }

  /// The same as ``clipsToBounds``.
  public var masksToBounds: Bool {
    get { clipsToBounds }
    set { clipsToBounds = newValue }
  }
}

extension PanGestureRecognizer {
  /// Creates a recognizer that calls a method of `target`, which it does not retain:
  /// `PanGestureRecognizer(target: self, action: Self.pan)`.
  public convenience init<Target: AnyObject>(
    target: Target, action: @escaping (Target) -> (PanGestureRecognizer) -> Void
  ) {
    self.init { [weak target] pan in
      if let target { action(target)(pan) }
    }
  }
}

extension ScreenEdgePanGestureRecognizer {
  /// Creates a recognizer that calls a method of `target`, which it does not retain.
  public convenience init<Target: AnyObject>(
    edge: Edge, target: Target, action: @escaping (Target) -> (PanGestureRecognizer) -> Void
  ) {
    self.init(edge: edge) { [weak target] pan in
      if let target { action(target)(pan) }
    }
  }
}

extension Rect {
  public var midX: Double { center.x }
  public var midY: Double { center.y }

  /// The same as ``offset(x:y:)``.
  public func offsetBy(dx: Double, dy: Double) -> Rect { offset(x: dx, y: dy) }

  /// The same as ``inset(x:y:)``.
  public func insetBy(dx: Double, dy: Double) -> Rect { inset(x: dx, y: dy) }
}

/// The transform that changes nothing.
public let Transform3DIdentity = Transform3D64.identity

/// A translation by points.
public func Transform3DMakeTranslation(_ x: Double, _ y: Double, _ z: Double) -> Transform3D64 {
  .makeTranslation(x: x, y: y, z: z)
}

/// A scale by factors.
public func Transform3DMakeScale(_ x: Double, _ y: Double, _ z: Double) -> Transform3D64 {
  .makeScale(x: x, y: y, z: z)
}

/// A rotation by radians about an axis.
public func Transform3DMakeRotation(
  _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 {
  .makeRotation(angle: angle, x: x, y: y, z: z)
}

/// A translation, then `transform`.
public func Transform3DTranslate(
  _ transform: Transform3D64, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 {
  transform.translated(x: x, y: y, z: z)
}

/// A scale, then `transform`.
public func Transform3DScale(
  _ transform: Transform3D64, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 {
  transform.scaled(x: x, y: y, z: z)
}

/// A rotation by radians about an axis, then `transform`.
public func Transform3DRotate(
  _ transform: Transform3D64, _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 {
  transform.rotated(angle: angle, x: x, y: y, z: z)
}

/// `first`, then `second`.
public func Transform3DConcat(_ first: Transform3D64, _ second: Transform3D64) -> Transform3D64 {
  first.concatenating(second)
}

/// The transform that undoes another one; a singular one is returned unchanged.
public func Transform3DInvert(_ transform: Transform3D64) -> Transform3D64 {
  transform.inverse ?? transform
}

/// A scale by factors, without depth.
public func AffineTransformMakeScale(_ x: Double, _ y: Double) -> Transform3D64 {
  .makeScale(x: x, y: y, z: 1)
}

/// A translation by points, without depth.
public func AffineTransformMakeTranslation(_ x: Double, _ y: Double) -> Transform3D64 {
  .makeTranslation(x: x, y: y, z: 0)
}

/// A rotation by radians about the depth axis.
public func AffineTransformMakeRotation(_ angle: Double) -> Transform3D64 {
  .makeRotation(angle: angle, x: 0, y: 0, z: 1)
}
