import SampleStatistics

/// The ratio of a scenario's total work, from the ratios of its frames.
///
/// A disturbance, such as a process on the sibling core or a change of the clock speed, affects
/// some frames of some repetitions. A sum would include all of it. The middle of a frame's ratios
/// over a few consecutive pairs includes none, as long as fewer than half of them are affected. For
/// identical code the result is above 1 as often as below, since exchanging the sides inverts it,
/// so the sign test holds.
enum WorkRatio {
  /// The ratios of one launch, candidate over baseline, one per group.
  ///
  /// - Parameter pairs: In the order taken.
  /// - Returns: The ratios, in the same order; none for frames that take no time.
  static func ratios(of pairs: [PairedFrames.Pair]) -> [Double] {
    MiddleRatio.groups(of: pairs).compactMap(ratio)
  }

  /// The candidate's work over the baseline's, with the middle of each frame's ratios.
  ///
  /// A frame contributes its usual time on both sides, √(a·b), divided by and multiplied with the
  /// root of its ratio. Without noise these are exactly its times a and b.
  private static func ratio(of group: ArraySlice<PairedFrames.Pair>) -> Double? {
    var old = 0.0
    var new = 0.0
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
