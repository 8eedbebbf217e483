/// The clock and the bookkeeper of one imagined screen.
///
/// Owns time, running animations, active transitions, timers, queued touches and reports. Nothing is
/// global: two engines never meet, and the same calls give bit-equal results. The host advances time
/// with ``tick(at:)``; nothing moves in between.
///
/// Not thread-safe: use an engine from one thread at a time.
public final class Engine {
  /// The time of the last tick, in nanoseconds.
  public internal(set) var nanoseconds: Int64 = 0

  /// The time of the last tick, in seconds.
  public internal(set) var now = 0.0

  /// How many ticks there were.
  public internal(set) var tickIndex = 0

  /// When animations that are committed now begin: the last tick, or inside a completion the instant
  /// at which its group was due.
  var commitTime = 0.0

  /// Committed groups, in the order of their commits.
  var groups: [AnimationGroup] = []
  var groupPool: [AnimationGroup] = []

  /// Views with at least one animation.
  var animatedViews: [View] = []

  /// The group of the running block, and the one for views outside of the transition's container.
  var recording: AnimationGroup?
  var recordingOutside: AnimationGroup?

  /// The transition for which blocks are committed at the moment.
  var currentTransition: TransitionContext?
  var isRecordingMembers = false

  var layoutQueue: [View] = []
  var transitions: [TransitionContext] = []
  var timers: [EngineTimer] = []
  var touches: [QueuedTouch] = []

  /// What was refused, ignored or found wrong, oldest first.
  public internal(set) var diagnostics: [Diagnostic] = []

  /// What ``ModalPresentationStyle/automatic`` means.
  public var automaticStyle = AutomaticStyle.modern

  /// The app-wide status-bar settings.
  public var statusBar = StatusBarSettings()

  /// Creates an engine at time 0.
  public init() {
    groups.reserveCapacity(16)
    groupPool = (0..<8).map { _ in AnimationGroup() }
    animatedViews.reserveCapacity(16)
    layoutQueue.reserveCapacity(16)
    touches.reserveCapacity(16)
  }

  /// Drops everything that is under way, without running completions.
  ///
  /// Running animations and transitions hold their views and controllers; call this when a scene is
  /// given up in the middle of one.
  public func invalidate() {
    for view in animatedViews { view.animations.removeAll() }
    for group in groups { group.reset() }
    groups.removeAll()
    animatedViews.removeAll()
    layoutQueue.removeAll()
    for context in transitions {
      (context.operation, context.animator, context.interactor) = (nil, nil, nil)
      context.from.controller.transitionCoordinator = nil
      context.to.controller.transitionCoordinator = nil
    }
    transitions.removeAll()
    timers.removeAll()
    touches.removeAll()
  }

  func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }
}
