/// An animation that can be paused, scrubbed, reversed, continued with another timing, and stopped.
///
///     let animator = PropertyAnimator(engine: engine, duration: 0.5, curve: .easeOut) {
///       view.center.x = 300
///     }
///     animator.startAnimation()
///     // A finger goes down:
///     animator.pauseAnimation()
///     animator.fractionComplete = 0.4
///     animator.continueAnimation(timing: .spring(dampingRatio: 0.8), durationFactor: 1)
///
/// Model values change when the animator starts. Its animations start at the value on screen, with
/// its velocity, and replace those of the same properties: retargeting keeps one animation per
/// property.
///
/// The engine retains a running animator. Retain a paused one yourself: when it is released, its
/// animations end, and model values are shown.
public final class PropertyAnimator {
  public enum State: Int, Sendable {
    /// Not started, or finished.
    case inactive = 0
    /// Running, or paused.
    case active = 1
    /// Stopped, and waiting for ``PropertyAnimator/finishAnimation(at:)``.
    case stopped = 2
  }

  /// The position at which an animator ended.
  public enum Position: Int, Sendable {
    case end = 0
    case start = 1
    /// In between: it was stopped, or its animations were replaced.
    case current = 2
  }

  public let engine: Engine

  /// The timing of the animation until it is continued with another one.
  public let timing: TimingParameters

  /// The time from the start to the end without interruption, in seconds; a spring with physical
  /// constants has its own duration.
  public let duration: Double

  public private(set) var state = State.inactive

  /// Whether ``fractionComplete`` is the progress on screen; otherwise, it is the fraction of the
  /// duration.
  ///
  /// True by default, as on the platform, so that views stay under a finger with any timing.
  public var scrubsLinearly = true

  /// Whether the animator pauses at its end instead of finishing; false by default.
  public var pausesOnCompletion = false

  /// Whether this stands for "no animator" where the type cannot be optional.
  let isStandIn: Bool

  private let resolved: ResolvedTiming
  private var blocks: [(body: () -> Void, delayFactor: Double)] = []
  private var completions: [(Position) -> Void] = []
  private var playback: Playback?
  private var isTurned = false
  /// When a transition last let it run to one of its ends.
  private var releaseTime: Double?

  /// The motion before the last reversal, which a second reversal at the same instant restores.
  private var turn: (time: Double, motion: Playback.Motion)?

  /// Creates an animator that has not started; its block runs when it becomes active.
  ///
  /// With a duration of 0, a negative one or NaN, the values apply at once.
  public init(
    engine: Engine, duration: Double, timing: TimingParameters,
    animations: (() -> Void)? = nil
  ) {
    self.engine = engine
    self.timing = timing
    resolved = timing.resolved(duration: duration)
    self.duration = resolved.duration
    isStandIn = false
    if let animations { blocks.append((animations, 0)) }
  }

  init(standInOn engine: Engine) {
    self.engine = engine
    timing = .curve(.linear)
    resolved = timing.resolved(duration: 0)
    duration = 0
    isStandIn = true
  }

  public convenience init(
    engine: Engine, duration: Double, curve: AnimationCurve, animations: (() -> Void)? = nil
  ) { self.init(engine: engine, duration: duration, timing: .curve(curve), animations: animations) }

