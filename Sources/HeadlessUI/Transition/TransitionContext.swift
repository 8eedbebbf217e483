public import MotionKernels

/// What an animator and an interaction controller know of a transition, and how they report back.
public final class TransitionContext {
  /// Which side of a transition.
  public enum Side: Sendable {
    /// What is on screen when the transition starts.
    case from
    /// What is on screen once it has completed.
    case to
  }

  /// Where a transition is in its life (§8.2).
  public enum State: Sendable {
    case preparing, running, interacting, ending, ended
  }

  public let engine: Engine

  /// The superview of everything that moves.
  public let containerView: View

  /// False when the end state is applied at once, without an animator.
  public let isAnimated: Bool

  public let presentationStyle: ModalPresentationStyle

  /// The rotation of the target; always identity here.
  public let targetTransform = Transform3D64.identity

  /// Whether the interaction was cancelled.
  public internal(set) var transitionWasCancelled = false

  public internal(set) var state = State.preparing

  /// The last fraction that was reported by an interaction, 0…1.
  public internal(set) var percentComplete = 0.0

  let from: Participant
  let to: Participant
  var clock: TransitionClock
  var operation: (any TransitionOperation)?
  var animator: (any AnimatedTransitioning)?
  var interactor: (any InteractiveTransitioning)?
  var alongside = AlongsideBlocks()
  weak var sharedCoordinator: TransitionCoordinator?

  /// Whether the transition began under control of an interaction.
  var initiallyInteractive = false

  /// What `completeTransition` was told, once it was called.
  var outcome: Bool?

  /// A cancelled leg has ended: start values are written back before completions run.
  var needsRestore = false

  /// When the transition last showed a sign of life, in seconds.
  var lastActivity: Double
  var isReportedStuck = false

  /// One side of a transition.
  struct Participant {
    let controller: ViewController

    /// The view to animate; nil when this side does not take part.
    var view: View?

    var initialFrame = Rect.zero
    var finalFrame = Rect.zero
  }

  init(
    engine: Engine, containerView: View, isAnimated: Bool, style: ModalPresentationStyle,
    from: Participant, to: Participant
  ) {
    self.engine = engine
    self.containerView = containerView
    self.isAnimated = isAnimated
    presentationStyle = style
    (self.from, self.to) = (from, to)
    clock = TransitionClock(begin: engine.commitTime, duration: 0)
    lastActivity = engine.now
  }
}

extension TransitionContext {
  /// Whether an interaction drives the transition at the moment.
  public var isInteractive: Bool { state == .interacting }

  /// The controller of a side; always there.
  public func viewController(for side: Side) -> ViewController {
    participant(side).controller
  }

  /// The view to animate, nil when that side does not take part (§8.3).
  ///
  /// Only views returned from here may be moved into the container.
  public func view(for side: Side) -> View? {
    participant(side).view
  }

  /// The rectangle of a controller's view at the start, zero when unknown.
  public func initialFrame(for controller: ViewController) -> Rect {
    controller === from.controller ? from.initialFrame : to.initialFrame
  }

  /// The rectangle of a controller's view at the end, zero when unknown.
  public func finalFrame(for controller: ViewController) -> Rect {
    controller === from.controller ? from.finalFrame : to.finalFrame
  }

  /// What diagnostics call this transition.
  public var name: String {
    let animator = animator.map { String(describing: type(of: $0)) } ?? "no animator"
    return "\(from.controller.name) to \(to.controller.name) (\(animator))"
  }

  private func participant(_ side: Side) -> Participant {
    switch side {
    case .from: from
    case .to: to
    }
  }

  /// Whether a view lies in the container or in the tree of either controller.
  func takesPart(_ view: View) -> Bool {
    view.isDescendant(of: containerView) || view.isDescendant(of: from.controller.view)
      || view.isDescendant(of: to.controller.view)
  }
}
