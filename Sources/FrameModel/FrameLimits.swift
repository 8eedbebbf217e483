/// The largest numbers of frames, work and ticks, so that arithmetic with them cannot overflow.
package enum FrameLimits {
  /// The longest work of all frames together, and the longest recording: 36 years, in nanoseconds.
  package static let longestWorkNs: Int64 = 1 << 60

  /// The maximum number of frames of an animation or a recording.
  package static let largestFrameCount = 100_000_000

  /// The maximum number of idle ticks of an animation together.
  package static let largestIdleTickCount: Int64 = 1_000_000_000

  /// The maximum number of slots that a timeline lists one by one.
  package static let largestListedSlotCount = 1_000_000

  /// The first line of a log of display-link callbacks.
  package static let logHeader = "timestamp,targetTimestamp,start,end"
}
