import FrameModel
public import FrameSignposts
import MotionKernels

/// The clock of one imagined screen, and everything that happens on it.
///
/// Owns time, running animations, active transitions, queued touches and diagnostics. Engines share
/// no state, except that each thread has a ``current`` one. The same calls give bit-equal results.
/// The host advances time with ``tick(at:)``; nothing moves between two ticks. `Rules.md` defines
/// what each tick does.
///
/// Not thread-safe: use an engine from one thread at a time.
///
/// Exclusivity checks are off for the properties that a tick uses, as for those of ``View``. The
/// engine finishes each access before it calls code that could start another.
public final class Engine {
  /// The time of the last tick, in nanoseconds.
  @exclusivity(unchecked) public private(set) var nanoseconds: Int64 = 0

  /// The time of the last tick, in seconds.
  @exclusivity(unchecked) public private(set) var now = 0.0

  /// Everything that was refused, ignored or found wrong, oldest first.
  public private(set) var diagnostics: [Diagnostic] = []

  /// What ``ModalPresentationStyle/automatic`` resolves to.
  public var automaticStyle = AutomaticStyle.modern

  /// Whether the user asked for less motion; only your animators read it.
  public var isReduceMotionEnabled = false

  /// Whether the engine's own transitions fade instead of sliding, as the platform's do for users
  /// who prefer that.
  public var prefersCrossFadeTransitions = false

  /// The window that was created last, which is as large as the screen.
  weak var screen: Window?

  /// The bounds of the last window, which are those of the screen; zero before there is one.
  public var screenBounds: Rect { screen?.bounds ?? .zero }

  /// The app-wide status bar settings.
  public var statusBar = StatusBarSettings()

  /// The time at which animations that are committed now start, in seconds: the last tick or, in a
  /// completion, the instant at which its group was due.
  @exclusivity(unchecked) var commitTime = 0.0

  @exclusivity(unchecked) private(set) var tickIndex = 0

  /// Changes at the end of each tick, when its result is on screen.
  @exclusivity(unchecked) private(set) var displayIndex = 0

  /// Active transitions, oldest first.
  @exclusivity(unchecked) var transitions: [TransitionContext] = []

  @exclusivity(unchecked) private(set) var recording = Recording()

  /// Committed groups, in the order of their commits.
  @exclusivity(unchecked) private(set) var groups: [AnimationGroup] = []

  /// Running property animators, in the order in which they started.
  @exclusivity(unchecked) var animators: [PropertyAnimator] = []
  @exclusivity(unchecked) private var groupPool: [AnimationGroup] = []

  /// Views with animations, in the order in which they got them.
  @exclusivity(unchecked) private(set) var animatedViews: [View] = []

  /// What the animated views showed at the last tick.
  @exclusivity(unchecked) var samples = ViewSamples()

  /// Views that need layout, in the order in which they were marked.
  @exclusivity(unchecked) var layoutQueue = LayoutQueue()

  /// The views that `layoutIfNeeded` still has to visit.
  let layoutPass = LayoutPass()

  /// Windows in a rotation that lays out every frame.
  @exclusivity(unchecked) private(set) var resizingWindows: [Window] = []

  /// Touches that wait for their tick.
  @exclusivity(unchecked) var touches = TouchQueue()

  /// Actions that wait for their time, earliest first; see Engine+Timers.swift.
  @exclusivity(unchecked) var timers: [Timer] = []

  /// An action that waits for its time.
  struct Timer {
    /// The engine time at which the action is due, in seconds.
    let due: Double

    let action: () -> Void

    /// The transition that waits for it.
    weak var transition: TransitionContext?
  }

  /// The view whose frame or center was read last, and which of them; to convert it from that
  /// view's own coordinates is a mistake.
  @exclusivity(unchecked) var lastPlaceRead: (view: ObjectIdentifier, place: ReadPlace)?

  enum ReadPlace { case frame, center }

  /// Whether the completion of an animation is running.
  @exclusivity(unchecked) private(set) var isInCompletion = false

  /// Changes whenever a view gets or loses a superview, or another depth.
  @exclusivity(unchecked) var hierarchyVersion = 0

  /// Marks the steps of a tick; the marks do not change what an engine does.
  public let signposter = FrameSignposter()

  /// The number of nested stacks that are being measured.
  @exclusivity(unchecked) var measuringDepth = 0

  /// The arrays that the stacks at each depth work with; empty if one is in use.
  ///
  /// Kept, so that a layout allocates nothing.
  @exclusivity(unchecked) var arrangedViews: [ArrangedViews] = []

  /// Creates an engine at time 0.
  public init() {
    groups.reserveCapacity(16)
    groupPool = (0..<8).map { _ in AnimationGroup() }
    animatedViews.reserveCapacity(16)
    becomeLatest()
  }

