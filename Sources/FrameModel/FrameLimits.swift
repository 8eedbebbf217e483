/// Limits on frames, work, ticks and depths, so that arithmetic with them cannot overflow.
package enum FrameLimits {
  /// The longest work of all frames together, and the longest recording: 36 years, in nanoseconds.
  package static let longestWorkNs: Int64 = 1 << 60

  /// The maximum number of frames of an animation or a recording.
  package static let largestFrameCount = 100_000_000

  /// The maximum number of all idle ticks of an animation.
  package static let largestIdleTickCount: Int64 = 1_000_000_000

  /// The maximum number of slots that a timeline lists one by one.
  package static let largestListedSlotCount = 1_000_000

  /// The first line of a log of display-link callbacks.
  package static let logHeader = "timestamp,targetTimestamp,start,end"

  /// The valid numbers of vsyncs from the tick that starts a frame to its target.
  package static let depths = 1...3

  /// The longest wake-up delay of a replay, in nanoseconds: 10 s.
  package static let longestWakeDelayNs: Int64 = 10_000_000_000

  /// Checks a display's depth and its reserve for the compositor, in nanoseconds.
  ///
  /// - Throws: ``FrameTimingError`` for a depth outside 1…3 or a negative reserve.
  package static func check(depth: Int, reserveNs: Int64) throws(FrameTimingError) {
    guard depths.contains(depth) else { throw .depthOutOfRange(given: depth) }
    guard reserveNs >= 0 else { throw .negativeReserve(nanoseconds: reserveNs) }
  }
}

extension VsyncGrid {
  /// Checks that a display with these vsyncs can have this depth and this reserve.
  ///
  /// - Throws: ``FrameTimingError`` for a depth outside 1…3, and for a reserve that is negative or
  ///   not shorter than the period of every rate of the grid.
  package func check(depth: Int, reserveNs: Int64) throws(FrameTimingError) {
    try FrameLimits.check(depth: depth, reserveNs: reserveNs)
    for segment in segments where !segment.rate.periodExceeds(reserveNs) {
      throw .reserveTooLong(nanoseconds: reserveNs, rate: segment.rate)
    }
  }
}
