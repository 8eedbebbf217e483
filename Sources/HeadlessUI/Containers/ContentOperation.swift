import MotionKernels

/// A switch of a container's content in progress: push, pop or tab selection.
final class ContentOperation: TransitionOperation {
  private var appearance: AppearanceCalls

  /// Removes views and sets the container's state, before the "did" calls.
  private let settle: (_ didComplete: Bool) -> Void

  /// Tells the container's delegate, after the "did" calls.
  private let announce: (_ didComplete: Bool) -> Void

  init(
    from: ViewController, to: ViewController, isAnimated: Bool,
    settle: @escaping (Bool) -> Void, announce: @escaping (Bool) -> Void
  ) {
    appearance = AppearanceCalls(incoming: to, outgoing: from, isAnimated: isAnimated)
    self.settle = settle
    self.announce = announce
  }

  func reverseAppearance() { appearance.reverse() }

  func end(_ context: TransitionContext, didComplete: Bool) {
    settle(didComplete)
    appearance.end(didComplete: didComplete, incomingFirst: !didComplete)
    announce(didComplete)
    context.announceEnd(didComplete: didComplete)
  }

  /// Sends the "will" calls, then starts the animator, or applies the end state when there is none.
  func start(_ context: TransitionContext, animator chosen: ChosenAnimator?) {
    context.activate(for: self)
    appearance.announce()
    if let chosen { return context.start(chosen) }
    context.startWithoutAnimator()
    if let view = context.view(for: .to) { context.containerView.addSubview(view) }
    context.containerView.layoutIfNeeded()
    context.completeTransition(true)
    context.engine.endTransition(context)
  }
}

extension ViewController {
  /// The context of a switch inside a container: both views take part, and both fill it.
  func makeContentContext(
    container: View, from: ViewController, to: ViewController, isAnimated: Bool
  ) -> TransitionContext {
    to.view.frame = container.bounds
    return TransitionContext(
      engine: engine, containerView: container, isAnimated: isAnimated, style: .none,
      from: TransitionContext.Participant(
        controller: from, ownView: from.view, initialFrame: container.bounds),
      to: TransitionContext.Participant(
        controller: to, ownView: to.view, finalFrame: container.bounds))
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
