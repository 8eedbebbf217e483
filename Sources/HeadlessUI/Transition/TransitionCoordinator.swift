public import MotionKernels

/// Lets others animate alongside a transition or a rotation, and observe a transition's
/// interaction.
///
/// Both controllers of a transition return its coordinator from `transitionCoordinator` while it
/// lasts. The coordinator of a rotation is passed to
/// ``ViewController/viewWillTransition(to:with:)``: its container is the window, and the root
/// controller is on both sides.
public final class TransitionCoordinator {
  /// A block to run alongside the animator, or a completion.
  public typealias Handler = (TransitionCoordinator) -> Void

  let context: TransitionContext

  init(context: TransitionContext) { self.context = context }
}

extension TransitionCoordinator {
  public var isAnimated: Bool { context.isAnimated }
  public var isInteractive: Bool { context.isInteractive }
  public var initiallyInteractive: Bool { context.initiallyInteractive }
  public var isCancelled: Bool { context.transitionWasCancelled }

  /// The duration of the whole transition, in seconds.
  public var transitionDuration: Double { context.clock.duration }

  /// The last fraction that an interaction reported, 0…1.
  public var percentComplete: Double { context.percentComplete }

  /// The factor on the speed of the run after a release.
  public var completionVelocity: Double { context.interactor?.completionSpeed ?? 1 }

  public var completionCurve: AnimationCurve { context.interactor?.completionCurve ?? .easeInOut }
  public var containerView: View { context.containerView }
  public var targetTransform: Transform3D64 { context.targetTransform }
  public var presentationStyle: ModalPresentationStyle { context.presentationStyle }

  public func viewController(for side: TransitionContext.Side) -> ViewController {
    context.viewController(for: side)
  }

  public func view(for side: TransitionContext.Side) -> View? { context.view(for: side) }
}

extension TransitionCoordinator {
  /// Runs a block in one animation with the transition's duration.
  ///
  /// Views outside of the container and of the controllers' trees are animated in normal time; use
  /// ``animateAlongside(in:animation:completion:)`` to have them scrubbed with the rest.
  ///
  /// - Returns: Whether the block was queued, to run once after the animator. Once the transition
  ///   is running, the block is not queued, and only the completion is called, at the end.
  @discardableResult
  public func animate(alongside animation: @escaping Handler, completion: Handler? = nil) -> Bool {
    add((body: animation, isScrubbed: false), completion)
  }

  /// Runs a block like ``animate(alongside:completion:)``, for views that take no part in the
  /// transition; `view` is an ancestor of the views that the block animates.
  @discardableResult
  public func animateAlongside(
    in view: View, animation: @escaping Handler, completion: Handler? = nil
  ) -> Bool { add((body: animation, isScrubbed: true), completion) }

  /// Calls `handler` each time an interaction ends or resumes.
  ///
  /// Handlers run in the order of registration.
  public func notifyWhenInteractionChanges(_ handler: @escaping Handler) {
    context.alongside.observers.append(handler)
  }

  private func add(_ block: AlongsideBlocks.Block, _ completion: Handler?) -> Bool {
    if let completion { context.alongside.completions.append(completion) }
    guard !context.alongside.hasStarted else { return false }
    if isAnimated { context.alongside.queue.append(block) } else { block.body(self) }
    return true
  }
}

/// The blocks and observers that were registered with a transition's coordinator.
struct AlongsideBlocks {
  /// Whether views outside of the transition are also scrubbed.
  typealias Block = (body: TransitionCoordinator.Handler, isScrubbed: Bool)

  var queue: [Block] = []
  var completions: [TransitionCoordinator.Handler] = []
  var observers: [TransitionCoordinator.Handler] = []

  /// Whether the queued blocks have run, so that no more can be queued.
  var hasStarted = false
}
