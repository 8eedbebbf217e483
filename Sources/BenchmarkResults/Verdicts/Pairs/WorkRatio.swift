import SampleStatistics

/// The ratio of a scenario's total work, from the ratios of its frames.
///
/// A disturbance, such as a process on the sibling core or a change of the clock speed, affects
/// some frames of some repetitions. A sum would include all of it. The median of a frame's ratios
/// over a few consecutive pairs includes none, as long as fewer than half of them are affected. For
/// identical code the result is above 1 as often as below, since exchanging the sides inverts it,
/// so the sign test holds.
enum WorkRatio {
  /// The fewest ratios of a launch whose repetitions are long enough to be divided.
  private static let fewestRatios = 8

  /// The fewest repetitions in a group, if a launch has as many.
  ///
  /// In recordings of frames of 1 and 8 ms, the ratios of all work of 60 groups of four scattered
  /// half as much as those of single repetitions, for four times the time, and less so with fewer
  /// or more: the median leaves out what disturbed one frame of one repetition.
  private static let fewestPairs = 4

  /// The ratios of one launch, candidate over baseline.
  ///
  /// One per group of pairs. Where frames are so long that a launch has few groups, each group is
  /// divided into interleaved parts, such as every fourth turn, which cover the whole animation,
  /// and gives one ratio per part.
  ///
  /// - Parameters:
  ///   - pairs: Pairs at one rate, in the order taken.
  ///   - limits: Those of each frame's ratios; nil for none.
  /// - Returns: The ratios, in the same order; none for frames that take no time.
  static func ratios(
    of pairs: [PairedFrames.Pair], winsorizedBy limits: WinsorLimits? = nil
  ) -> [Double] {
    let turns = pairs.lazy.map(\.turns).min() ?? 1
    let groups = MedianRatio.groups(of: pairs, fewestPairs: turns > 1 ? fewestPairs : 1)
    let wanted = (fewestRatios + groups.count - 1) / max(groups.count, 1)
    let parts = max(1, min(turns, wanted))
    return groups.flatMap { group in
      (0..<parts).compactMap { part in
        ratio(of: group, winsorizedBy: limits) { frame in
          frame / group[group.startIndex].framesPerTurn % parts == part
        }
      }
    }
  }

  /// The ratio of all pairs together, in which a change of a single frame has its share.
  ///
  /// The parts of ``ratios(of:winsorizedBy:)`` without that frame do not show it, and their median
  /// may be one of those.
  ///
  /// - Parameter pairs: Pairs at one rate.
  /// - Returns: nil for frames that take no time.
  static func ofAll(_ pairs: [PairedFrames.Pair]) -> Double? {
    ratio(of: pairs[...], winsorizedBy: nil) { _ in true }
  }

  /// The candidate's work over the baseline's, with the median of each frame's ratios.
  ///
  /// A frame contributes its usual time on both sides, √(a·b), divided by and multiplied with the
  /// root of its ratio. Without noise these are exactly its times a and b.
  private static func ratio(
    of group: ArraySlice<PairedFrames.Pair>, winsorizedBy limits: WinsorLimits?,
    where isIncluded: (Int) -> Bool
  ) -> Double? {
    var old = 0.0
    var new = 0.0
    let frames = group.lazy.map { min($0.baseline.count, $0.candidate.count) }.min() ?? 0
    for frame in 0..<frames where isIncluded(frame) {
      var ratios: [Double] = []
      var times: [Double] = []
      for pair in group {
        guard let ratio = pair.ratio(of: frame) else { continue }
        ratios.append(limits?.winsorized(ratio, of: frame) ?? ratio)
        times.append((Double(pair.baseline[frame]) * Double(pair.candidate[frame])).squareRoot())
      }
      guard let ratio = SortedSamples(ratios)?.geometricMedian,
        let time = SortedSamples(times)?.geometricMedian
      else { continue }
      old += time / ratio.squareRoot()
      new += time * ratio.squareRoot()
    }
    return old > 0 ? new / old : nil
  }
}
