import SampleStatistics

/// What each frame costs, estimated from many repetitions of the same scenario.
///
/// Frame *i* is the same work in every repetition, so whatever differs between repetitions is the
/// machine's doing, and the median over them is free of it.
package struct CostEstimate: Hashable, Sendable {
  /// Per frame the median over repetitions, in nanoseconds, half a nanosecond rounded up.
  package let workNs: [Int64]

  /// Per frame the interval that holds the median; with too few repetitions for the level, from the
  /// smallest to the largest of them.
  package let intervalNs: [NanosecondRange]

  /// How many repetitions were pooled.
  package let repetitions: Int

  /// Pools repetitions, of one launch or of several.
  ///
  /// - Parameters:
  ///   - repetitions: Per repetition the nanoseconds of each frame, none negative.
  ///   - clockCostNs: The clock's own cost, taken off every frame; no frame falls below 0.
  ///   - level: The level of the intervals.
  /// - Throws: ``ResultsError/unusableMeasurement(reason:)`` when there is no repetition or no frame, when
  ///   repetitions differ in their number of frames, or when a time is negative.
  package init(
    repetitions: [[Int64]], clockCostNs: Int64 = 0, level: Double = 0.95
  ) throws(ResultsError) {
    guard let frameCount = repetitions.first?.count, frameCount > 0 else {
      throw .unusableMeasurement(reason: "No frames were measured. Measure the scenario again.")
    }
    for (index, repetition) in repetitions.enumerated() {
      guard repetition.count == frameCount, repetition.allSatisfy({ $0 >= 0 }) else {
        throw .unusableMeasurement(
          reason: """
            Repetition \(index) has \(repetition.count) frames, the first one \(frameCount), or a \
            negative time. Let the scenario do the same work every time, and measure it again.
            """)
      }
    }
    let frames = (0..<frameCount).map { frame in
      Self.estimate(repetitions.map { $0[frame] }, clockCostNs: clockCostNs, level: level)
    }
    workNs = frames.map(\.work)
    intervalNs = frames.map(\.interval)
    self.repetitions = repetitions.count
  }

  private static func estimate(
    _ costs: [Int64], clockCostNs: Int64, level: Double
  ) -> (work: Int64, interval: NanosecondRange) {
    let sorted = costs.map { max(0, $0 - clockCostNs) }.sorted()
    let (lower, upper) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    // Integers throughout: a double would lose nanoseconds above 104 days.
    let work = lower + (upper - lower + 1) / 2
    let ranks = MedianRanks(count: sorted.count, level: level)
    return (
      work,
      NanosecondRange(
        low: sorted[(ranks?.lower ?? 1) - 1], high: sorted[(ranks?.upper ?? sorted.count) - 1])
    )
  }
}
