import CMeasure

/// What the system has counted about the waits of the calling thread since it began.
///
/// A thread without a core is not necessarily waiting: on a busy machine, other threads take the
/// core. Two counts tell the cases apart: a thread that waits gives up its core by itself, and a
/// thread whose core was taken is in the run queue.
struct ThreadWaits {
  /// How often the thread gave up its core by itself, or nil if the system does not report it.
  let count: Int64?

  /// Nanoseconds in which the thread was ready but another thread ran, or nil if the system does
  /// not report it.
  let queuedNs: Int64?

  static var now: ThreadWaits {
    let count = framegate_thread_wait_count()
    let queuedNs = framegate_thread_queued_ns()
    return ThreadWaits(
      count: count < 0 ? nil : count, queuedNs: queuedNs < 0 ? nil : queuedNs)
  }
}

extension ThreadWaits {
  /// The nanoseconds for which the thread waited for anything but a core, or nil if unknown.
  ///
  /// - Parameters:
  ///   - start: The counts before the measured time.
  ///   - awayNs: How long the thread had no core since then, within the measured time.
  /// - Returns: 0 if it never gave up its core; otherwise `awayNs` minus its time in the run queue.
  func waitedNs(since start: ThreadWaits, awayNs: Double) -> Double? {
    guard let count, let before = start.count else { return nil }
    guard count > before else { return 0 }
    guard let queuedNs, let queuedBefore = start.queuedNs else { return nil }
    return max(0, awayNs - Double(queuedNs - queuedBefore))
  }
}
