/// What is true of a change: how the time of a benchmark changed, by a loop that shares no code with
/// Framegate.
public struct Truth: Hashable, Codable, Sendable {
  /// A ratio of times, the change over the base.
  public struct Ratio: Hashable, Codable, Sendable {
    /// The median of the rounds.
    public let middle: Double

    /// The bounds of the median.
    public let low, high: Double

    /// Creates a ratio from one per round.
    ///
    /// With eight rounds or more, the bounds are the second smallest and the second largest (93 % at
    /// eight, 96 % at nine, more above), otherwise the extremes.
    ///
    /// - Precondition: There is a round.
    public init(rounds: [Double]) {
      precondition(!rounds.isEmpty, "A ratio needs a round")
      let sorted = rounds.sorted()
      let dropped = sorted.count >= 8 ? 1 : 0
      middle = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
      low = sorted[dropped]
      high = sorted[sorted.count - 1 - dropped]
    }
  }

  /// The ratio of the whole benchmark, or of all frames.
  public let whole: Ratio

  /// The ratio of the three neighboring frames that got slower most; nil for benchmarks.
  public let slowestFrames: Ratio?

  /// Combines the rounds.
  ///
  /// - Parameter rounds: The times of both builds in each round, one for a benchmark, or one per frame.
  /// - Precondition: There is a round, and both builds have the same number of times.
  public init(rounds: [(base: [Double], change: [Double])]) {
    whole = Ratio(rounds: rounds.map { Self.sum($0.change[...]) / Self.sum($0.base[...]) })
    let frames = rounds.map(\.base.count).max() ?? 0
    guard frames >= 3 else {
      slowestFrames = nil
      return
    }
    slowestFrames = (0...(frames - 3)).map { first in
      let three = first..<(first + 3)
      return Ratio(rounds: rounds.map { Self.sum($0.change[three]) / Self.sum($0.base[three]) })
    }.max { $0.low < $1.low }
  }

  private static func sum(_ times: ArraySlice<Double>) -> Double { times.reduce(0, +) }
}

extension Truth {
  /// Whether a verdict is right.
  public enum Judgement: String, CaseIterable, Sendable {
    case right, wrong, inconclusive

    /// There is no verdict, because something is missing or has failed.
    case none
  }

  /// Judges a verdict: it is wrong if the whole interval of the truth contradicts it.
  ///
  /// - Parameters:
  ///   - verdict: `regressed`, `improved`, `unchanged` or `inconclusive`.
  ///   - threshold: The relative change that matters.
  /// - Returns: `none` for every other verdict.
  public func judgement(of verdict: String, threshold: Double) -> Judgement {
    let limit = 1 + threshold
    switch verdict {
    case "regressed":
      let isPossible = whole.high > limit || (slowestFrames?.middle ?? 0) > limit
      return isPossible ? .right : .wrong
    case "improved":
      return whole.low < 1 / limit ? .right : .wrong
    case "unchanged":
      let isSlower = whole.low > limit || (slowestFrames?.low ?? 0) > limit
      return isSlower || whole.high < 1 / limit ? .wrong : .right
    case "inconclusive":
      return .inconclusive
    default:
      return .none
    }
  }
}
