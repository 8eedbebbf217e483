import HeadlessUI
import MotionKernels

/// The poses and times of the cart-fold: a shop page folds back while a product sheet rises, and a
/// pan down dismisses.
///
/// Two stages each way. The page is moved in place and never enters the container.
enum CartFold {
  /// Seconds of one stage.
  static let stage = 0.25

  /// Points that the finger travels for the whole way.
  static let dragDistance = 200.0

  /// The page's opacity behind the sheet.
  static let restAlpha = 0.5

  /// The page leans back: its top edge shrinks, its bottom edge grows.
  static let fold = Transform3D64.makePerspective(m24: -1.0 / 2000, m34: 0)

  /// The page rests behind the sheet.
  static let rest = Transform3D64.makeTranslation(x: 0, y: -15, z: 0)
    .scaled(x: 0.8, y: 0.9, z: 1)

  /// The page comes forward again.
  static let unfold = Transform3D64.makePerspective(m24: -1.0 / 5000, m34: 0)
    .scaled(x: 0.95, y: 0.95, z: 1)

  /// Where the page goes when a drag begins.
  static let dragStart: Transform3D64 = {
    var pose = Transform3D64.makeTranslation(x: 0, y: 15, z: 0)
    pose.m24 = -1.0 / 5000
    return pose.scaled(x: 0.85, y: 1, z: 1)
  }()

  /// Moves the page to a fraction of the drag, 0…1.
  static func drag(_ page: View, to fraction: Double) {
    page.transform = drag(fraction)
    page.alpha = 0.5 + 0.5 * fraction
  }

  /// The page at a fraction of the drag, 0…1.
  static func drag(_ fraction: Double) -> Transform3D64 {
    Transform3D64.makePerspective(m24: (fraction - 1) / 3500, m34: 0)
      .scaled(x: 0.85 + 0.15 * fraction, y: 0.9 + 0.1 * fraction, z: 1)
  }
}

/// Folds the presenter's page and moves the sheet, in two stages.
final class CartFoldAnimator: ModalAnimator {
  let direction: ModalDirection

  /// Seconds of either direction, both stages.
  static let duration = 2 * CartFold.stage

  /// Creates an animator for one direction.
  init(_ direction: ModalDirection) {
    self.direction = direction
  }

  func present(_ context: TransitionContext) {
    let engine = context.engine
    let page: View = context.fromController.view
    let sheet: View = context.toController.view
    let final = context.finalFrame(for: context.toController)
    sheet.frame = final.offset(x: 0, y: context.containerView.bounds.height)
    context.containerView.addSubview(sheet)

    // Created here, so that the frame between the stages has nothing left to allocate.
    let finish = { (_: Bool) in
      if context.transitionWasCancelled { sheet.removeFromSuperview() }
      context.complete()
    }
    let settle = { (_: Bool) in
      engine.animate(
        duration: CartFold.stage, curve: .easeOut, animations: { page.transform = CartFold.rest },
        completion: finish)
    }
    engine.animate(duration: CartFold.stage, curve: .easeOut) {
      sheet.frame = final
      page.transform = CartFold.fold
      page.alpha = CartFold.restAlpha
    } completion: {
      settle($0)
    }
  }

