import SampleStatistics

/// The ratio of all work of a scenario, from the ratios of its frames.
///
/// A disturbance (a neighbour on the sibling core, a clock that changes) lasts for some frames of some
/// repetitions. A sum takes all of it; the middle of a frame's ratios over some neighbouring pairs
/// takes none, as long as it meets fewer than half of them. Where the code is the same the result lies
/// above 1 as often as below, since exchanging the sides inverts it: the sign test holds.
enum WorkRatio {
  /// The ratios of one launch, candidate over baseline, one per group.
  ///
  /// - Parameter pairs: In the order taken.
  /// - Returns: The ratios, in the same order; none for frames without any time.
  static func ratios(of pairs: [PairedFrames.Pair]) -> [Double] {
    MiddleRatio.groups(of: pairs).compactMap(ratio)
  }

  /// The candidate's work over the baseline's, every frame by the middle of its ratios.
  ///
  /// A frame counts by its usual time on both sides, √(a·b), times or over the root of its ratio:
  /// without noise, exactly by its times a and b.
  private static func ratio(of group: ArraySlice<PairedFrames.Pair>) -> Double? {
    var (old, new) = (0.0, 0.0)
    let frames = group.lazy.map { min($0.baseline.count, $0.candidate.count) }.min() ?? 0
    for frame in 0..<frames {
      let times = group.map { (Double($0.baseline[frame]), Double($0.candidate[frame])) }
        .filter { $0.0 > 0 && $0.1 > 0 }
      guard
        let ratio = SortedSamples(times.map { $0.1 / $0.0 })?.geometricMedian,
        let usual = SortedSamples(times.map { ($0.0 * $0.1).squareRoot() })?.geometricMedian
      else { continue }
      old += usual / ratio.squareRoot()
      new += usual * ratio.squareRoot()
    }
    return old > 0 ? new / old : nil
  }
}
