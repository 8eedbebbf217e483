import HeadlessUI
import MotionKernels

/// An animator that slides the presented view up or down, and logs its calls.
final class ProbeAnimator: AnimatedTransitioning {
  let log: EventLog
  let duration: Double
  var curve = AnimationCurve.linear
  var completes = true
  var outcome: Bool?
  var addsView = true
  var name = "animator"
  var onAnimate: (TransitionContext) -> Void = { _ in }
  private(set) weak var context: TransitionContext?

  init(log: EventLog, duration: Double = 0.5) {
    self.log = log
    self.duration = duration
  }

  func transitionDuration(using context: TransitionContext?) -> Double {
    log.add("\(name) transitionDuration")
    return duration
  }

  func animateTransition(using context: TransitionContext) {
    log.add("\(name) animateTransition")
    self.context = context
    onAnimate(context)
    let isArrival =
      context.initialFrame(for: context.viewController(for: .from)) != .zero
      && context.finalFrame(for: context.viewController(for: .to)) != .zero
    let view: View = context.view(for: .to) ?? context.viewController(for: .from).view
    let height = context.containerView.bounds.height
    if isArrival, addsView, context.view(for: .to) != nil {
      view.frame = context.finalFrame(for: context.viewController(for: .to)).offset(x: 0, y: height)
      context.containerView.addSubview(view)
    }
    context.engine.animate(duration: duration, curve: curve) {
      view.frame = view.frame.offset(
        x: 0, y: isArrival && context.view(for: .to) != nil ? -height : height)
    } completion: { [self] _ in
      guard completes else { return }
      if context.transitionWasCancelled, isArrival { view.removeFromSuperview() }
      context.completeTransition(outcome ?? !context.transitionWasCancelled)
    }
  }

  func animationEnded(_ transitionCompleted: Bool) {
    log.add("\(name) animationEnded(\(transitionCompleted))")
  }
}

/// A delegate that logs its queries.
final class ProbeDelegate: TransitioningDelegate {
  let log: EventLog
  var animator: (any AnimatedTransitioning)?
  var dismissalAnimator: (any AnimatedTransitioning)?
  var interactor: (any InteractiveTransitioning)?
  var makeController: ((ViewController, ViewController?) -> PresentationController)?

  init(log: EventLog, animator: (any AnimatedTransitioning)? = nil) {
    self.log = log
    self.animator = animator
    dismissalAnimator = animator
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    log.add("delegate animator for presentation")
    return animator
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    log.add("delegate animator for dismissal")
    return dismissalAnimator
  }

  func interactionControllerForPresentation(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    log.add("delegate interactor for presentation")
    return interactor
  }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    log.add("delegate interactor for dismissal")
    return interactor
  }

  func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController? {
    log.add("delegate presentation controller")
    return makeController?(presented, presenting)
  }
}

/// A presentation controller that logs its hooks.
final class ProbePresentationController: PresentationController {
  let log: EventLog
  var frame: Rect?
  var removes = false
  var onBegin: () -> Void = {}

  init(log: EventLog, presented: ViewController, presenting: ViewController?) {
    self.log = log
    super.init(presentedViewController: presented, presenting: presenting)
  }

  override var frameOfPresentedViewInContainerView: Rect {
    frame ?? super.frameOfPresentedViewInContainerView
  }
  override var shouldRemovePresentersView: Bool { removes }
  override func presentationTransitionWillBegin() {
    log.add("presentationTransitionWillBegin")
    onBegin()
  }
  override func presentationTransitionDidEnd(_ completed: Bool) {
    log.add("presentationTransitionDidEnd(\(completed))")
  }
  override func dismissalTransitionWillBegin() { log.add("dismissalTransitionWillBegin") }
  override func dismissalTransitionDidEnd(_ completed: Bool) {
    log.add("dismissalTransitionDidEnd(\(completed))")
  }
  override func containerViewWillLayoutSubviews() { log.add("containerViewWillLayoutSubviews") }
  override func containerViewDidLayoutSubviews() { log.add("containerViewDidLayoutSubviews") }
}

/// A percent-driven controller that logs its start.
final class ProbeInteraction: PercentDrivenInteractiveTransition {
  let log: EventLog

  init(log: EventLog, engine: Engine) {
    self.log = log
    super.init(engine: engine)
  }

  override func startInteractiveTransition(_ context: TransitionContext) {
    log.add("interactor startInteractiveTransition")
    super.startInteractiveTransition(context)
  }
}

/// A scene with one controller to present, a recording delegate and a linear animator of 0.5 s.
struct ModalProbe {
  let scene: Scene
  let presented: RecordingController
  let animator: ProbeAnimator
  let delegate: ProbeDelegate
  let interaction: ProbeInteraction

  var engine: Engine { scene.engine }
  var log: EventLog { scene.log }
  var presenter: RecordingController { scene.presenter }

  init(_ style: ModalPresentationStyle = .custom, width: Double = 375, height: Double = 667) {
    scene = Scene(width: width, height: height)
    presented = scene.controller("presented")
    animator = ProbeAnimator(log: scene.log)
    delegate = ProbeDelegate(log: scene.log, animator: animator)
    interaction = ProbeInteraction(log: scene.log, engine: scene.engine)
    presented.modalPresentationStyle = style
    presented.transitioningDelegate = delegate
    scene.engine.tick(at: 0)
    _ = scene.log.take()
  }

  /// Presents, and plays the whole transition.
  func presentFully() throws {
    try presenter.presentOrThrow(presented, animated: true)
    engine.run(until: engine.now + 1)
    _ = log.take()
  }

  /// Plays the presentation, then starts an interactive dismissal.
  func beginInteractiveDismissal() throws {
    try presentFully()
    delegate.interactor = interaction
    try presented.dismissOrThrow(animated: true)
  }
}
