/// What was registered with a transition's coordinator.
struct AlongsideBlocks {
  struct Block {
    let body: TransitionCoordinator.Handler

    /// Given when also views outside of the transition are scrubbed.
    let view: View?
  }

  var queue: [Block] = []
  var completions: [TransitionCoordinator.Handler] = []
  var observers: [TransitionCoordinator.Handler] = []

  /// Step 11 of §9.1 has passed.
  var hasStarted = false
}

extension TransitionContext {
  /// The coordinator that both controllers return; one and the same while anybody holds it.
  var coordinator: TransitionCoordinator {
    if let sharedCoordinator { return sharedCoordinator }
    let coordinator = TransitionCoordinator(context: self)
    sharedCoordinator = coordinator
    return coordinator
  }

  func interactionChanged() {
    guard !alongside.observers.isEmpty else { return }
    for observer in alongside.observers { observer(coordinator) }
  }

  func runAlongsideCompletions() {
    alongside.hasStarted = true
    guard !alongside.completions.isEmpty else { return }
    let handlers = alongside.completions
    alongside.completions.removeAll()
    for handler in handlers { handler(coordinator) }
  }

  /// Step 11 of §9.1: everything queued so far, in one block.
  func runAlongsideBlocks() {
    alongside.hasStarted = true
    guard !alongside.queue.isEmpty else { return }
    let outer = engine.currentTransition
    engine.currentTransition = self
    let timing = AnimationGroup.Timing.curve(initiallyInteractive ? .linear : .easeInOut)
    let member = engine.takeGroup(duration: clock.duration, delay: 0, timing: timing)
    member.clock = clock
    let outside = engine.takeGroup(duration: clock.duration, delay: 0, timing: timing)
    outside.transition = nil
    for block in alongside.queue {
      engine.record(into: member, outside: block.view == nil ? outside : nil) {
        block.body(coordinator)
      }
    }
    alongside.queue.removeAll()
    engine.enlist(member)
    engine.enlist(outside)
    engine.currentTransition = outer
  }
}
