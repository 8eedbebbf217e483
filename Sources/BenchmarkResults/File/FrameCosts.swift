/// What each frame of a scenario costs when it is sampled at one refresh rate.
///
/// All arrays have one entry per frame, in order. Frame *i* is evaluated at the time of vsync
/// *i* + 1, so costs belong to their rate and are never interpolated to another.
package struct FrameCosts: Hashable, Codable, Sendable {
  /// The rate whose vsyncs the frames were evaluated at.
  package var rateHz: Int

  /// The median over repetitions of thread CPU time, the clock's own cost taken off.
  package var workNs: [Int64]

  /// Holds each median at 95 %.
  package var intervalNs: [NanosecondRange]

  /// Allocations per frame.
  package var mallocCountTotal: Recorded<[Int64]>

  /// Bytes allocated per frame, as rounded up by the counting allocator.
  package var mallocBytesCount: Recorded<[Int64]>

  /// Instructions per frame, on the thread that renders; nil when they were not asked for.
  package var instructions: Recorded<[Int64]>?

  /// How many times the scenario was played.
  package var repetitions: Int

  /// The cost vector on the vsync grid at depths 1, 2 and 3.
  package var replays: [ReplaySummary]

  package init(
    rateHz: Int, workNs: [Int64], intervalNs: [NanosecondRange],
    mallocCountTotal: Recorded<[Int64]>, mallocBytesCount: Recorded<[Int64]>,
    instructions: Recorded<[Int64]>? = nil, repetitions: Int, replays: [ReplaySummary] = []
  ) {
    (self.rateHz, self.workNs, self.intervalNs) = (rateHz, workNs, intervalNs)
    self.mallocCountTotal = mallocCountTotal
    self.mallocBytesCount = mallocBytesCount
    self.instructions = instructions
    (self.repetitions, self.replays) = (repetitions, replays)
  }
}
