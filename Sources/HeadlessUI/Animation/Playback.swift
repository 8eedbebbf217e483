/// The time of one property animator: a position, 0…1, that runs, rests or is scrubbed.
///
/// Until the animator is scrubbed or gets a new timing, the position is the elapsed fraction of the
/// duration, and each group maps it through the animator's timing. From then on, the timing applies
/// to the position, and every group moves in straight lines from its progress at that moment to
/// both ends.
final class Playback {
  /// How the position depends on engine time.
  enum Motion {
    /// At rest, since an engine time, in seconds.
    case held(since: Double)
    /// Forward from an engine time on, which is later than now during a delay.
    case forward(start: Double)
    /// Backward from an engine time on, when `elapsed` seconds of the animation had been played.
    case backward(start: Double, elapsed: Double)
    /// From one position to another.
    case run(Run)
  }

  /// A run of the position with a timing of its own.
  struct Run {
    let start: Double
    let from: Double
    let to: Double

    /// The length of the run, in seconds.
    let length: Double

    let timing: Timing
  }

  /// The timing, and the duration of the whole animation in seconds.
  let resolved: ResolvedTiming

  var motion: Motion

  /// The clock of the transition that scrubs this animator, if the transition started it.
  var clock: TransitionClock?

  /// The transition that the animator was started for.
  weak var transition: TransitionContext?

  /// When the transition that scrubbed it reached one of its ends, and which; nil before that.
  var scrubbed: (until: Double, to: PropertyAnimator.Position)?

  /// The number of property animations in its groups.
  var held = 0

  /// When the last one was replaced by another animation, or nil if none was.
  private var takenOver: Double?

  /// Whether groups move in straight lines from their anchors.
  private(set) var isAnchored = false

  /// The elapsed seconds or, once anchored, the position at which `motion` rests.
  private var rest = 0.0

  /// How the animator moved before it rested, to continue exactly there.
  private var resumed: Motion?

  init(_ resolved: ResolvedTiming, at time: Double) {
    self.resolved = resolved
    motion = .held(since: time)
  }
}

extension Playback {
  var duration: Double { resolved.duration }

  var isHeld: Bool { if case .held = motion { true } else { false } }

  /// The seconds since the start; valid only while not anchored.
  func elapsed(at time: Double) -> Double {
    if let clock, let offset = clock.offset, case .forward(let start) = motion {
      return offset - (start - clock.start)
    }
    switch motion {
    case .held: return rest
    case .forward(let start): return time - start
    case .backward(let start, let elapsed): return elapsed - (time - start)
    case .run(let run): return position(of: run, at: time) * duration
    }
  }

  /// The position, 0…1.
  func position(at time: Double) -> Double {
    if case .run(let run) = motion { return position(of: run, at: time) }
    if isAnchored { return rest }
    return duration > 0 ? (elapsed(at: time) / duration).clampedToUnit : 1
  }

  private func position(of run: Run, at time: Double) -> Double {
    guard run.length > 0 else { return run.to }
    let progress = run.timing.progress(after: time - run.start, of: run.length)
    return run.from + (run.to - run.from) * progress
  }

  /// The change of the position per second.
  func rate(at time: Double) -> Double {
    switch motion {
    case .held: 0
    // A transition that is held rests.
    case .forward where clock?.offset != nil: 0
    case .forward(let start): time >= start && duration > 0 ? 1 / duration : 0
    case .backward: duration > 0 ? -1 / duration : 0
    case .run(let run):
      (run.to - run.from) * run.timing.rate(after: time - run.start, of: run.length)
    }
  }

  /// When the run ends, in seconds of engine time, or nil while the animator rests or is scrubbed.
  var end: Double? {
    if held == 0, let takenOver { return takenOver }
    if let scrubbed { return scrubbed.until }
    if let clock, clock.offset != nil { return nil }
    switch motion {
    case .held: return nil
    case .forward(let start): return start + duration
    case .backward(let start, let elapsed): return start + max(elapsed, 0)
    case .run(let run): return run.start + run.length
    }
  }

