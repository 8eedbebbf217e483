/// What is true of a change: how the time of a benchmark changed, by a loop that shares no code
/// with Framegate.
public struct Truth: Hashable, Codable, Sendable {
  /// A ratio of times, the change over the base.
  public struct Ratio: Hashable, Codable, Sendable {
    /// The ratio of the shortest times of all rounds.
    public let middle: Double

    /// The smallest and the largest ratio of the shortest times of a third of the rounds.
    public let low, high: Double
  }

  /// The times of both builds in one round, in any unit: one for a benchmark, one per frame for a
  /// scenario.
  public struct Round: Sendable {
    public let base, change: [Double]

    /// Creates a round.
    ///
    /// - Precondition: Both builds have the same number of times.
    public init(base: [Double], change: [Double]) {
      precondition(
        base.count == change.count, "\(base.count) and \(change.count) times do not make a round")
      self.base = base
      self.change = change
    }
  }

  /// The ratio of the whole benchmark, or of all frames.
  public let whole: Ratio

  /// The ratio of the three neighboring frames that got slower most; nil for benchmarks.
  public let slowestFrames: Ratio?

  /// Combines the rounds.
  ///
  /// The clock speed of many machines changes every few seconds, so the shortest time of many
  /// rounds says more than a ratio within one. Every third round belongs to the same third, so that
  /// all three have seen the same time of day.
  ///
  /// - Precondition: There is a round, and all have the same number of times.
  public init(rounds: [Round]) {
    precondition(!rounds.isEmpty, "A truth needs a round")
    let parts = min(rounds.count, 3)
    let all = Shortest(rounds)
    let thirds = (0..<parts).map { part in
      Shortest(rounds.indices.filter { $0 % parts == part }.map { rounds[$0] })
    }
    func ratio(_ frames: Range<Int>) -> Ratio {
      let ratios = thirds.map { $0.ratio(frames) }
      let middle = all.ratio(frames)
      return Ratio(
        middle: middle, low: ratios.reduce(middle, min), high: ratios.reduce(middle, max))
    }
    let count = all.base.count
    whole = ratio(0..<count)
    slowestFrames =
      count < 3 ? nil : (0...(count - 3)).map { ratio($0..<($0 + 3)) }.max { $0.low < $1.low }
  }

  /// The shortest time of each frame.
  private struct Shortest {
    let base, change: [Double]

    init(_ rounds: [Round]) {
      func shortest(_ times: (Round) -> [Double]) -> [Double] {
        rounds.dropFirst().reduce(times(rounds[0])) { zip($0, times($1)).map(min) }
      }
      base = shortest(\.base)
      change = shortest(\.change)
    }

    func ratio(_ frames: Range<Int>) -> Double {
      change[frames].reduce(0, +) / base[frames].reduce(0, +)
    }
  }
}

extension Truth {
  /// Whether a verdict is right.
  public enum Finding: String, CaseIterable, Sendable {
    case right, wrong, inconclusive

    /// There is no verdict, because something is missing or has failed.
    case none
  }

  /// Judges a verdict: it is wrong if the whole interval of the truth contradicts it.
  ///
  /// For `regressed`, the slowest frames count by the middle of their interval: its upper end would
  /// let almost any regression pass as right, because the slowest frames are chosen by their times.
  ///
  /// - Parameters:
  ///   - verdict: `regressed`, `improved`, `unchanged` or `inconclusive`.
  ///   - threshold: The relative change that matters.
  /// - Returns: `none` for every other verdict.
  public func judgement(of verdict: String, threshold: Double) -> Finding {
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