  func dismiss(_ context: TransitionContext) {
    let engine = context.engine
    let sheet: View = context.fromController.view
    let page: View = context.toController.view
    let height = context.containerView.bounds.height

    let finish = { (_: Bool) in context.complete() }
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

/// Dismisses the sheet by dragging it down; hand-written, because an animator with two stages
/// cannot be scrubbed past its first.
///
/// The drag moves the page alone; the sheet follows after the release.
/// ``CartFoldPercentDriven`` does the same in the way of a percent-driven controller.
final class CartFoldInteraction: PanDismissal {
  override func startInteractiveTransition(_ context: TransitionContext) {
    super.startInteractiveTransition(context)
    let page: View = context.toController.view
    context.engine.animate(duration: CartFold.stage) { page.transform = CartFold.dragStart }
  }

  override func fraction(of pan: PanGestureRecognizer, in context: TransitionContext) -> Double {
    pan.translation(in: pan.view).y / CartFold.dragDistance
  }

  override func drag(to fraction: Double, in context: TransitionContext) {
    CartFold.drag(context.toController.view, to: fraction)
  }

  override func allowsFinish(of pan: PanGestureRecognizer) -> Bool {
    pan.velocity(in: pan.view).y >= 0
  }

  override func animateRelease(_ context: TransitionContext) {
    CartFoldRelease.animate(context)
  }
}

/// What both cart-fold drags do after the release.
///
/// Completions capture the context alone, so that nothing is allocated between the stages.
enum CartFoldRelease {
  /// Animates to the end that the context has been told, and completes the transition.
  static func animate(_ context: TransitionContext) {
    if context.transitionWasCancelled { cancel(context) } else { finish(context) }
  }

  private static func finish(_ context: TransitionContext) {
    let sheet: View = context.fromController.view
    let page: View = context.toController.view
    context.engine.animate(duration: CartFoldAnimator.duration) {
      sheet.frame = sheet.frame.offset(
        x: 0, y: context.containerView.bounds.height - sheet.frame.minY)
      page.transform = .identity
      page.alpha = 1
    } completion: { _ in
      context.complete()
    }
  }

  /// Brings the sheet back, then the page.
  private static func cancel(_ context: TransitionContext) {
    let sheet: View = context.fromController.view
    sheet.isUserInteractionEnabled = false
    context.engine.animate(duration: CartFold.stage, curve: .easeOut) {
      sheet.frame = context.containerView.bounds
    } completion: { _ in
      restPage(context)
    }
  }

  private static func restPage(_ context: TransitionContext) {
    let page: View = context.toController.view
    context.engine.animate(duration: CartFold.stage, curve: .easeOut) {
      page.transform = CartFold.rest
      page.alpha = CartFold.restAlpha
    } completion: { _ in
      context.fromController.view.isUserInteractionEnabled = true
      context.complete()
    }
  }
}

/// Supplies the parts of the cart-fold, and installs the pan on the sheet; keep it, because the
/// controller does not.
final class CartFoldDelegate: ModalDelegate {
  /// The hand-written drag; never interacting where the percent-driven one is installed.
  let interaction: CartFoldInteraction

  /// The drag as a percent-driven controller, or nil where the hand-written one is installed.
  let percentDriven: CartFoldPercentDriven?

  /// Makes a controller ready to be presented with the cart-fold, and dragged by the hand-written
  /// interaction.
  convenience init(_ sheet: ViewController) {
    self.init(sheet, isPercentDriven: false)
  }

  /// Makes a controller ready to be presented with the cart-fold, and chooses what follows the
  /// drag.
  init(_ sheet: ViewController, isPercentDriven: Bool) {
    let begin = { [weak sheet] () throws -> Void in try sheet?.dismissOrThrow(animated: true) }
    let interaction = CartFoldInteraction(engine: sheet.engine, begin: begin)
    let percentDriven =
      isPercentDriven ? CartFoldPercentDriven(engine: sheet.engine, begin: begin) : nil
    self.interaction = interaction
    self.percentDriven = percentDriven
    sheet.modalPresentationStyle = .custom
    sheet.transitioningDelegate = self
    sheet.view.addGestureRecognizer(
      PanGestureRecognizer { [weak interaction, weak percentDriven] in
        if let percentDriven { percentDriven.handle($0) } else { interaction?.handle($0) }
      })
  }

  func animator(_ direction: ModalDirection) -> any AnimatedTransitioning {
    CartFoldAnimator(direction)
  }

  func interaction(_ direction: ModalDirection) -> (any InteractiveTransitioning)? {
    if let percentDriven { return percentDriven.isInteracting ? percentDriven : nil }
    return interaction.isInteracting ? interaction : nil
  }
}

extension GalleryTransition {
  static let cartFold = modal(
    "cartFold", duration: CartFoldAnimator.duration,
    drag: DismissalDrag(releases: (finish: 0.6, cancel: 0.3)) { screen in
      (
        Point(x: screen.width / 2, y: screen.height / 2), Point(x: 0, y: CartFold.dragDistance)
      )
    } leg: { isFinishing, _ in
      isFinishing ? CartFoldAnimator.duration : CartFold.stage
    }
  ) { CartFoldDelegate($0) }
}
