public import MotionKernels

/// A shop page folds back while a product sheet rises; a pan down dismisses (§15.1).
///
/// Two stages of 0.25 s each way. The page is moved in place: it never enters the container.
public enum CartFold {
  /// Seconds of one stage.
  public static let stage = 0.25

  /// Points that the finger travels from nothing to everything.
  public static let dragDistance = 200.0

  /// The page leans back: its top edge shrinks, its bottom edge grows.
  public static let fold = Transform3D64.makePerspective(m24: -1.0 / 2000, m34: 0)

  /// The page rests behind the sheet.
  public static let rest = Transform3D64.makeTranslation(x: 0, y: -15, z: 0)
    .scaled(x: 0.8, y: 0.9, z: 1)

  /// The page comes forward again.
  public static let unfold = Transform3D64.makePerspective(m24: -1.0 / 5000, m34: 0)
    .scaled(x: 0.95, y: 0.95, z: 1)

  /// Where the page goes when a drag begins.
  public static let dragStart: Transform3D64 = {
    var pose = Transform3D64.makeTranslation(x: 0, y: 15, z: 0)
    pose.m24 = -1.0 / 5000
    return pose.scaled(x: 0.85, y: 1, z: 1)
  }()

  /// The page under the finger at a fraction of the drag, 0…1.
  public static func drag(_ fraction: Double) -> Transform3D64 {
    Transform3D64.makePerspective(m24: (fraction - 1) / 3500, m34: 0)
      .scaled(x: 0.85 + 0.15 * fraction, y: 0.9 + 0.1 * fraction, z: 1)
  }
}

/// Folds the presenter's page and moves the sheet, in two stages.
public final class CartFoldAnimator: AnimatedTransitioning {
  public let direction: ModalDirection

  /// Creates an animator for one direction.
  public init(_ direction: ModalDirection) {
    self.direction = direction
  }

  public func transitionDuration(using context: TransitionContext?) -> Double {
    2 * CartFold.stage
  }

  public func animateTransition(using context: TransitionContext) {
    switch direction {
    case .present: present(context)
    case .dismiss: dismiss(context)
    }
  }

  private func present(_ context: TransitionContext) {
    let engine = context.engine
    let page = context.viewController(for: .from).view
    let presented = context.viewController(for: .to)
    let final = context.finalFrame(for: presented)
    let sheet = presented.view
    sheet.frame = final.offset(x: 0, y: context.containerView.bounds.height)
    context.containerView.addSubview(sheet)

    // Made here, so that the frame between the stages has nothing left to allocate.
    let finish = { (_: Bool) in
      if context.transitionWasCancelled { sheet.removeFromSuperview() }
      context.completeTransition(!context.transitionWasCancelled)
    }
    let settle = { (_: Bool) in
      engine.animate(
        duration: CartFold.stage, curve: .easeOut, animations: { page.transform = CartFold.rest },
        completion: finish)
    }
    engine.animate(duration: CartFold.stage, curve: .easeOut) {
      sheet.frame = final
      page.transform = CartFold.fold
      page.alpha = 0.5
    } completion: {
      settle($0)
    }
  }

  private func dismiss(_ context: TransitionContext) {
    let engine = context.engine
    let sheet = context.viewController(for: .from).view
    let page = context.viewController(for: .to).view
    let height = context.containerView.bounds.height

    let finish = { (_: Bool) in
      context.completeTransition(!context.transitionWasCancelled)
    }
    let goHome = { (_: Bool) in
      engine.animate(
        duration: CartFold.stage, curve: .easeIn, animations: { page.transform = .identity },
        completion: finish)
    }
    engine.animate(duration: CartFold.stage, curve: .easeIn) {
      sheet.frame = sheet.frame.offset(x: 0, y: height - sheet.frame.minY)
      page.transform = CartFold.unfold
      page.alpha = 1
    } completion: {
      goHome($0)
    }
  }
}

/// Dismisses the sheet by dragging it down; written by hand, because the animator has two stages.
public final class CartFoldInteraction: InteractiveTransitioning {
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
    let page = context.viewController(for: .to).view
    engine.animate(duration: CartFold.stage) { page.transform = CartFold.dragStart }
  }

  /// Follows a pan of the sheet.
  public func handle(_ pan: PanGestureRecognizer) {
    switch pan.state {
    case .began:
      (isInteracting, shouldFinish) = (true, false)
      // A refusal is in the engine's diagnostics, and the drag then moves nothing.
      if (try? dismiss()) == nil { isInteracting = false }
    case .changed: drag((pan.translation(in: pan.view).y / CartFold.dragDistance).clampedToUnit)
    case .ended: release(finishing: shouldFinish && pan.velocity(in: pan.view).y >= 0)
    case .cancelled, .failed: release(finishing: false)
    case .possible: break
    }
  }

  private func drag(_ fraction: Double) {
    guard let context else { return engine.report(.noTransition(call: "update")) }
    shouldFinish = fraction > 0.5
    context.updateInteractiveTransition(fraction)
    let page = context.viewController(for: .to).view
    page.transform = CartFold.drag(fraction)
    page.alpha = 0.5 + 0.5 * fraction
  }

  private func release(finishing: Bool) {
    isInteracting = false
    guard let context else { return engine.report(.noTransition(call: "release")) }
    self.context = nil
    if finishing { finish(context) } else { cancel(context) }
  }

  private func finish(_ context: TransitionContext) {
    let sheet = context.viewController(for: .from).view
    let page = context.viewController(for: .to).view
    context.finishInteractiveTransition()
    engine.animate(duration: 2 * CartFold.stage) {
      sheet.frame = sheet.frame.offset(
        x: 0, y: context.containerView.bounds.height - sheet.frame.minY)
      page.transform = .identity
      page.alpha = 1
    } completion: { _ in
      context.completeTransition(!context.transitionWasCancelled)
    }
  }

  /// Brings the sheet back, then the page; closures that capture the context alone allocate nothing.
  private func cancel(_ context: TransitionContext) {
    let sheet = context.fromController.view
    context.cancelInteractiveTransition()
    sheet.isUserInteractionEnabled = false
    engine.animate(duration: CartFold.stage, curve: .easeOut) {
      sheet.frame = context.containerView.bounds
    } completion: { _ in
      CartFoldInteraction.rest(context)
    }
  }

  private static func rest(_ context: TransitionContext) {
    let page = context.toController.view
    context.engine.animate(duration: CartFold.stage, curve: .easeOut) {
      page.transform = CartFold.rest
      page.alpha = 0.5
    } completion: { _ in
      context.fromController.view.isUserInteractionEnabled = true
      context.complete()
    }
  }
}

/// Hands out the parts of the cart-fold, and installs the pan on the sheet.
public final class CartFoldDelegate: TransitioningDelegate {
  public let interaction: CartFoldInteraction

  /// Makes a controller ready to be presented with the cart-fold; keep the delegate, the controller
  /// does not.
  public init(sheet: ViewController) {
    let interaction = CartFoldInteraction(engine: sheet.engine) { [weak sheet] in
      try sheet?.dismiss(animated: true)
    }
    self.interaction = interaction
    sheet.modalPresentationStyle = .custom
    sheet.transitioningDelegate = self
    sheet.view.addGestureRecognizer(
      PanGestureRecognizer { [weak interaction] recognizer in
        if let pan = recognizer as? PanGestureRecognizer { interaction?.handle(pan) }
      })
  }

  public func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    CartFoldAnimator(.present)
  }

  public func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    CartFoldAnimator(.dismiss)
  }

  public func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}