  /// Whether all its animations were replaced by others.
  var isTakenOver: Bool { held == 0 && takenOver != nil }

  /// Accounts for an animation that another one replaced.
  func loseOneAnimation(at time: Double) {
    held -= 1
    takenOver = time
  }

  func hold(at time: Double) {
    guard !isHeld else { return }
    if isAnchored {
      rest = position(at: time)
      resumed = nil
    } else {
      rest = max(elapsed(at: time), 0)
      resumed = motion
    }
    motion = .held(since: time)
  }

  /// Continues exactly where it rested, in the direction in which it moved before.
  ///
  /// - Returns: False, without any change, if it was scrubbed or reversed in the meantime.
  func resume(at time: Double) -> Bool {
    guard case .held(let since) = motion, let resumed else { return false }
    let pause = time - since
    switch resumed {
    // If the pause is 0, the number stays exactly the same.
    case .forward(let start): motion = .forward(start: start + pause)
    case .backward(let start, let elapsed):
      motion = .backward(start: start + pause, elapsed: elapsed)
    case .held, .run: return false
    }
    self.resumed = nil
    return true
  }

  /// Rests at a fraction of the time.
  func scrub(toTime fraction: Double) {
    rest = isAnchored ? fraction : fraction * duration
    resumed = nil
  }

  /// Rests at a position, once every group has its anchor.
  func anchor(at position: Double) {
    isAnchored = true
    rest = position
    resumed = nil
  }

  func forgetResumption() { resumed = nil }
}

extension AnimationGroup {
  /// The point where a group's straight lines to both ends meet.
  struct Anchor {
    let position: Double
    let progress: Double
    let response: Double

    /// Whether another position is on the line from this point to the end.
    func isBehind(_ other: Double) -> Bool { other >= position && position < 1 }

    /// The value at another position of a quantity that is 0 at the start, `value` here and `end`
    /// at the end.
    func line(through value: Double, to end: Double, at other: Double) -> Double {
      guard isBehind(other) else { return position > 0 ? value * (other / position) : value }
      return value + (end - value) * ((other - position) / (1 - position))
    }
  }

  /// The progress under an animator at an engine time.
  func progress(in playback: Playback, at time: Double) -> Double {
    guard playback.isAnchored, let anchor else {
      return timing.progress(after: localElapsed(in: playback, at: time), of: duration)
    }
    return anchor.line(through: anchor.progress, to: 1, at: playback.position(at: time))
  }

  /// The response to a velocity under an animator; see ``Timing/response(after:of:)``.
  func response(in playback: Playback, at time: Double) -> Double {
    guard playback.isAnchored, let anchor else {
      return timing.response(after: localElapsed(in: playback, at: time), of: duration)
    }
    return anchor.line(through: anchor.response, to: 0, at: playback.position(at: time))
  }

  /// The change of progress, and of the response, per second of engine time.
  func rates(in playback: Playback, at time: Double) -> (progress: Double, response: Double) {
    let rate = playback.rate(at: time)
    guard rate != 0 else { return (0, 0) }
    guard playback.isAnchored, let anchor else {
      let elapsed = localElapsed(in: playback, at: time)
      let sign: Double = rate < 0 ? -1 : 1
      return (
        sign * timing.rate(after: elapsed, of: duration),
        sign * timing.responseRate(after: elapsed, of: duration)
      )
    }
    let position = playback.position(at: time)
    if anchor.isBehind(position) {
      let scale = rate / (1 - anchor.position)
      return ((1 - anchor.progress) * scale, -anchor.response * scale)
    }
    guard anchor.position > 0 else { return (0, 0) }
    let scale = rate / anchor.position
    return (anchor.progress * scale, anchor.response * scale)
  }

  /// The seconds since this group's start within its animator.
  private func localElapsed(in playback: Playback, at time: Double) -> Double {
    playback.elapsed(at: time) - delayFraction * playback.duration
  }
}
