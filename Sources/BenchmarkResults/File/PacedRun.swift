/// What happened when a real timer drove the scenario at one rate.
///
/// The arrays hold the first frames, at most ``storedFrameLimit`` of them, and are equally long.
package struct PacedRun: Hashable, Codable, Sendable {
  /// How many frames a file keeps.
  package static let storedFrameLimit = 2_000

  /// The rate of the timer.
  package var rateHz: Int

  /// How many frames were started in all.
  package var frameCount: Int

  /// The measured frames on the same grid and by the same rules as a replay.
  package var timeline: ReplaySummary

  /// Per frame: from its vsync to its start.
  package var wakeUpNs: [Int64]

  /// Per frame: wall-clock time from its start to its end.
  package var wallNs: [Int64]

  /// Per frame: CPU time of its thread.
  package var cpuNs: [Int64]

  package init(
    rateHz: Int, frameCount: Int, timeline: ReplaySummary, wakeUpNs: [Int64], wallNs: [Int64],
    cpuNs: [Int64]
  ) {
    (self.rateHz, self.frameCount, self.timeline) = (rateHz, frameCount, timeline)
    self.wakeUpNs = Array(wakeUpNs.prefix(Self.storedFrameLimit))
    self.wallNs = Array(wallNs.prefix(Self.storedFrameLimit))
    self.cpuNs = Array(cpuNs.prefix(Self.storedFrameLimit))
  }
}
