import CMeasure

/// The two clocks that measurements use.
package enum Clock {
  /// Monotonic, in nanoseconds.
  @inline(__always)
  package static var wall: Int64 { framegate_wall_ns() }

  /// The time from one reading to a later one; throws if the clock went back, as it may when a
  /// virtual machine is moved or restored.
  static func elapsed(_ start: Int64, _ end: Int64) throws(MeasuringError) -> Double {
    guard end >= start else { throw .clockWentBack(by: start - end) }
    return Double(end - start)
  }

  /// What one read of the monotonic clock costs now, in nanoseconds: the minimum of four means over
  /// 16 reads each.
  static func wallCost() -> Double {
    let readings = 16
    func mean() -> Double {
      let start = wall
      var end = start
      for _ in 0..<readings { end = wall }
      return Double(end - start) / Double(readings)
    }
    return (0..<4).reduce(.infinity) { least, _ in min(least, mean()) }
  }

  /// Spins for `share` of the time since `start`, plus `more` nanoseconds, to imitate slower code.
  static func wait(for share: Double, ofTimeSince start: Int64, and more: Double = 0) {
    let now = wall
    let end = now + Int64((share * Double(now - start) + more).rounded())
    while wall < end {}
  }

  /// CPU time of this thread, in nanoseconds.
  @inline(__always)
  static var threadCPU: Int64 { framegate_thread_cpu_ns() }

  /// The smallest step of the thread CPU clock, in nanoseconds.
  package static var threadCPUResolution: Int64 { framegate_thread_cpu_resolution_ns() }
}
