/// What results say about the frames of a scenario besides counters; the raw value is the key.
package enum FrameMetric: String, Hashable, Codable, Sendable {
  /// The CPU time that is judged.
  case work

  /// The CPU time with cold caches, where a comparison measures both kinds.
  case coldWork

  /// The CPU time with warm caches, where cold work is judged.
  case warmWork

  case firstFrame, workMaximum, droppedSlots, expectedSlots, hitchRatio, headroom
}