  /// Drops everything in progress, without calling completions.
  ///
  /// Running animations and transitions retain their views and controllers; call this when you
  /// abandon a scene in the middle of one.
  public func invalidate() {
    // Kept until all lists are empty, because objects that are released may call the engine.
    let ended = (groups, animators, animatedViews, transitions, resizingWindows, touches, timers)
    for view in animatedViews {
      view.animations.removeAll()
      view.sampleIndex = -1
    }
    samples = ViewSamples()
    for group in groups { group.reset() }
    groups.removeAll()
    for animator in animators { animator.abandon() }
    animators.removeAll()
    animatedViews.removeAll()
    layoutQueue.removeAll()
    for context in transitions { context.abandon() }
    transitions.removeAll()
    resizingWindows.removeAll()
    touches.removeAll()
    timers.removeAll()
    withExtendedLifetime(ended) {}
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Removes the last report of something that turned out to be right.
  func withdraw(_ diagnostic: Diagnostic) {
    if let index = diagnostics.lastIndex(of: diagnostic) { diagnostics.remove(at: index) }
  }
}

// A tick. Its steps are numbered in Rules.md, "Tick order".
extension Engine {
  /// Advances time to a new instant and does everything that is due by then.
  ///
  /// A time that is not later than the last tick's is reported and ignored; the first tick may have
  /// any time. Ticks may be dropped: what a tick shows depends only on its time.
  public func tick(at nanoseconds: Int64) {
    signposter.withIntervalSignpost("tick") {
      call {
        guard move(to: nanoseconds) else { return }
        endTransitions()
        displayIndex += 1
      }
    }
  }

  /// Advances time to a `Duration`, such as a frame's `targetTimestamp`; see ``tick(at:)``.
  public func tick(at time: Duration) { tick(at: time.wholeNanoseconds) }

  /// Does all steps of a tick except the last one: complete transitions stay in place until the
  /// next tick.
  ///
  /// Use it to inspect a transition's last frame.
  public func advance(to nanoseconds: Int64) {
    call { if move(to: nanoseconds) { displayIndex += 1 } }
  }

  /// Does steps 1 to 8, or only reports a time that is not later.
  ///
  /// - Returns: Whether time has moved.
  private func move(to nanoseconds: Int64) -> Bool {
    guard nanoseconds > self.nanoseconds || tickIndex == 0 else {
      report(.timeWentBack(from: self.nanoseconds, to: nanoseconds))
      return false
    }
    self.nanoseconds = nanoseconds
    now = Double(nanoseconds) / 1e9
    commitTime = now
    tickIndex += 1
    forgetSamples()

    deliverTouches()
    advanceReleaseRuns()
    runTimers()
    signposter.withIntervalSignpost("layout") {
      resizeWindows()
      layOut()
    }
    signposter.withIntervalSignpost("animations") {
      sample()
      settle()
      commitTime = now
      sample()
    }
    reportStuckTransitions()
    return true
  }

  /// Step 1: delivers touches up to now.
  private func deliverTouches() {
    while let next = touches.next(at: nanoseconds) { next.window.deliver(next.touch) }
  }

  /// Step 2: advances transitions that run to one of their ends after an interaction.
  private func advanceReleaseRuns() {
    for context in transitions {
      guard let end = context.advanceReleaseRun(to: now, tick: tickIndex) else { continue }
      for group in groups where group.clock === context.clock { group.forcedEnd = end }
      endAnimators(scrubbedBy: context, at: end)
      context.interactor?.releaseRunEnded()
    }
  }

  /// Step 4: in rotations that lay out every frame, gives controllers' views the frames of this
  /// tick.
  private func resizeWindows() {
    // By index, because a loop would retain a copy of the array, so that removing would allocate.
    var index = 0
    while index < resizingWindows.count {
      let window = resizingWindows[index]
      if window.placeForShownSize() { stopResizing(window) } else { index += 1 }
    }
  }

  /// Step 5: lays out the views that need it, in the order in which they were marked.
  private func layOut() {
    var rounds = 0
    while let view = layoutQueue.popFirst() {
      guard view.layOutIfMarked() else { continue }
      rounds += 1
      guard rounds < Self.mostLayouts else { return report(.layoutDidNotSettle(view: view.name)) }
    }
  }

  /// Steps 6 and 8: computes the presentation values of this tick.
  private func sample() {
    for view in animatedViews { view.takeSample(at: now) }
  }

