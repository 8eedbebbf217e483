import BenchmarkModel
import SampleStatistics

/// The ratios of every frame of a scenario at one rate, by launch.
struct FrameRatios {
  /// The number of neighboring frames whose ratios are also judged together.
  private static let neighbors = ChangedFrames.decidingLength

  /// By frame and launch, candidate over baseline.
  private let ratios: [[[Double]]]

  /// Takes the ratios from pairs of the same number of frames.
  init(launches: [[PairedFrames.Pair]], frameCount: Int) {
    let grouped = launches.map { MedianRatio.groups(of: $0) }
    ratios = (0..<frameCount).map { frame in
      grouped.map { groups in
        groups.compactMap { group in
          MedianRatio.median(
            of: group.lazy.map { (Double($0.baseline[frame]), Double($0.candidate[frame])) })
        }
      }
    }
  }

  /// The verdict on every frame.
  ///
  /// A frame changed if its own ratios say so, or if the ratios of three adjacent frames, including
  /// it, say so together and each of the three medians is beyond the threshold. Three frames
  /// together need fewer repetitions.
  func verdicts(level: SequentialLevel, atLook number: Int, rule: VerdictRule) -> [Verdict] {
    guard !ratios.isEmpty else { return [] }
    let level = level.shared(by: 2 * ratios.count).level(atLook: number)
    let pooled = ratios.map { SortedSamples($0.flatMap(\.self)) }
    var verdicts = pooled.map { rule.verdict(ratio: $0?.medianInterval(level: level)) }
    let medians = pooled.map { samples in
      samples?.geometricMedian.map { rule.verdict(ratio: Interval(low: $0, high: $0)) }
    }
    guard ratios.count >= Self.neighbors else { return verdicts }
    for first in 0...ratios.count - Self.neighbors {
      let frames = first..<first + Self.neighbors
      guard let verdict = medians[first], verdict == .regressed || verdict == .improved,
        frames.allSatisfy({ medians[$0] == verdict }),
        rule.verdict(ratio: interval(of: frames, level: level)) == verdict
      else { continue }
      for frame in frames { verdicts[frame] = verdict }
    }
    return verdicts
  }

  /// Whether a run of frames changed even if differences between launches are allowed for, so that
  /// it can decide alone.
  func isCertain(
    _ run: ChangedFrames, level: SequentialLevel, atLook number: Int, rule: VerdictRule
  ) -> Bool {
    let frames = run.first..<run.last + 1
    let level = level.shared(by: 2 * ratios.count).level(atLook: number)
    return ratios[run.first].count >= SequentialLevel.launchCount(atLook: 1)
      && rule.verdict(ratio: interval(of: frames, level: level)) == run.verdict
  }

  /// The interval of the ratios of neighboring frames.
  ///
  /// Frames of one launch share its layout in memory, so the span of the launches' medians is part
  /// of it; nil with fewer than three launches.
  private func interval(of frames: Range<Int>, level: Double) -> Interval? {
    let launches = ratios[frames.lowerBound].indices.compactMap { launch in
      SortedSamples(frames.flatMap { ratios[$0][launch] }).flatMap { samples in
        samples.geometricMedian.map { (samples: samples.values, median: $0) }
      }
    }
    guard launches.count >= 3, let medians = SortedSamples(launches.map(\.median)),
      let interval = SortedSamples(launches.flatMap(\.samples))?.medianInterval(level: level)
    else { return nil }
    guard let ofLaunches = medians.medianInterval(level: SequentialLevel.launchLevel(atLook: 1))
    else {
      return interval.union(
        Interval(low: medians.values[0], high: medians.values[launches.count - 1]))
    }
    return interval.union(ofLaunches)
  }
}
