// Blocks that run alongside a transition.
extension TransitionContext {
  /// The coordinator that both controllers return; the same object as long as it is referenced.
  public var coordinator: TransitionCoordinator {
    if let sharedCoordinator { return sharedCoordinator }
    let coordinator = TransitionCoordinator(context: self)
    sharedCoordinator = coordinator
    return coordinator
  }

  func interactionChanged() {
    guard !alongside.observers.isEmpty else { return }
    perform { for observer in alongside.observers { observer(coordinator) } }
  }

  func runAlongsideCompletions() {
    alongside.hasStarted = true
    guard !alongside.completions.isEmpty else { return }
    let handlers = alongside.completions
    alongside.completions.removeAll()
    for handler in handlers { handler(coordinator) }
  }

  /// Runs everything that was queued so far, in the block that is being recorded.
  func runBlocksOfRotation() {
    alongside.hasStarted = true
    let blocks = alongside.queue
    alongside.queue.removeAll()
    for block in blocks { block.body(coordinator) }
  }

  /// Runs everything that was queued so far, in one block with the transition's duration.
  func runAlongsideBlocks() {
    alongside.hasStarted = true
    guard !alongside.queue.isEmpty else { return }
    var inside = engine.recording
    inside.transition = self
    engine.withRecording(inside) {
      let timing = Timing.curve(initiallyInteractive ? .linear : .easeInOut)
      let member = engine.takeGroup(duration: clock.duration, delay: 0, timing: timing)
      member.clock = clock
      let outside = engine.takeGroup(duration: clock.duration, delay: 0, timing: timing)
      outside.transition = nil
      for block in alongside.queue {
        engine.record(into: member, outside: block.isScrubbed ? nil : outside) {
          block.body(coordinator)
        }
      }
      alongside.queue.removeAll()
      engine.enlist(member)
      engine.enlist(outside)
    }
  }
}