  /// Step 7: ends the groups that are due, earliest first; those due at the same instant in the
  /// order of their commits.
  ///
  /// A completion's animations start when its group was due, so a late tick catches up with every
  /// stage that it missed.
  private func settle() {
    restoreCanceledTransitions()
    while let due = earliestDue() {
      let ended = endAnimators(at: due)
      for group in groups where !group.hasEnded {
        guard let end = group.due(now: now, tick: tickIndex), end <= due + AnimationGroup.tolerance
        else { continue }
        group.hasEnded = true
        removeAnimations(of: group)
      }
      while let index = groups.firstIndex(where: \.hasEnded) {
        complete(groups.remove(at: index), at: due)
      }
      for (animator, position) in ended {
        commitTime = due
        var inside = recording
        inside.transition = animator.activePlayback?.transition
        withRecording(inside) { animator.end(at: position) }
      }
    }
  }

  private func earliestDue() -> Double? {
    var earliest = earliestAnimatorEnd()
    for group in groups {
      guard let due = group.due(now: now, tick: tickIndex) else { continue }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  private func complete(_ group: AnimationGroup, at due: Double) {
    commitTime = due
    var inside = recording
    inside.transition = group.transition
    let completion = group.completion
    let isFinished = !group.isInterrupted
    recycle(group)
    withRecording(inside) { runCompletion { completion?(isFinished) } }
  }

  /// Runs code that was waiting for the end of an animation.
  func runCompletion(_ body: () -> Void) {
    let outer = isInCompletion
    isInCompletion = true
    call(body)
    isInCompletion = outer
  }

  /// Removes a group's animations from their views, so that model values are shown.
  func removeAnimations(of group: AnimationGroup) {
    for view in animatedViews {
      view.animations.removeAll { $0.group === group }
      view.forgetSample()
    }
    var index = 0
    while index < animatedViews.count {
      if animatedViews[index].animations.isEmpty {
        // One by one, because releasing a view may run code that calls the engine.
        samples.remove(&animatedViews.remove(at: index).sampleIndex)
      } else {
        index += 1
      }
    }
    group.remaining = 0
  }
}

// Queues and pools that other parts of the module fill.
extension Engine {
  /// Gives the controllers of a window new frames in every tick until the window's resizing ends.
  func keepResizing(_ window: Window) {
    guard !resizingWindows.contains(where: { $0 === window }) else { return }
    resizingWindows.append(window)
  }

  func stopResizing(_ window: Window) { resizingWindows.removeAll { $0 === window } }

  /// Whether an animation of a window's size continues after this tick.
  func isResizing(_ window: Window) -> Bool {
    window.animations.contains {
      $0.property == .boundsSize && $0.group.due(now: now, tick: tickIndex) == nil
    }
  }

  /// The number of views that a tick lays out before it gives up: views that keep marking each
  /// other never settle.
  private static let mostLayouts = 100_000

  func startSampling(_ view: View) {
    animatedViews.append(view)
    view.sampleIndex = samples.add()
  }

  func stopSampling(_ view: View) {
    animatedViews.removeAll { $0 === view }
    samples.remove(&view.sampleIndex)
  }

  /// Discards the sampled presentation values, so that the next read computes them again.
  func forgetSamples() { for view in animatedViews { view.forgetSample() } }

  /// An empty group that starts `delay` seconds after the current commit time.
  func takeGroup(duration: Double, delay: Double, timing: Timing) -> AnimationGroup {
    let group = groupPool.popLast() ?? AnimationGroup()
    group.start = commitTime + (delay > 0 ? delay : 0)
    group.duration = duration > 0 ? duration : 0
    group.timing = timing
    group.transition = recording.transition
    return group
  }

  /// Commits a group; one without animations completes at the next tick.
  func enlist(_ group: AnimationGroup) {
    if group.remaining == 0, !group.isInterrupted {
      guard group.completion != nil else { return recycle(group) }
      group.completionTick = tickIndex + 1
    }
    groups.append(group)
    group.transition?.reviewCommit(of: group)
    // Reserve room for all groups in the pool now, so that no frame in which one ends allocates.
    let count = groups.count + groupPool.count
    if groupPool.capacity < count { groupPool.reserveCapacity(2 * count) }
  }

  /// Drops groups without calling their completions.
  func discardGroups(where isDiscarded: (AnimationGroup) -> Bool) {
    let discarded = groups.filter(isDiscarded)
    groups.removeAll(where: isDiscarded)
    for group in discarded { recycle(group) }
  }

  private func recycle(_ group: AnimationGroup) {
    group.reset()
    if groupPool.count < Self.longestPool { groupPool.append(group) }
  }

  /// The maximum size of the pool, so that it does not stay large after a burst of retargeting.
  private static let longestPool = 64
}

extension Engine {
  /// Runs `body` with another recording, then returns to the current one.
  func withRecording(_ inside: Recording, _ body: () -> Void) {
    let outer = recording
    recording = inside
    call(body)
    recording = outer
  }
}
