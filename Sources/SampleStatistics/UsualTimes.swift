import Foundation

/// The usual times of a benchmark on both sides, from pairs of samples that were taken one right
/// after the other.
///
/// The speed of the machine changes within milliseconds but is nearly the same in both samples of a
/// pair, so the ratio of a pair is steadier than its times. The location of the ratios' logarithms
/// is an M-estimate with Tukey's biweight. A change that a launch makes to all of its ratios alike
/// does not count as a disturbance.
package struct UsualTimes: Sendable {
  /// A sample of each side; both are above 0.
  package typealias Pair = (baseline: Double, candidate: Double)

  /// The minimum scale: clocks count in steps, so many ratios of short times are equal.
  fileprivate static let smallestScale = 0.001

  /// How many pairs a launch needs before half of its apparent shift counts.
  fileprivate static let pairsOfHalfShift = 3.0

  /// The usual time of each side, in the unit of the pairs.
  package let baseline, candidate: Double

  /// What each launch adds to the error of the ratio.
  package let clusters: ClusteredRatio

  /// Estimates from the pairs of each launch; nil without any pair.
  ///
  /// - Complexity: O(*n* log *n*) for *n* pairs.
  package init?(launches: [[Pair]]) {
    var location = Location(launches.map { $0.map { log($0.candidate / $0.baseline) } })
    let levels = launches.joined().map { (log($0.baseline) + log($0.candidate)) / 2 }
    guard let level = SortedSamples(levels)?.median, location.isFinite else { return nil }
    location.settle()
    baseline = exp(level - location.value / 2)
    candidate = exp(level + location.value / 2)
    clusters = ClusteredRatio(
      ratio: candidate / baseline,
      launches: zip(launches, location.launches()).map { pairs, influences in
        ClusteredRatio.Launch(
          influences: MedianRatio.groups(of: influences.moves).map { $0.reduce(0, +) },
          share: influences.share, pairs: pairs.map { $0.candidate / $0.baseline })
      })
  }

  /// The location of the logarithms of ratios, by launch.
  fileprivate struct Location {
    private let ratios: [[Double]]
    private(set) var value: Double
    private var biweight = Biweight(scale: smallestScale)

    /// By launch: what it adds to the logarithms of all its ratios.
    private var shifts: [Double]

    init(_ ratios: [[Double]]) {
      self.ratios = ratios
      value = SortedSamples(ratios.flatMap(\.self))?.median ?? .nan
      shifts = ratios.map { _ in 0 }
    }
  }
}

extension UsualTimes.Location {
  var isFinite: Bool { value.isFinite }

  /// Finds the location, its scale, and the shifts of launches, which depend on each other.
  mutating func settle() {
    for _ in 0..<3 {
      updateScale()
      for _ in 0..<5 { updateValue() }
      updateShifts()
    }
  }

  private mutating func updateScale() {
    let distances = zip(ratios, shifts).flatMap { ratios, shift in
      ratios.map { abs($0 - value - shift) }
    }
    let count = Double(distances.count)
    let deviation = (SortedSamples(distances)?.median ?? 0) * 1.4826
    biweight.scale = max(
      UsualTimes.smallestScale, deviation * (count / max(1, count - 1)).squareRoot())
  }

  private mutating func updateValue() {
    var (weights, sum) = (0.0, 0.0)
    for (ratios, shift) in zip(ratios, shifts) {
      for ratio in ratios {
        let weight = weight(distance: ratio - value - shift)
        weights += weight
        sum += weight * ratio
      }
    }
    if weights > 0 { value = sum / weights }
  }

  private mutating func updateShifts() {
    shifts = ratios.map { ratios in
      let count = Double(ratios.count)
      let shift = (SortedSamples(ratios)?.median ?? value) - value
      return Biweight.limited(shift: shift) * count / (count + UsualTimes.pairsOfHalfShift)
    }
  }

  private func weight(distance: Double) -> Double {
    Biweight.weight(nearness: biweight.nearness(distance))
  }

  /// By launch: how far each ratio moves the location, and the launch's share of all weights.
  func launches() -> [(moves: [Double], share: Double)] {
    let distances = zip(ratios, shifts).map { ratios, shift in ratios.map { $0 - value - shift } }
    let weights = distances.map { $0.map(weight) }
    let sum = weights.joined().reduce(0, +)
    let slope = distances.joined().reduce(0) {
      biweight.slope($0, adding: $1, nearness: biweight.nearness($1))
    }
    return ratios.indices.map { launch in
      let moves = zip(distances[launch], weights[launch]).map { distance, weight in
        weight * (distance / max(slope, sum / 3) + shifts[launch] / sum)
      }
      return (moves, weights[launch].reduce(0, +) / sum)
    }
  }
}
