// The platform's spelling where this module's own differs: code of articles keeps its lines. The
// table in README.md has the other names.
@_exported public import MotionKernels

extension TransitionContext {
  public func viewController(forKey side: Side) -> ViewController? { viewController(for: side) }

  public func view(forKey side: Side) -> View? { view(for: side) }
}

extension Engine {
  // See animate(duration:delay:timing:options:repeatCount:animations:completion:). The curve is the
  // one that the options name.
  public func animate(
    withDuration duration: Double, delay: Double = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      duration: duration, delay: delay, timing: .curve(options.curve), options: options,
      animations: animations, completion: completion)
  }

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
  @discardableResult
  public func animate(
    alongsideTransition animation: Handler?, completion: Handler? = nil
  ) -> Bool { animate(alongside: animation ?? { _ in }, completion: completion) }
}

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
}

extension PanGestureRecognizer {
  /// Creates a recognizer that calls a method of `target`, which it does not retain:
  /// `PanGestureRecognizer(target: self, action: CardInteraction.pan)`, in a class of that name.
  public convenience init<Target: AnyObject, Recognizer: PanGestureRecognizer>(
    target: Target, action: @escaping (Target) -> (Recognizer) -> Void
  ) {
    self.init { [weak target] pan in
      if let target, let pan = pan as? Recognizer { action(target)(pan) }
    }
  }
}

extension Rect {
  public var midX: Double { center.x }
  public var midY: Double { center.y }

  public func offsetBy(dx: Double, dy: Double) -> Rect { offset(x: dx, y: dy) }
  public func insetBy(dx: Double, dy: Double) -> Rect { inset(x: dx, y: dy) }
}

// Transforms by the platform's functions; lengths in points, angles in radians. What is added to a
// transform acts before it.

public let Transform3DIdentity = Transform3D64.identity

public func Transform3DMakeTranslation(_ x: Double, _ y: Double, _ z: Double) -> Transform3D64 {
  .makeTranslation(x: x, y: y, z: z)
}

public func Transform3DMakeScale(_ x: Double, _ y: Double, _ z: Double) -> Transform3D64 {
  .makeScale(x: x, y: y, z: z)
}

public func Transform3DMakeRotation(
  _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 { .makeRotation(angle: angle, x: x, y: y, z: z) }

public func Transform3DTranslate(
  _ transform: Transform3D64, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 { transform.translated(x: x, y: y, z: z) }

public func Transform3DScale(
  _ transform: Transform3D64, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 { transform.scaled(x: x, y: y, z: z) }

public func Transform3DRotate(
  _ transform: Transform3D64, _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 { transform.rotated(angle: angle, x: x, y: y, z: z) }

/// `first`, then `second`.
public func Transform3DConcat(_ first: Transform3D64, _ second: Transform3D64) -> Transform3D64 {
  first.concatenating(second)
}

/// The transform that undoes another one; a singular one is returned unchanged.
public func Transform3DInvert(_ transform: Transform3D64) -> Transform3D64 {
  transform.inverse ?? transform
}

extension Transform3D64 {
  public init(scaleX x: Double, y: Double) { self = .makeScale(x: x, y: y, z: 1) }
  public init(translationX x: Double, y: Double) { self = .makeTranslation(x: x, y: y, z: 0) }
  public init(rotationAngle angle: Double) { self = .makeRotation(angle: angle, x: 0, y: 0, z: 1) }
}
