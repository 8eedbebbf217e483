import Foundation

/// The usual time of every frame on both sides, from its own repetitions.
///
/// A pair of times of one frame is a point: the logarithms of their ratio and of their geometric
/// mean. Each frame's location is an M-estimate with Tukey's biweight (F. Mosteller and J. W.
/// Tukey, "Data Analysis and Regression", 1977): points count less the farther they are from it,
/// and not at all beyond 4.685 scales. It starts at the densest quarter of the times of each
/// side, because disturbances only add time. The speed of the machine in a pair, and what a launch
/// changes in all ratios alike, is no disturbance. If the sides are swapped, they are here, too.
struct FrameFit {
  /// With 95 % of the efficiency of the mean for normal noise.
  private static let cutoff = 4.685

  /// The smallest scale: clocks count in steps, so most ratios of short times are equal.
  private static let smallestScale = 0.01

  /// What a launch may change in all ratios without being a disturbance.
  private static let largestShift = log(1.15)

  /// With fewer frames, the median of a pair's frames does not tell its speed from a disturbance.
  private static let fewestFramesForSpeed = 8

  private let frameCount: Int

  /// By pair: its launch.
  private let launches: [Int]

  /// By frame and pair, without the pair's speed.
  private var ratios: [[Double]] = []
  private var levels: [[Double]] = []

  /// By frame: where it is, and by how much its scale is limited by the sides' own.
  private var ratio: [Double]
  private var level: [Double]
  private var sideScale: [Double]

  /// By launch.
  private var shifts: [Double]

  /// By frame and pair: 1 minus the squared distance in units of the cutoff; 0 beyond it.
  private var nearness: [[Double]]
  private var ratioScale: [Double]
  private var levelScale: [Double]

  /// By frame, in nanoseconds.
  private(set) var baseline: [Double] = []
  private(set) var candidate: [Double] = []

  /// By pair: by how much it moves the sum of all frames of each side, in nanoseconds.
  private(set) var influences: [(baseline: Double, candidate: Double)] = []

  /// By pair: how much of it counts, from 0 to the number of frames.
  private(set) var weights: [Double] = []

  /// Fits all frames.
  ///
  /// - Parameters:
  ///   - pairs: Of `frameCount` frames on each side; at least one.
  ///   - launches: By pair, the number of its launch, from 0.
  ///   - frameCount: How many frames a repetition has.
  /// - Complexity: O(*n* log *n*) for *n* pairs, for each frame.
  init(_ pairs: [ExpectedWork.Pair], launches: [Int], frameCount: Int) {
    self.frameCount = frameCount
    self.launches = launches
    shifts = Array(repeating: 0, count: (launches.max() ?? 0) + 1)
    let zeros = Array(repeating: 0.0, count: frameCount)
    ratio = zeros
    level = zeros
    sideScale = zeros
    ratioScale = zeros
    levelScale = zeros
    nearness = Array(repeating: Array(repeating: 1, count: pairs.count), count: frameCount)
    var old = (0..<frameCount).map { frame in pairs.map { log(max(1, Double($0.baseline[frame]))) }
    }
    var new = (0..<frameCount).map { frame in
      pairs.map { log(max(1, Double($0.candidate[frame]))) }
    }
    let speeds = Self.speeds(old, new, pairCount: pairs.count)
    for frame in 0..<frameCount {
      for pair in pairs.indices {
        old[frame][pair] -= speeds[pair]
        new[frame][pair] -= speeds[pair]
      }
      let (one, other) = (Densest(old[frame]), Densest(new[frame]))
      ratio[frame] = other.middle - one.middle
      level[frame] = (one.middle + other.middle) / 2
      sideScale[frame] = (one.scale * one.scale + other.scale * other.scale).squareRoot()
      ratios.append(pairs.indices.map { new[frame][$0] - old[frame][$0] })
      levels.append(pairs.indices.map { (new[frame][$0] + old[frame][$0]) / 2 })
    }
    for round in 0..<2 {
      updateShifts()
      ratioScale = scales(isFirst: round == 0, limit: 1) { ratioError($0, $1) }
      levelScale = scales(isFirst: round == 0, limit: 0.5.squareRoot()) { levelError($0, $1) }
      for _ in 0..<4 { updateLocations() }
    }
    finish()
  }
}

extension FrameFit {
  /// By pair: by how much all of its frames on both sides took longer than usual.
  private static func speeds(_ old: [[Double]], _ new: [[Double]], pairCount: Int) -> [Double] {
    guard old.count >= fewestFramesForSpeed else { return Array(repeating: 0, count: pairCount) }
    let errors = zip(old, new).map { old, new in
      let levels = zip(old, new).map { ($0 + $1) / 2 }
      let middle = median(levels)
      return levels.map { $0 - middle }
    }
    let speeds = (0..<pairCount).map { pair in median(errors.map { $0[pair] }) }
    let usual = median(speeds)
    return speeds.map { $0 - usual }
  }

  private func ratioError(_ frame: Int, _ pair: Int) -> Double {
    ratios[frame][pair] - ratio[frame] - shifts[launches[pair]]
  }

