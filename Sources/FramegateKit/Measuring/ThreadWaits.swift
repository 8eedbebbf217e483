import CMeasure

/// What the system has counted about the waits of the calling thread since it began.
///
/// Time away from the core does not prove waiting: on a busy machine, other threads take the core.
/// But a thread that waits gives its core up by itself, and one whose core is taken is in the run
/// queue.
struct ThreadWaits {
  /// How often the thread gave up its core by itself, or nil if the system does not report it.
  let count: Int64?

  /// Nanoseconds in which it could have run and another thread ran, or nil if the system does
  /// not say.
  let queuedNs: Int64?

  static var now: ThreadWaits {
    let count = framegate_thread_wait_count()
    let queuedNs = framegate_thread_queued_ns()
    return ThreadWaits(
      count: count < 0 ? nil : count, queuedNs: queuedNs < 0 ? nil : queuedNs)
  }
}

extension ThreadWaits {
  /// Nanoseconds in which it has waited for anything but a core, or nil if that is unknown.
  ///
  /// - Parameters:
  ///   - start: What was counted before.
  ///   - awayNs: How long the thread had no core since then, within the measured time.
  /// - Returns: 0 if it never gave up its core; otherwise `awayNs` minus its time in the run queue.
  func waitedNs(since start: ThreadWaits, awayNs: Double) -> Double? {
    guard let count, let before = start.count else { return nil }
    guard count > before else { return 0 }
    guard let queuedNs, let queuedBefore = start.queuedNs else { return nil }
    return max(0, awayNs - Double(queuedNs - queuedBefore))
  }
}
