/// The true effect of a change on a benchmark's time, measured by a loop that shares no code with
/// Framegate.
public struct Truth: Hashable, Codable, Sendable {
  /// A ratio of times: the time with the change divided by that of the base.
  public struct Ratio: Hashable, Codable, Sendable {
    /// The ratio of the shortest times of all rounds.
    public let middle: Double

    /// The minimum and the maximum of three ratios, each of the shortest times of a third of the
    /// rounds.
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

  /// The ratio of the three adjacent frames that got slower most; nil for benchmarks.
  public let slowestFrames: Ratio?

  /// Combines the rounds.
  ///
  /// The clock speed of many machines changes every few seconds, so the shortest time of many
  /// rounds says more than a ratio within one round. Rounds are dealt to the thirds in turn, so
  /// that all thirds cover the same time of day.
  ///
  /// - Precondition: There is at least one round, and all have the same number of times.
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

    /// There is no verdict, because something is missing or failed.
    case none
  }

  /// Judges a verdict: it is wrong if the whole interval of the truth contradicts it.
  ///
  /// For `regressed`, the middle of the slowest frames' interval counts, not its upper end: with
  /// that, almost any regression would be right, because these frames are chosen by their times.
  ///
  /// - Parameters:
  ///   - verdict: `regressed`, `improved`, `unchanged` or `inconclusive`.
  ///   - threshold: The relative change that matters.
  /// - Returns: The judgement, which is `none` for any other verdict.
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
