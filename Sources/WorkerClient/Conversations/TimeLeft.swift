/// What is left of a time limit for another process.
package struct TimeLeft {
  /// The longest time between two steps that counts as waiting.
  ///
  /// If more time has passed, this process was stopped, and usually the other one with it: a
  /// container was paused, or a machine slept.
  private static let longestStep = Duration.seconds(1)

  package private(set) var time: Duration
  private var last: ContinuousClock.Instant

  package init(_ limit: Duration) { self.init(limit, from: SteadyClock.now) }

  init(_ limit: Duration, from start: ContinuousClock.Instant) {
    time = limit
    last = start
  }

  /// Subtracts the time since the last step, and returns the current time.
  @discardableResult
  package mutating func step() -> ContinuousClock.Instant {
    let now = SteadyClock.now
    step(to: now)
    return now
  }

  mutating func step(to now: ContinuousClock.Instant) {
    time -= min(last.duration(to: now), Self.longestStep)
    last = now
  }
}
