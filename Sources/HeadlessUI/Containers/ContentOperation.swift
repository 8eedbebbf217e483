/// A switch of a container's content under way: push, pop or tab selection.
final class ContentOperation: TransitionOperation {
  private var appearance: AppearanceCalls
  private let controllers: [ViewController]

  /// Takes views off and sets the container's state, before the did-calls.
  private let settle: (_ didComplete: Bool) -> Void

  /// Tells the container's delegate, after the did-calls.
  private let announce: (_ didComplete: Bool) -> Void

  init(
    from: ViewController, to: ViewController, isAnimated: Bool,
    settle: @escaping (Bool) -> Void, announce: @escaping (Bool) -> Void
  ) {
    appearance = AppearanceCalls(incoming: to, outgoing: from, isAnimated: isAnimated)
    controllers = [from, to]
    self.settle = settle
    self.announce = announce
  }

  func appearanceTurns() {
    appearance.turn()
  }

  func end(_ context: TransitionContext, didComplete: Bool) {
    settle(didComplete)
    appearance.end(didComplete: didComplete, incomingFirst: !didComplete)
    announce(didComplete)
    context.runAlongsideCompletions()
    for controller in controllers where controller.transitionCoordinator?.context === context {
      controller.transitionCoordinator = nil
    }
    context.animator?.animationEnded(didComplete)
  }

  /// Steps 5 and 6 of §9.5: appearance, then the animator or the end state.
  func begin(_ context: TransitionContext, animator chosen: ChosenAnimator?) {
    context.operation = self
    context.engine.transitions.append(context)
    let coordinator = context.coordinator
    for controller in controllers { controller.transitionCoordinator = coordinator }
    appearance.begin()
    if let chosen {
      context.start(animator: chosen.animator, interactor: chosen.interactor)
      return
    }
    context.state = .running
    context.runAlongsideBlocks()
    if let view = context.view(for: .to) { context.containerView.addSubview(view) }
    context.containerView.layoutIfNeeded()
    context.completeTransition(true)
    context.engine.endTransition(context)
  }
}

extension ViewController {
  /// The context of a switch inside of a container: both views take part, both fill it.
  func makeContentContext(
    container: View, from: ViewController, to: ViewController, isAnimated: Bool
  ) -> TransitionContext {
    to.view.frame = container.bounds
    return TransitionContext(
      engine: engine, containerView: container, isAnimated: isAnimated, style: .none,
      from: TransitionContext.Participant(
        controller: from, view: from.view, initialFrame: container.bounds),
      to: TransitionContext.Participant(
        controller: to, view: to.view, finalFrame: container.bounds))
  }
}