  /// Creates an animator, starts it, and returns it.
  public static func running(
    engine: Engine, duration: Double, delay: Double = 0,
    timing: TimingParameters = .curve(.easeInOut),
    animations: @escaping () -> Void, completion: ((Position) -> Void)? = nil
  ) -> PropertyAnimator {
    let animator = PropertyAnimator(
      engine: engine, duration: duration, timing: timing, animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  deinit { if let playback { engine.abandonAnimations(of: playback) } }
}

extension PropertyAnimator {
  /// Whether time drives the animation.
  public var isRunning: Bool { state == .active && playback?.isHeld == false }

  /// The progress of the animation, 0…1; see ``scrubsLinearly``.
  ///
  /// Setting it pauses the animator, and activates it if it was inactive. A fraction is clamped,
  /// and NaN counts as 0. Ignored after a stop.
  public var fractionComplete: Double {
    get {
      guard let playback else { return 0 }
      let position = playback.position(at: engine.commitTime)
      guard scrubsLinearly, !playback.isAnchored else { return position.clampedToUnit }
      return shownProgress(of: playback)
    }
    set {
      guard state != .stopped else {
        return engine.report(.ignoredAnimatorCall("fractionComplete"))
      }
      pauseAnimation()
      guard let playback else { return }
      if scrubsLinearly {
        anchor(playback)
        playback.anchor(at: newValue.clampedToUnit)
      } else {
        playback.scrub(toTime: newValue.clampedToUnit)
      }
      turn = nil
      engine.forgetSamples()
    }
  }

  /// Whether the animation runs back to its start.
  ///
  /// Setting it reverses a running animation, which runs back through the same values, for as long
  /// as it has played. For a paused one, it decides on the direction in which it will continue.
  public var isReversed: Bool {
    get { isTurned }
    set {
      guard newValue != isTurned else { return }
      guard state != .stopped else { return engine.report(.ignoredAnimatorCall("isReversed")) }
      isTurned = newValue
      guard let playback, !playback.isHeld else {
        playback?.forgetResumption()
        return
      }
      turnAround(playback)
    }
  }

  /// Adds animations; the block runs when the animator becomes active, or now if it is active.
  ///
  /// They start after a fraction of the remaining time, 0…1, and end with the animator.
  public func addAnimations(_ animations: @escaping () -> Void, delayFactor: Double = 0) {
    guard state != .stopped else { return engine.report(.ignoredAnimatorCall("addAnimations")) }
    guard state == .active, let playback else {
      blocks.append((animations, delayFactor.clampedToUnit))
      return
    }
    record(animations, delayFactor: delayFactor.clampedToUnit, into: playback)
  }

  /// Adds a closure that is called with the position at which the animator ended; closures run in
  /// the order in which they were added.
  public func addCompletion(_ completion: @escaping (Position) -> Void) {
    completions.append(completion)
  }

  /// Starts the animation, or continues a paused one as before, without a delay.
  public func startAnimation(afterDelay delay: Double = 0) {
    switch state {
    case .stopped: engine.report(.ignoredAnimatorCall("startAnimation"))
    case .active: continueAnimation()
    case .inactive:
      let playback = activate()
      playback.motion =
        isTurned
        ? .backward(start: engine.commitTime, elapsed: 0)
        : .forward(start: engine.commitTime + max(delay.isFinite ? delay : 0, 0))
      engine.keep(self)
    }
  }

  /// Pauses the animation; an animator that has not started becomes active, at its start.
  public func pauseAnimation() {
    switch state {
    case .stopped: engine.report(.ignoredAnimatorCall("pauseAnimation"))
    case .inactive: _ = activate()
    case .active:
      playback?.hold(at: engine.commitTime)
      engine.release(self)
    }
  }

  /// Continues a paused animation, or changes the timing of one that its transition has just
  /// released.
  ///
  /// Without arguments, it continues as if it had not been paused. With a timing or a factor, it
  /// runs from what is shown to its end along the new timing, in `durationFactor` times the whole
  /// duration; 0 means the remaining time. A spring with physical constants has its own duration.
  public func continueAnimation(timing: TimingParameters? = nil, durationFactor: Double = 0) {
    let now = engine.commitTime
    guard state == .active, let playback, playback.isHeld || releaseTime == now else {
      return engine.report(.ignoredAnimatorCall("continueAnimation"))
    }
    playback.hold(at: now)
    engine.keep(self)
    let hasFactor = durationFactor > 0 && durationFactor.isFinite
    if timing == nil, !hasFactor, !playback.isAnchored {
      if playback.resume(at: now) { return }
      let elapsed = playback.elapsed(at: now)
      playback.motion =
        isTurned ? .backward(start: now, elapsed: elapsed) : .forward(start: now - elapsed)
      return
    }
    run(playback, timing, seconds: hasFactor ? durationFactor * duration : nil)
  }

  /// Stops the animation where it is.
  ///
  /// - Parameter withoutFinishing: If true, the shown values become the model values, the animator
  ///   becomes inactive and no completion is called. If false, the animator waits for
  ///   ``finishAnimation(at:)``.
  public func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active, let playback else {
      if state == .stopped, withoutFinishing, let playback { return discard(playback) }
      return engine.report(.ignoredAnimatorCall("stopAnimation"))
    }
    playback.hold(at: engine.commitTime)
    engine.release(self)
    if withoutFinishing { discard(playback) } else { state = .stopped }
  }

  /// Ends a stopped animation, and calls the completions.
  ///
  /// - Parameter position: The values that the views keep: at the end, at the start, or as shown.
  public func finishAnimation(at position: Position) {
    guard state == .stopped, let playback else {
      return engine.report(.ignoredAnimatorCall("finishAnimation"))
    }
    engine.settleAnimations(of: playback, at: position)
    end(at: position)
  }
}

// Called by the engine and by transitions.
extension PropertyAnimator {
  /// The time of the animator while it is active.
  var activePlayback: Playback? { playback }

