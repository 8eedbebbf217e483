/// The expected work of all frames of a scenario on both sides.
///
/// Each frame's own distribution over repetitions gives its usual time (``FrameFit``). The ratio
/// compares the sums over all frames. So a changed frame counts by its share of the work, even if
/// it is the only one.
package struct ExpectedWork {
  /// A repetition on each side: nanoseconds per frame.
  package typealias Pair = (baseline: [Int64], candidate: [Int64])

  /// What one launch adds to the sums; nothing if it has no pairs.
  private struct Launch {
    /// How far each part of each group of pairs moves the two sums, in nanoseconds.
    var influences: [(baseline: Double, candidate: Double)] = []

    /// How many frames count, as a sum over the pairs.
    var weight = 0.0

    /// By pair: the sum of the candidate's frames divided by the sum of the baseline's.
    var ratios: [Double] = []
  }

  /// The usual time of each frame, in nanoseconds.
  package let baseline, candidate: [Double]

  private let parts: Int
  private let launches: [Launch]

  /// Estimates from the pairs at one rate; nil without pairs, or if all frames of a side take no
  /// time.
  ///
  /// - Parameters:
  ///   - launches: Pairs of the same number of frames; launches may be empty.
  ///   - frameCount: The number of frames on each side.
  ///   - parts: The number of runs of frames into which each pair is divided. Their noise is
  ///     independent because the sides took turns in each run.
  package init?(launches: [[Pair]], frameCount: Int, parts: Int = 1) {
    let pairs = launches.flatMap(\.self)
    guard frameCount > 0, pairs.contains(where: { $0.baseline.contains { $0 > 0 } }),
      pairs.contains(where: { $0.candidate.contains { $0 > 0 } })
    else { return nil }
    let fit = FrameFit(
      pairs, launches: launches.enumerated().flatMap { launch, pairs in pairs.map { _ in launch } },
      frameCount: frameCount, parts: parts)
    self.parts = parts
    baseline = fit.baseline
    candidate = fit.candidate
    var start = 0
    self.launches = launches.map { pairs in
      defer { start += pairs.count }
      let own = start..<start + pairs.count
      // In each group, both sides are first equally often.
      return Launch(
        influences: MedianRatio.groups(of: Array(fit.influences[own])).flatMap { group in
          (0..<parts).map { part in
            group.reduce((0, 0)) { ($0.0 + $1[part].baseline, $0.1 + $1[part].candidate) }
          }
        }, weight: fit.weights[own].reduce(0, +),
        ratios: pairs.map { pair in
          Double(pair.candidate.reduce(0, +)) / Double(pair.baseline.reduce(0, +))
        })
    }
  }

  /// The candidate's sum over all frames divided by the baseline's.
  package var ratio: Double { candidate.reduce(0, +) / baseline.reduce(0, +) }

  /// The ratio of the sums over all frames of several rates, all with the same number of parts.
  package static func ratio(of rates: [ExpectedWork]) -> ClusteredRatio {
    let old = rates.reduce(0) { $0 + $1.baseline.reduce(0, +) }
    let new = rates.reduce(0) { $0 + $1.candidate.reduce(0, +) }
    let weight = rates.reduce(0) { $0 + $1.launches.reduce(0) { $0 + $1.weight } }
    let all = rates.first?.launches.indices ?? 0..<0
    let counted = all.count { launch in rates.contains { $0.launches[launch].weight > 0 } }
    guard counted >= SequentialLevel.fewestLaunches else {
      // If a few repetitions scatter widely, most look disturbed. Then the ratios of the pairs are
      // the only evidence, and they suffice only if all of them agree.
      let pairs = all.map { launch in rates.flatMap { $0.launches[launch].ratios } }
        .filter { !$0.isEmpty }
      return ClusteredRatio(
        ratio: new / old,
        launches: pairs.map { .init(influences: [], share: 1 / Double(pairs.count), pairs: $0) })
    }
    return ClusteredRatio(
      ratio: new / old, parts: rates.first?.parts ?? 1,
      launches: all.map { launch in
        .init(
          influences: rates.flatMap { work in
            work.launches[launch].influences.map { $0.candidate / new - $0.baseline / old }
          },
          share: rates.reduce(0) { $0 + $1.launches[launch].weight } / weight,
          pairs: rates.flatMap { $0.launches[launch].ratios })
      })
  }
}
