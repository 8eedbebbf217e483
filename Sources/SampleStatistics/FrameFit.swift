import Foundation

/// The usual time of every frame on both sides, from its own repetitions.
///
/// The machine's speed during a pair, and a launch's common effect on all ratios, do not count as
/// disturbances.
struct FrameFit {
  /// The minimum number of frames with which a disturbance of one whole side of a pair is told from
  /// noise.
  private static let fewestFramesForSides = 3

  /// The usual time of each frame, in nanoseconds.
  let baseline, candidate: [Double]

  /// By pair and part: how far it moves the sum of all frames on each side, in nanoseconds.
  private(set) var influences: [[(baseline: Double, candidate: Double)]]

  /// By pair: how much of it counts, from 0 to the number of frames.
  private(set) var weights: [Double]

  /// Fits all frames.
  ///
  /// - Parameters:
  ///   - pairs: One or more pairs with `frameCount` frames on each side.
  ///   - launches: By pair, the number of its launch, from 0.
  ///   - frameCount: How many frames a repetition has.
  ///   - parts: The number of runs of frames into which the influences are divided.
  /// - Complexity: O(*m* · *n* log *n*) for *n* pairs of *m* frames.
  init(_ pairs: [ExpectedWork.Pair], launches: [Int], frameCount: Int, parts: Int = 1) {
    func frames(_ side: [[Int64]]) -> [FrameLocation] {
      (0..<frameCount).map { frame in
        FrameLocation(of: side.map { log(max(1, Double($0[frame]))) })
      }
    }
    var (old, new) = (frames(pairs.map(\.baseline)), frames(pairs.map(\.candidate)))
    let speeds = Self.speeds(old, new, pairCount: pairs.count)
    old = old.map { $0.without(speeds) }
    new = new.map { $0.without(speeds) }
    for frame in 0..<frameCount { FrameLocation.align(&old[frame], &new[frame]) }
    var shifts: [Double] = []
    for round in 0..<2 {
      shifts = Self.shifts(old, new, launches, isFirst: round == 0)
      FrameLocation.update(&old, isFirst: round == 0, shifts: shifts.map { -$0 / 2 })
      FrameLocation.update(&new, isFirst: round == 0, shifts: shifts.map { $0 / 2 })
    }
    baseline = old.map { exp($0.location) }
    candidate = new.map { exp($0.location) }
    weights = launches.map { _ in 0 }
    influences = launches.map { _ in Array(repeating: (0, 0), count: parts) }
    let (down, up) = (shifts.map { -$0 / 2 }, shifts.map { $0 / 2 })
    for frame in 0..<frameCount {
      let part = frame * parts / frameCount
      let moves = (old[frame].influences(shifts: down), new[frame].influences(shifts: up))
      for pair in launches.indices {
        influences[pair][part].baseline += baseline[frame] * moves.0[pair]
        influences[pair][part].candidate += candidate[frame] * moves.1[pair]
        weights[pair] += (old[frame].weight(of: pair) + new[frame].weight(of: pair)) / 2
      }
    }
  }

  /// By pair: how much longer than usual all frames took on both sides, as a logarithm.
  private static func speeds(
    _ old: [FrameLocation], _ new: [FrameLocation], pairCount: Int
  ) -> [Double] {
    let speed = FrameLocation(
      of: (0..<pairCount).map { pair in
        let one = median(old.map { $0.error(of: pair) })
        let other = median(new.map { $0.error(of: pair) })
        let isOfBoth = old.count < fewestFramesForSides || Biweight.isShift(one - other)
        return isOfBoth ? (one + other) / 2 : abs(one) < abs(other) ? one : other
      })
    return (0..<pairCount).map { speed.error(of: $0) }
  }

  /// By pair: what its launch adds to the logarithms of all ratios.
  private static func shifts(
    _ old: [FrameLocation], _ new: [FrameLocation], _ launches: [Int], isFirst: Bool
  ) -> [Double] {
    var errors = Array(repeating: [Double](), count: (launches.max() ?? 0) + 1)
    for (old, new) in zip(old, new) {
      for (pair, launch) in launches.enumerated()
      where old.weight(of: pair) > 0 && new.weight(of: pair) > 0 {
        errors[launch].append(new.error(of: pair) - old.error(of: pair))
      }
    }
    let shifts = errors.map { errors in
      let shift = isFirst ? FrameLocation(of: errors).location : median(errors)
      return Biweight.limited(shift: shift)
    }
    return launches.map { shifts[$0] }
  }
}

