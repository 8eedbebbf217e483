/// A full-screen modal that slides in from the right edge and out again (§15.4).
public final class SideSlideAnimator: AnimatedTransitioning {
  public let direction: ModalDirection

  /// Seconds of either direction, eased in and out.
  public static let duration = 0.5

  /// Creates an animator for one direction.
  public init(_ direction: ModalDirection) {
    self.direction = direction
  }

  public func transitionDuration(using context: TransitionContext?) -> Double { Self.duration }

  public func animateTransition(using context: TransitionContext) {
    switch direction {
    case .present: present(context)
    case .dismiss: dismiss(context)
    }
  }

  private func present(_ context: TransitionContext) {
    let final = context.finalFrame(for: context.toController)
    let sheet = context.toController.view
    sheet.frame = final.offset(x: context.containerView.bounds.width - final.minX, y: 0)
    context.containerView.addSubview(sheet)
    context.engine.animate(duration: Self.duration) {
      sheet.frame = final
    } completion: { _ in
      if context.transitionWasCancelled { sheet.removeFromSuperview() }
      context.complete()
    }
  }

  private func dismiss(_ context: TransitionContext) {
    let sheet = context.fromController.view
    context.insertPresenterBelow()
    context.engine.animate(duration: Self.duration) {
      sheet.slide(to: context.containerView.bounds.width)
    } completion: { _ in
      let leaving = context.transitionWasCancelled ? context.view(for: .to) : sheet
      leaving?.removeFromSuperview()
      context.complete()
    }
  }
}

/// Dismisses the modal by dragging it to the right; written by hand.
public final class SideSlideInteraction: InteractiveTransitioning {
  /// Seconds of the last leg, eased in and out.
  public static let legDuration = 0.2

  /// Whether a finger is dragging; the delegate hands this controller out only then.
  public private(set) var isInteracting = false

  private var context: TransitionContext?
  private var shouldFinish = false
  private let engine: Engine
  private let dismiss: () throws -> Void

  /// Creates an interaction that calls `dismiss` when a drag begins.
  public init(engine: Engine, dismiss: @escaping () throws -> Void) {
    self.engine = engine
    self.dismiss = dismiss
  }

  public func startInteractiveTransition(_ context: TransitionContext) {
    self.context = context
    context.insertPresenterBelow()
  }

  /// Follows a pan of the sheet.
  public func handle(_ pan: PanGestureRecognizer) {
    switch pan.state {
    case .began:
      (isInteracting, shouldFinish) = (true, false)
      // A refusal is in the engine's diagnostics, and the drag then moves nothing.
      if (try? dismiss()) == nil { isInteracting = false }
    case .changed: drag(pan.translation(in: pan.view).x)
    case .ended: release(finishing: shouldFinish)
    case .cancelled, .failed: release(finishing: false)
    case .possible: break
    }
  }

  private func drag(_ distance: Double) {
    guard let context else { return engine.report(.noTransition(call: "update")) }
    let width = context.containerView.bounds.width
    let fraction = distance.fraction(of: width)
    shouldFinish = fraction > 0.5
    context.updateInteractiveTransition(fraction)
    context.fromController.view.slide(to: width * fraction)
  }

  private func release(finishing: Bool) {
    isInteracting = false
    guard let context else { return engine.report(.noTransition(call: "release")) }
    self.context = nil
    if finishing {
      context.finishInteractiveTransition()
    } else {
      context.cancelInteractiveTransition()
    }
    playLeg(context)
  }

  /// The last leg; its completion captures the context alone, which allocates nothing.
  private func playLeg(_ context: TransitionContext) {
    let isCancelled = context.transitionWasCancelled
    engine.animate(duration: SideSlideInteraction.legDuration) {
      context.fromController.view.slide(
        to: isCancelled ? 0 : context.containerView.bounds.width)
    } completion: { _ in
      let isCancelled = context.transitionWasCancelled
      (isCancelled ? context.view(for: .to) : context.view(for: .from))?.removeFromSuperview()
      context.complete()
    }
  }
}

extension View {
  /// Moves the view sideways, so that its frame begins at `x`.
  fileprivate func slide(to x: Double) {
    frame = frame.offset(x: x - frame.minX, y: 0)
  }
}

/// Hands out the parts of the side-slide, and installs the pan; keep it, the controller does not.
public final class SideSlideDelegate: TransitioningDelegate {
  public let interaction: SideSlideInteraction

  /// Makes a controller ready to be presented with the side-slide.
  public init(_ controller: ViewController) {
    let interaction = SideSlideInteraction(engine: controller.engine) { [weak controller] in
      try controller?.dismiss(animated: true)
    }
    self.interaction = interaction
    controller.modalPresentationStyle = .fullScreen
    controller.transitioningDelegate = self
    controller.view.addGestureRecognizer(
      PanGestureRecognizer { [weak interaction] recognizer in
        if let pan = recognizer as? PanGestureRecognizer { interaction?.handle(pan) }
      })
  }

  public func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    SideSlideAnimator(.present)
  }

  public func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    SideSlideAnimator(.dismiss)
  }

  public func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}