  /// Runs from what is shown to one of the ends, as a released transition does.
  func run(isReversed: Bool, timing: Timing, length: Double) {
    guard state == .active, let playback else { return }
    playback.hold(at: engine.commitTime)
    isTurned = isReversed
    releaseTime = engine.commitTime
    engine.keep(self)
    run(playback, timing: timing, length: length)
  }

  var end: Double? { state == .active ? playback?.end : nil }

  /// Ends a run whose time is up, or pauses there.
  ///
  /// - Returns: The position at which the animations end, or nil if the animator pauses instead.
  func reachEnd() -> Position? {
    guard let playback else { return nil }
    guard !playback.isTakenOver else { return .current }
    if let scrubbed = playback.scrubbed { return scrubbed.to }
    guard pausesOnCompletion else { return isTurned ? .start : .end }
    playback.hold(at: engine.commitTime)
    if playback.isAnchored {
      playback.anchor(at: isTurned ? 0 : 1)
    } else {
      playback.scrub(toTime: isTurned ? 0 : 1)
    }
    engine.release(self)
    return nil
  }

  /// Drops the animation, and calls the completions.
  func end(at position: Position) {
    guard let playback else { return }
    playback.transition?.observed.animatorEnd = position
    self.playback = nil
    state = .inactive
    isTurned = false
    turn = nil
    engine.release(self)
    let handlers = completions
    completions.removeAll()
    engine.runCompletion { for handler in handlers { handler(position) } }
  }

  /// Drops the animation without calling completions, because its engine was invalidated.
  func abandon() {
    playback = nil
    state = .inactive
    completions.removeAll()
  }
}

extension PropertyAnimator {
  /// Runs the blocks that have been added, at rest at the start.
  private func activate() -> Playback {
    let playback = Playback(resolved, at: engine.commitTime)
    playback.transition = engine.recording.transition
    if engine.recording.makesMembers { playback.clock = engine.recording.transition?.clock }
    self.playback = playback
    state = .active
    let added = blocks
    blocks.removeAll()
    for block in added { record(block.body, delayFactor: block.delayFactor, into: playback) }
    return playback
  }

  private func record(
    _ animations: () -> Void, delayFactor: Double, into playback: Playback
  ) {
    let position = playback.position(at: engine.commitTime).clampedToUnit
    let delay = position + delayFactor * (1 - position)
    engine.record(
      animations, of: playback, delayFraction: delay,
      anchor: playback.isAnchored
        ? AnimationGroup.Anchor(position: delay, progress: 0, response: 0) : nil)
  }

  /// The shown progress of an animation without a delay, 0…1.
  private func shownProgress(of playback: Playback) -> Double {
    resolved.timing.progress(after: playback.elapsed(at: engine.commitTime), of: duration)
      .clampedToUnit
  }

  /// Gives every group an anchor at its current progress.
  private func anchor(_ playback: Playback) {
    guard !playback.isAnchored else { return }
    let position = shownProgress(of: playback)
    engine.anchorGroups(of: playback, at: position)
    playback.anchor(at: position)
  }

  /// Runs to its end; if nil, `timing` is the animator's own, and `seconds` the remaining time.
  private func run(_ playback: Playback, _ timing: TimingParameters?, seconds: Double?) {
    let left = abs((isTurned ? 0 : 1) - playback.position(at: engine.commitTime)) * duration
    let resolved = (timing ?? self.timing).resolved(duration: seconds ?? left)
    run(playback, timing: resolved.timing, length: resolved.duration)
  }

  private func run(_ playback: Playback, timing: Timing, length: Double) {
    anchor(playback)
    turn = nil
    playback.motion = .run(
      Playback.Run(
        start: engine.commitTime, from: playback.position(at: engine.commitTime),
        to: isTurned ? 0 : 1, length: length, timing: timing))
  }

  private func turnAround(_ playback: Playback) {
    let now = engine.commitTime
    let current = playback.motion
    if let turn, turn.time == now {
      playback.motion = turn.motion
      self.turn = nil
      return
    }
    if playback.isAnchored {
      playback.hold(at: now)
      run(playback, nil, seconds: nil)
    } else {
      let elapsed = min(max(playback.elapsed(at: now), 0), duration)
      playback.motion =
        isTurned ? .backward(start: now, elapsed: elapsed) : .forward(start: now - elapsed)
    }
    turn = (now, current)
  }

  /// Makes the shown values the model values, without calling completions.
  private func discard(_ playback: Playback) {
    engine.settleAnimations(of: playback, at: .current)
    completions.removeAll()
    end(at: .current)
  }
}
