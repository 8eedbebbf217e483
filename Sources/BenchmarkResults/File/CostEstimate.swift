import FrameTiming
import SampleStatistics

/// What each frame costs, estimated from many repetitions of the same scenario.
///
/// Medians, for the reason that `FrameRepetitions` states.
package struct CostEstimate: Hashable, Sendable {
  /// The median over repetitions, by frame, in nanoseconds, half a nanosecond rounded up.
  package let workNs: [Int64]

  /// The interval of the median, by frame; unavailable with too few repetitions for the level.
  package let intervalNs: Measured<[ClosedRange<Int64>]>

  /// How many repetitions were pooled.
  package let repetitions: Int

  /// Pools repetitions, of one launch or of several.
  ///
  /// - Parameters:
  ///   - repetitions: The nanoseconds of each frame, by repetition; none is negative.
  ///   - clockCostNs: The cost of reading the clock, subtracted from every frame down to 0.
  ///   - level: The level of the intervals.
  /// - Throws: ``ResultsError/noFramesMeasured`` when there is no repetition or no frame,
  ///   ``ResultsError/unevenRepetition(index:frameCount:expected:)`` when repetitions differ in
  ///   their number of frames, or when a time is negative.
  package init(
    repetitions: [[Int64]], clockCostNs: Int64 = 0, level: Double = 0.95
  ) throws(ResultsError) {
    guard let frameCount = repetitions.first?.count, frameCount > 0 else { throw .noFramesMeasured }
    for (index, repetition) in repetitions.enumerated() {
      guard repetition.count == frameCount, repetition.allSatisfy({ $0 >= 0 }) else {
        throw .unevenRepetition(index: index, frameCount: repetition.count, expected: frameCount)
      }
    }
    let frames = (0..<frameCount).map { frame in
      repetitions.map { max(0, $0[frame] - clockCostNs) }.sorted()
    }
    workNs = frames.map(FrameRepetitions.median(of:))
    intervalNs = Measured(
      MedianRanks(count: repetitions.count, level: level).map { ranks in
        frames.map { $0[ranks.lower - 1]...$0[ranks.upper - 1] }
      }, orUnavailable: "too few repetitions for an interval")
    self.repetitions = repetitions.count
  }
}
