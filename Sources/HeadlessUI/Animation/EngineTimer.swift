/// A call that the engine makes once, at the first tick at or after a time.
struct EngineTimer {
  let due: Double
  let action: () -> Void
}

extension Engine {
  /// Runs `action` in step 3 of the first tick at or after `delay` seconds from now.
  public func schedule(after delay: Double, _ action: @escaping () -> Void) {
    timers.append(EngineTimer(due: commitTime + delay, action: action))
  }

  /// Step 3: due timers, earliest first, those of one instant in the order in which they were set.
  func runTimers() {
    let limit = now + AnimationGroup.tolerance
    while let index = timers.indices.min(by: { timers[$0].due < timers[$1].due }),
      timers[index].due <= limit
    {
      let timer = timers.remove(at: index)
      timer.action()
    }
  }
}