  private func levelError(_ frame: Int, _ pair: Int) -> Double {
    levels[frame][pair] - level[frame]
  }

  private mutating func updateShifts() {
    var errors = shifts.map { _ in [Double]() }
    for frame in 0..<frameCount {
      for (pair, launch) in launches.enumerated() where nearness[frame][pair] > 0 {
        errors[launch].append(ratios[frame][pair] - ratio[frame])
      }
    }
    shifts = errors.map {
      $0.isEmpty ? 0 : min(max(Self.median($0), -Self.largestShift), Self.largestShift)
    }
  }

  /// By frame: a standard deviation, from the points that count.
  ///
  /// At first up to two thirds of a frame's points may be disturbed, later none is. A frame with
  /// few points borrows from the others.
  private func scales(isFirst: Bool, limit: Double, error: (Int, Int) -> Double) -> [Double] {
    let count = Double(launches.count)
    let own = (0..<frameCount).map { frame in
      var errors: [Double] = []
      for pair in launches.indices where nearness[frame][pair] > 0 {
        errors.append(error(frame, pair).magnitude)
      }
      guard errors.count > 1 else { return 0.0 }
      errors.sort()
      let scale =
        isFirst && errors.count > 2
        ? errors[min(errors.count - 1, Int((count / 3).rounded()))] / 0.4307
        : Self.median(sorted: errors) * 1.4826
      return min(scale, sideScale[frame] * limit) * (count / max(count - 1, 1)).squareRoot()
    }
    let ofAll = Self.median(own)
    return own.map { max(ofAll, (count * $0 + 8 * ofAll) / (count + 8), Self.smallestScale) }
  }

  private mutating func updateLocations() {
    for frame in 0..<frameCount {
      var (weights, ratioSum, levelSum) = (0.0, 0.0, 0.0)
      for pair in launches.indices {
        let x = ratioError(frame, pair) / (Self.cutoff * ratioScale[frame])
        let y = levelError(frame, pair) / (Self.cutoff * levelScale[frame])
        let near = max(0, 1 - x * x - y * y)
        nearness[frame][pair] = near
        weights += near * near
        ratioSum += near * near * ratios[frame][pair]
        levelSum += near * near * levels[frame][pair]
      }
      guard weights > 0 else { continue }
      ratio[frame] = ratioSum / weights
      level[frame] = levelSum / weights
    }
  }

  /// Times of frames, and what each pair adds to their error.
  private mutating func finish() {
    weights = launches.map { _ in 0 }
    influences = launches.map { _ in (0, 0) }
    for frame in 0..<frameCount {
      let old = exp(level[frame] - ratio[frame] / 2)
      let new = exp(level[frame] + ratio[frame] / 2)
      baseline.append(old)
      candidate.append(new)
      // How far a location moves with each of its points.
      var (sum, ratioSlope, levelSlope) = (0.0, 0.0, 0.0)
      for pair in launches.indices {
        let near = nearness[frame][pair]
        let x = ratioError(frame, pair) / (Self.cutoff * ratioScale[frame])
        let y = levelError(frame, pair) / (Self.cutoff * levelScale[frame])
        sum += near * near
        ratioSlope += near * near - 4 * near * x * x
        levelSlope += near * near - 4 * near * y * y
      }
      guard sum > 0 else { continue }
      ratioSlope = max(ratioSlope, sum / 3)
      levelSlope = max(levelSlope, sum / 3)
      for pair in launches.indices {
        let weight = nearness[frame][pair] * nearness[frame][pair]
        let ofRatio = weight * (ratioError(frame, pair) / ratioSlope + shifts[launches[pair]] / sum)
        let ofLevel = weight * levelError(frame, pair) / levelSlope
        influences[pair].baseline += old * (ofLevel - ofRatio / 2)
        influences[pair].candidate += new * (ofLevel + ofRatio / 2)
        weights[pair] += weight
      }
    }
  }

  private static func median(_ values: [Double]) -> Double { median(sorted: values.sorted()) }

  private static func median(sorted values: [Double]) -> Double {
    values.isEmpty ? 0 : (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
  }
}

/// Where values are densest.
private struct Densest {
  /// The median of the shortest interval with a quarter of the values.
  let middle: Double

  /// The standard deviation, from the length of the shortest half.
  ///
  /// Rousseeuw and Leroy, "A robust scale estimator based on the shortest half", 1988.
  let scale: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    func shortest(_ size: Int) -> (start: Int, length: Double) {
      var best = (start: 0, length: Double.infinity)
      for start in 0...(sorted.count - size) {
        let length = sorted[start + size - 1] - sorted[start]
        if length < best.length { best = (start, length) }
      }
      return best
    }
    let few = min(sorted.count, max(2, (sorted.count + 3) / 4))
    let start = shortest(few).start
    middle = (sorted[start + (few - 1) / 2] + sorted[start + few / 2]) / 2
    scale = shortest(min(sorted.count, sorted.count / 2 + 1)).length / 2 / 0.6745
  }
}
