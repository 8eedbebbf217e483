/// The time that a display link lives by: the machine's, or a test's.
///
/// All times are nanoseconds. None of the functions may allocate.
public protocol FrameClock {
  /// Monotonic time since a fixed, unknown instant.
  func now() -> Int64

  /// CPU time that the calling thread has used.
  func threadCPU() -> Int64

  /// Returns at `instant` of ``now()`` or later, never earlier; at once when it has passed.
  func sleep(until instant: Int64)
}
