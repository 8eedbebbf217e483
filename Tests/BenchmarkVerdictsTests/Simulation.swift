import Foundation
import FrameTiming
import SampleStatistics
import TestSupport

@testable import BenchmarkVerdicts

/// Pairs of 60 frames whose true ratio is known.
struct Simulation {
  enum Change {
    /// All frames.
    case uniform(Double)

    /// One of so many frames, which takes five times as long as the others.
    case every(Int, Double)

    /// The first frame, which takes ten times as long.
    case first(Double)

    /// Work that grows from frame to frame, and more on the candidate's side.
    case growing(Double)
  }

  /// Standard deviations of logarithms, and the share of samples that take 2 to 30 times as long.
  struct Noise {
    var ofFrames = 0.03
    var ofLaunches = 0.003
    var ofSpeed = 0.05
    var disturbed = 0.2
  }

  /// Thirteen pairs of six launches.
  static let few = [3, 2, 2, 2, 2, 2]

  static let frames = 60

  /// Pairs by launch.
  let sizes: [Int]
  let change: Change
  var noise = Noise()
  var framesPerTurn = frames
}

extension Simulation {
  /// The true times, in nanoseconds.
  private var times: [(baseline: Double, candidate: Double)] {
    (0..<Self.frames).map { frame in
      switch change {
      case .uniform(let factor): (20_000, 20_000 * factor)
      case .every(let period, let factor):
        frame.isMultiple(of: period) ? (100_000, 100_000 * factor) : (20_000, 20_000)
      case .first(let factor): frame == 0 ? (200_000, 200_000 * factor) : (20_000, 20_000)
      case .growing(let factor):
        (
          20_000 * (1 + Double(frame) / 10),
          20_000 * (1 + Double(frame) / 10)
            * (1 + (factor - 1) * Double(frame) / Double(Self.frames))
        )
      }
    }
  }

  /// The true ratio.
  var ratio: Double {
    times.reduce(0) { $0 + $1.candidate } / times.reduce(0) { $0 + $1.baseline }
  }

  /// Pairs of frames, and which times were disturbed.
  private struct Drawn {
    var pairs: [[PairedFrames.Pair]] = []

    /// By launch, pair and frame.
    var isDisturbed: [[[(baseline: Bool, candidate: Bool)]]] = []
  }

  func launches(seed: UInt64, at rate: RefreshRate = .hz60) -> [[PairedFrames.Pair]] {
    draw(seed: seed, rate).pairs
  }

  private func draw(seed: UInt64, _ rate: RefreshRate = .hz60) -> Drawn {
    var generator = SplitMix64(seed: seed)
    func normal() -> Double { .normal(using: &generator) }
    // Some frames are noisier than others.
    let deviations = times.map { _ in noise.ofFrames * exp(0.5 * normal()) }
    var drawn = Drawn()
    for size in sizes {
      let shift = noise.ofLaunches * normal()
      let launchSpeed = noise.ofSpeed * normal()
      var (pairs, flags) = ([PairedFrames.Pair](), [[(baseline: Bool, candidate: Bool)]]())
      for _ in 0..<size {
        let speed = launchSpeed + noise.ofSpeed / 3 * normal()
        func time(_ time: Double, _ deviation: Double, _ shift: Double) -> (Int64, Bool) {
          let isDisturbed = Double.random(in: 0..<1, using: &generator) < noise.disturbed
          let factor =
            isDisturbed ? exp(Double.random(in: log(2)...log(30), using: &generator)) : 1
          return (
            Int64((time * factor * exp(speed + shift + deviation * normal())).rounded()),
            isDisturbed
          )
        }
        let old = zip(times, deviations).map { time($0.baseline, $1, -shift / 2) }
        let new = zip(times, deviations).map { time($0.candidate, $1, shift / 2) }
        pairs.append(
          .init(
            rate: rate, baseline: old.map(\.0), candidate: new.map(\.0),
            framesPerTurn: framesPerTurn))
        flags.append(zip(old, new).map { ($0.1, $1.1) })
      }
      drawn.pairs.append(pairs)
      drawn.isDisturbed.append(flags)
    }
    return drawn
  }

  /// The estimate by someone who knows which samples are disturbed: the mean of all others.
  ///
  /// Where the machine's speed varies, only of pairs that are disturbed on neither side.
  func oracle(seed: UInt64) -> ClusteredRatio {
    let drawn = draw(seed: seed)
    let pairs = drawn.pairs.flatMap(\.self)
    let flags = drawn.isDisturbed.flatMap(\.self)
    var influences = pairs.map { _ in (baseline: 0.0, candidate: 0.0) }
    var totals = (baseline: 0.0, candidate: 0.0)
    /// Adds one side of a frame to its total.
    func add(
      _ times: [Double], _ isUsed: [Bool],
      to side: WritableKeyPath<(baseline: Double, candidate: Double), Double>
    ) {
      let used = times.indices.filter { isUsed[$0] }
      guard !used.isEmpty else { return }
      let middle = used.reduce(0) { $0 + times[$1] } / Double(used.count)
      totals[keyPath: side] += exp(middle)
      for pair in used {
        influences[pair][keyPath: side] +=
          exp(middle) * (times[pair] - middle) / Double(used.count)
      }
    }
    for frame in 0..<Self.frames {
      let isPaired = noise.ofSpeed > 0
      let old = flags.map { !$0[frame].baseline && (!isPaired || !$0[frame].candidate) }
      let new = flags.map { !$0[frame].candidate && (!isPaired || !$0[frame].baseline) }
      add(pairs.map { log(Double($0.baseline[frame])) }, old, to: \.baseline)
      add(pairs.map { log(Double($0.candidate[frame])) }, new, to: \.candidate)
    }
    var start = 0
    return ClusteredRatio(
      ratio: totals.candidate / totals.baseline,
      launches: sizes.map { size in
        defer { start += size }
        let own = influences[start..<start + size].map {
          $0.candidate / totals.candidate - $0.baseline / totals.baseline
        }
        return .init(
          influences: MedianRatio.groups(of: own).map { $0.reduce(0, +) },
          share: Double(size) / Double(pairs.count))
      })
  }
}

extension ExpectedWork {
  /// Takes pairs as they are recorded.
  init?(launches: [[PairedFrames.Pair]], frameCount: Int) {
    self.init(
      launches: launches.map { $0.map { ($0.baseline, $0.candidate) } }, frameCount: frameCount,
      parts: PairedFrames.parts(of: launches))
  }
}
