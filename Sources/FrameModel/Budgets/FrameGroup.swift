/// A set of frames with a limit, which its costliest frame must keep.
package enum FrameGroup: String, Hashable, Sendable, CaseIterable {
  /// The first frame, which does what follows the tap.
  case first = "firstFrame"

  /// All frames after the first.
  case later = "laterFrame"

  /// The cheaper half of all frames, whose costliest is the median: what a frame usually takes.
  case median = "medianFrame"
}
