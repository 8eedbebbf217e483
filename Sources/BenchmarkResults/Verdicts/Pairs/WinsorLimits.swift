import SampleStatistics

/// How far a frame's ratio may be from that frame's median over all launches of a comparison at one
/// rate.
///
/// A frame that takes milliseconds is repeated only a few times in a launch, so the median of its
/// ratios there leaves out little. A disturbance, such as a change of the clock speed, can change a
/// ratio by a factor of two, and with it the ratio of all work. So outliers
/// are winsorized: they are replaced by the nearest limit.
///
/// Each frame has limits of its own, so a change of some frames moves the ratio of all work by as
/// much as without them. A ratio never gets to the other side of 1: launches that
/// contradict the others still do. If the sides are swapped, every result becomes its reciprocal.
struct WinsorLimits {
  /// The limits are at least this factor from the median.
  ///
  /// For very short times most ratios are equal, since clocks count in steps, and the median
  /// deviation is a factor of 1.
  private static let smallestLimit = 1.05

  /// With fewer pairs nothing is limited: the deviations would be of the same few ratios as the
  /// median.
  private static let fewestPairs = 8

  /// The smallest and the largest ratio of each frame, candidate over baseline; nil where nothing is
  /// limited.
  private let limits: [ClosedRange<Double>?]

  /// Takes the ratios from all pairs at one rate.
  init(of pairs: [PairedFrames.Pair]) {
    let count = pairs.lazy.map { min($0.baseline.count, $0.candidate.count) }.max() ?? 0
    let frames = (0..<count).map { frame in
      Deviations(of: pairs.compactMap { $0.ratio(of: frame) })
    }
    // Few ratios of one frame may look less noisy than it is, so those of all frames count too.
    let ofAll = SortedSamples(frames.flatMap { $0?.deviations ?? [] })?.geometricMedian ?? 1
    limits = frames.map { frame in
      guard let frame, frame.deviations.count >= Self.fewestPairs else { return nil }
      let usual = max(ofAll, frame.usual)
      let limit = max(Self.smallestLimit, usual * usual * usual)
      return min(frame.median / limit, 1)...max(frame.median * limit, 1)
    }
  }

  /// The ratio of a frame, or the limit that is nearest to it.
  func winsorized(_ ratio: Double, of frame: Int) -> Double {
    guard limits.indices.contains(frame), let limits = limits[frame] else { return ratio }
    return min(max(ratio, limits.lowerBound), limits.upperBound)
  }
}

/// How far the ratios of one frame are from their median.
private struct Deviations {
  let median: Double

  /// Factors of at least 1.
  let deviations: [Double]

  /// The median of the deviations.
  ///
  /// Its cube is two standard deviations of normal noise.
  let usual: Double

  /// Nil without ratios.
  init?(of ratios: [Double]) {
    guard let median = SortedSamples(ratios)?.geometricMedian else { return nil }
    self.median = median
    deviations = ratios.map { max($0 / median, median / $0) }
    usual = SortedSamples(deviations)?.geometricMedian ?? 1
  }
}
