/// A set of frames that a limit applies to; none of them may exceed it.
package enum FrameGroup: String, Hashable, Sendable, CaseIterable {
  /// The first frame, which responds to the tap.
  case first = "firstFrame"

  /// All frames after the first.
  case later = "laterFrame"

  /// The cheaper half of all frames, so that the limit applies to the median.
  case median = "medianFrame"
}