/// The usual time of one frame on one side; all values are logarithms.
///
/// An M-estimate with Tukey's biweight. It starts at the densest third of the times, because
/// disturbances only add time.
private struct FrameLocation {
  /// The minimum scale: clocks count in steps, so most short times are equal and do not scatter.
  private static let smallestScale = 0.007

  /// By pair.
  private let times: [Double]

  private(set) var location: Double
  private var biweight = Biweight(scale: 0)

  /// By pair: how near its time was to the location before the last step, from 1 at the location
  /// down to 0.
  private var nearness: [Double]

  init(of times: [Double]) {
    self.times = times
    let sorted = times.sorted()
    let size = min(sorted.count, max(2, (sorted.count + 2) / 3))
    let start = (0...max(0, sorted.count - size)).min {
      sorted[$0 + size - 1] - sorted[$0] < sorted[$1 + size - 1] - sorted[$1]
    }
    location = median(Array(sorted[(start ?? 0)...].prefix(size)))
    nearness = times.map { _ in 1 }
  }

  /// If most pairs agree on the ratio, starts both sides of a frame in the same phase of the
  /// machine: the faster one.
  static func align(_ old: inout FrameLocation, _ new: inout FrameLocation) {
    let ratios = FrameLocation(of: zip(old.times, new.times).map { $1 - $0 })
    let reach = Biweight.cutoff * ratios.deviation(true, ratios.times.map { _ in 0 })
    let agreeing = ratios.times.indices.count { abs(ratios.error(of: $0)) <= reach }
    guard 2 * agreeing >= ratios.times.count,
      abs(new.location - old.location - ratios.location) > reach
    else { return }
    old.location = min(old.location, new.location - ratios.location)
    new.location = old.location + ratios.location
  }

  func without(_ speeds: [Double]) -> FrameLocation {
    FrameLocation(of: zip(times, speeds).map { $0 - $1 })
  }

  func error(of pair: Int) -> Double { times[pair] - location }

  func weight(of pair: Int) -> Double { Biweight.weight(nearness: nearness[pair]) }

  /// Finds the scales of all frames of a side, and then their locations.
  static func update(_ frames: inout [FrameLocation], isFirst: Bool, shifts: [Double]) {
    let count = Double(shifts.count)
    let own = frames.map {
      $0.deviation(isFirst, shifts) * (count / max(count - 1, 1)).squareRoot()
    }
    let ofAll = median(own)
    for frame in frames.indices {
      // A frame with few times borrows from the others.
      frames[frame].biweight.scale = max(
        ofAll, (count * own[frame] + 8 * ofAll) / (count + 8), smallestScale)
      for _ in 0..<4 { frames[frame].updateLocation(shifts) }
    }
  }

  /// The standard deviation of the times that count; at first up to two thirds may be disturbed.
  private func deviation(_ isFirst: Bool, _ shifts: [Double]) -> Double {
    let errors = times.indices.filter { nearness[$0] > 0 }
      .map { abs(error(of: $0) - shifts[$0]) }.sorted()
    guard errors.count > 1 else { return 0 }
    return isFirst && errors.count > 2
      ? errors[min(errors.count - 1, Int((Double(errors.count) / 3).rounded()))] / 0.4307
      : median(errors) * 1.4826
  }

  private mutating func updateLocation(_ shifts: [Double]) {
    var (weights, sum) = (0.0, 0.0)
    for pair in times.indices {
      nearness[pair] = biweight.nearness(error(of: pair) - shifts[pair])
      weights += weight(of: pair)
      sum += weight(of: pair) * times[pair]
    }
    if weights > 0 { location = sum / weights }
  }

  /// By pair: how far its time moves the location.
  func influences(shifts: [Double]) -> [Double] {
    let sum = times.indices.reduce(0) { $0 + weight(of: $1) }
    guard sum > 0 else { return times.map { _ in 0 } }
    let slope = times.indices.reduce(0) {
      biweight.slope($0, adding: error(of: $1) - shifts[$1], nearness: nearness[$1])
    }
    return times.indices.map {
      weight(of: $0) * ((error(of: $0) - shifts[$0]) / max(slope, sum / 3) + shifts[$0] / sum)
    }
  }
}

/// The median, or 0 for no values.
private func median(_ values: [Double]) -> Double { SortedSamples(values)?.median ?? 0 }
