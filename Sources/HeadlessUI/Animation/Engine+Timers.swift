extension Engine {
  /// Runs `action` at the first tick that is at least `seconds` after now.
  ///
  /// Use it to imitate something that takes time, such as loading a picture. Its animations start
  /// when the time was up, not at the tick that noticed it. NaN and negative times count as 0,
  /// which means the next tick.
  public func asyncAfter(_ seconds: Double, _ action: @escaping () -> Void) {
    let due = commitTime + (seconds > 0 ? seconds : 0)
    timers.insert(
      Timer(due: due, action: action, transition: recording.transition),
      at: timers.firstIndex { $0.due > due } ?? timers.count)
  }

  /// Step 3: runs the actions of `asyncAfter` that are due, earliest first.
  func runTimers() {
    let due = timers.prefix { now >= $0.due - AnimationGroup.tolerance }
    timers.removeFirst(due.count)
    for timer in due {
      commitTime = min(timer.due, now)
      withoutRecording(timer.action)
    }
    commitTime = now
  }
}
