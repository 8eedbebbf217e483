extension Engine {
  // See animate(duration:delay:timing:options:repeatCount:animations:completion:). The options name
  // the curve.
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

// On the current engine; see ``Engine/current``.
extension View {
  public typealias AnimationOptions = HeadlessUI.AnimationOptions
  public typealias AnimationCurve = HeadlessUI.AnimationCurve

  /// Options of a keyframe animation, including how values move from keyframe to keyframe.
  public struct KeyframeAnimationOptions: OptionSet, Sendable {
    public let rawValue: Int

    /// Values move from keyframe to keyframe.
    public static let calculationModeLinear: KeyframeAnimationOptions = []

    /// The same as linear here, each in its interval.
    public static let calculationModePaced: KeyframeAnimationOptions = []
    public static let calculationModeCubic: KeyframeAnimationOptions = []
    public static let calculationModeCubicPaced: KeyframeAnimationOptions = []

    /// Values jump at the start of their interval.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)

    public static let `repeat` = KeyframeAnimationOptions(.repeats)
    public static let autoreverse = KeyframeAnimationOptions(.autoreverses)
    public static let overrideInheritedDuration = KeyframeAnimationOptions(
      .overridesInheritedDuration)

    /// Changes nothing: animations of positions are always added to running ones, and all others
    /// start at the values on screen.
    public static let beginFromCurrentState: KeyframeAnimationOptions = []

    /// Changes nothing, as in ``AnimationOptions``.
    public static let allowUserInteraction: KeyframeAnimationOptions = []
    public static let layoutSubviews: KeyframeAnimationOptions = []

    public init(rawValue: Int) { self.rawValue = rawValue }

    private init(_ options: AnimationOptions) { rawValue = options.rawValue }

    /// The same options for an animation block.
    fileprivate var ofBlock: AnimationOptions {
      AnimationOptions(rawValue: rawValue)
        .intersection([.repeats, .autoreverses, .overridesInheritedDuration])
    }
  }

  public static func animate(
    withDuration duration: Double, delay: Double = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    Engine.current.animate(
      withDuration: duration, delay: delay, options: options, animations: animations,
      completion: completion)
  }

  public static func animate(
    withDuration duration: Double, delay: Double = 0, usingSpringWithDamping dampingRatio: Double,
    initialSpringVelocity velocity: Double, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    Engine.current.animate(
      withDuration: duration, delay: delay, usingSpringWithDamping: dampingRatio,
      initialSpringVelocity: velocity, options: options, animations: animations,
      completion: completion)
  }

  public static func animateKeyframes(
    withDuration duration: Double, delay: Double = 0, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    Engine.current.animateKeyframes(
      duration: duration, delay: delay, options: options.ofBlock,
      isDiscrete: options.contains(.calculationModeDiscrete),
      animations: animations, completion: completion)
  }

  public static func addKeyframe(
    withRelativeStartTime start: Double, relativeDuration duration: Double,
    animations: () -> Void
  ) {
    Engine.current.addKeyframe(
      relativeStart: start, relativeDuration: duration, animations: animations)
  }

  public static func performWithoutAnimation(_ actions: () -> Void) {
    Engine.current.performWithoutAnimation(actions)
  }
}

extension AnimationOptions {
  public static let `repeat` = repeats
  public static let autoreverse = autoreverses
  public static let beginFromCurrentState = beginsFromCurrentState
  public static let overrideInheritedDuration = overridesInheritedDuration
  public static let overrideInheritedCurve = overridesInheritedTiming

  /// Changes nothing: animated views can always be touched.
  public static let allowUserInteraction: AnimationOptions = []
  public static let allowAnimatedContent: AnimationOptions = []
  public static let layoutSubviews: AnimationOptions = []
  public static let preferredFramesPerSecond60: AnimationOptions = []
}

extension CubicTimingParameters {
  public init(animationCurve curve: AnimationCurve) { self.init(curve) }
}

extension SpringTimingParameters {
  /// Creates a spring that is critically damped.
  public init() { self.init(dampingRatio: 1) }

  public init(dampingRatio: Double, initialVelocity: Vector) {
    self.init(
      dampingRatio: dampingRatio,
      initialVelocity: Point(x: initialVelocity.dx, y: initialVelocity.dy))
  }

  /// Creates a spring with physical constants; see ``init(spring:initialVelocity:)``.
  ///
  /// If no spring has these constants, such as a mass of 0, it is Core Animation's default spring.
  public init(mass: Double, stiffness: Double, damping: Double, initialVelocity: Vector) {
    let isPhysical = mass > 0 && stiffness > 0 && damping >= 0
    let isFinite = mass.isFinite && stiffness.isFinite && damping.isFinite
    self.init(
      spring: isPhysical && isFinite
        ? Spring(mass: mass, stiffness: stiffness, dampingCoefficient: damping) : Spring(),
      initialVelocity: Point(x: initialVelocity.dx, y: initialVelocity.dy))
  }
}

/// Timing parameters of one kind, as the platform passes them.
public protocol TimingCurveProvider {
  /// The same timing as a value of ``TimingParameters``.
  var timingParameters: TimingParameters { get }
}

extension TimingParameters: TimingCurveProvider {
  public var timingParameters: TimingParameters { self }
}

extension CubicTimingParameters: TimingCurveProvider {
  public var timingParameters: TimingParameters { .cubic(self) }
}

extension SpringTimingParameters: TimingCurveProvider {
  public var timingParameters: TimingParameters { .spring(self) }
}

// On the current engine; see ``Engine/current``.
extension PropertyAnimator {
  public convenience init(duration: Double, timingParameters: any TimingCurveProvider) {
    self.init(
      engine: .current, duration: duration, timing: timingParameters.timingParameters)
  }

  public convenience init(
    duration: Double, curve: AnimationCurve, animations: (() -> Void)? = nil
  ) { self.init(engine: .current, duration: duration, curve: curve, animations: animations) }

  public convenience init(
    duration: Double, dampingRatio: Double, animations: (() -> Void)? = nil
  ) {
    self.init(
      engine: .current, duration: duration, timing: .spring(dampingRatio: dampingRatio),
      animations: animations)
  }

  public convenience init(
    duration: Double, controlPoint1: Point, controlPoint2: Point,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      engine: .current, duration: duration, timing: .controlPoints(controlPoint1, controlPoint2),
      animations: animations)
  }

  /// Creates an animator, starts it, and returns it.
  @discardableResult
  public static func runningPropertyAnimator(
    withDuration duration: Double, delay: Double, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Position) -> Void)? = nil
  ) -> PropertyAnimator {
    running(
      engine: .current, duration: duration, delay: delay, timing: .curve(options.curve),
      animations: animations, completion: completion)
  }

  public func continueAnimation(
    withTimingParameters parameters: (any TimingCurveProvider)?, durationFactor: Double
  ) {
    continueAnimation(timing: parameters?.timingParameters, durationFactor: durationFactor)
  }
}

public typealias ViewAnimatingPosition = PropertyAnimator.Position
public typealias ViewAnimatingState = PropertyAnimator.State
public typealias ViewAnimating = PropertyAnimator
public typealias ViewImplicitlyAnimating = PropertyAnimator
