import BenchmarkModel
package import SampleStatistics

/// How often recorded pairs of identical code would have been called a change in another order.
///
/// Draws windows: consecutive launches from a random start, wrapping around at the end. Each window
/// is judged like a live comparison, look by look and with a second window to confirm a change.
/// Launches keep their neighbors, so a disturbance that lasted for several launches, such as a busy
/// minute, stays together.
package struct ResampledVerdicts: Hashable, Codable, Sendable {
  /// How many windows were judged.
  package private(set) var windows = 0

  /// How many got each verdict.
  package private(set) var regressed = 0, improved = 0, unchanged = 0, inconclusive = 0

  package init() {}
}

extension ResampledVerdicts {
  /// The rate at which identical code is called slower.
  package var regressedRate: Proportion { Proportion(regressed, of: windows) }

  /// The rate at which identical code is called faster.
  package var improvedRate: Proportion { Proportion(improved, of: windows) }

  /// Judges windows of one series; none when there are fewer than eight launches.
  ///
  /// - Parameters:
  ///   - recorded: The pairs.
  ///   - empty: A series without pairs.
  ///   - rule: What matters.
  ///   - count: How many windows.
  ///   - generator: Selects the windows.
  package mutating func judge<Series: PairedSeries>(
    _ recorded: [[Series.Pair]], empty: Series, rule: VerdictRule, count: Int,
    using generator: inout SplitMix64
  ) {
    guard recorded.count >= 8 else { return }
    for _ in 0..<count {
      let first = Self.verdict(recorded, empty, rule, &generator)
      guard first == .regressed || first == .improved else {
        add(first)
        continue
      }
      let second = Self.verdict(recorded, empty, rule, &generator)
      add(second == first ? first : .inconclusive)
    }
  }

  private static func verdict<Series: PairedSeries>(
    _ recorded: [[Series.Pair]], _ empty: Series, _ rule: VerdictRule,
    _ generator: inout SplitMix64
  ) -> Verdict {
    var series = empty
    var next = Int.random(in: recorded.indices, using: &generator)
    var look = 1
    // No window is longer than the recording.
    for launch in 1...recorded.count {
      series.add(launch: recorded[next])
      next = (next + 1) % recorded.count
      let isLast = launch == recorded.count
      guard isLast || series.isDue(look: look) else { continue }
      let verdict = series.entry(atLook: look, rule: rule).verdict ?? .inconclusive
      if verdict != .inconclusive || isLast { return verdict }
      look += 1
    }
    return .inconclusive
  }

  private mutating func add(_ verdict: Verdict) {
    windows += 1
    switch verdict {
    case .regressed: regressed += 1
    case .improved: improved += 1
    case .unchanged: unchanged += 1
    case .inconclusive: inconclusive += 1
    }
  }
}
