import MotionKernels

/// A switch of a container's content in progress: push, pop or tab selection.
final class ContentOperation: TransitionOperation {
  private var appearance: AppearanceCalls

  /// Sets the container's state, before the "did" calls.
  private let settle: (_ didComplete: Bool) -> Void

  /// Tells the container's delegate of a switch that completed, after the "did" calls.
  private let announce: () -> Void

  private init(
    _ appearance: AppearanceCalls, settle: @escaping (Bool) -> Void, announce: @escaping () -> Void
  ) {
    self.appearance = appearance
    self.settle = settle
    self.announce = announce
  }

  /// Switches from one controller to another, whose views take part and fill the container.
  ///
  /// Sends the "will" calls, then starts the animator, or applies the end state when there is none.
  static func start(
    in container: View, from: ViewController, to: ViewController, animator chosen: ChosenAnimator?,
    returning: AppearanceCalls.Returning, settle: @escaping (_ didComplete: Bool) -> Void,
    announce: @escaping () -> Void
  ) {
    to.view.frame = container.bounds
    let isAnimated = chosen != nil
    let context = TransitionContext(
      engine: container.engine, containerView: container, isAnimated: isAnimated, style: .none,
      from: TransitionContext.Participant(
        controller: from, ownView: from.view, initialFrame: container.bounds),
      to: TransitionContext.Participant(
        controller: to, ownView: to.view, finalFrame: container.bounds))
    let appearance = AppearanceCalls(
      incoming: to, outgoing: from, isAnimated: isAnimated, returning: returning)
    context.activate(for: ContentOperation(appearance, settle: settle, announce: announce))
    appearance.announce()
    if let chosen { return context.start(chosen) }
    context.startWithoutAnimator()
    container.addSubview(to.view)
    container.layoutIfNeeded()
    context.completeTransition(true)
    context.engine.endTransition(context)
  }

  func reverseAppearance() { appearance.reverse() }

  func end(_ context: TransitionContext, didComplete: Bool) {
    let (from, to) = (context.fromController.view, context.toController.view)
    (didComplete ? from : to).removeFromSuperview()
    settle(didComplete)
    if !didComplete, from.superview == nil { context.containerView.addSubview(from) }
    appearance.end(didComplete: didComplete, incomingFirst: !didComplete)
    if didComplete { announce() }
    context.announceEnd(didComplete: didComplete)
  }
}

/// A container controller's view, which its content fills.
final class ContentHostView: View {
  let content: View

  override init(engine: Engine, name: String, frame: Rect = .zero) {
    content = View(engine: engine, name: "\(name) content")
    super.init(engine: engine, name: name, frame: frame)
    addSubview(content)
  }

  override func layoutSubviews() {
    guard content.frame != bounds else { return }
    content.frame = bounds
    for view in content.subviews where view.transform == .identity { view.frame = content.bounds }
  }
}
