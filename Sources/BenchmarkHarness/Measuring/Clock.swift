import CMeasure

/// The two clocks of a measurement.
enum Clock {
  /// Monotonic, in nanoseconds.
  @inline(__always)
  static var wall: Int64 { framegate_wall_ns() }

  /// CPU time of this thread, in nanoseconds.
  @inline(__always)
  static var threadCPU: Int64 { framegate_thread_cpu_ns() }

  /// The smallest step of the thread CPU clock, in nanoseconds.
  static var threadCPUResolution: Int64 { framegate_thread_cpu_resolution_ns() }
}
