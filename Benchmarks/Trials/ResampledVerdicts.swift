import BenchmarkModel
import BenchmarkVerdicts
import SampleStatistics

/// How often recorded pairs of identical code, in another order, would have been called a change.
///
/// Draws windows: consecutive launches from a random start, wrapping around at the end. Each window
/// is judged like a live comparison, look by look and with a second window to confirm a change.
/// Launches keep their neighbors, so a disturbance that lasted for several launches, such as a busy
/// minute, stays together.
struct ResampledVerdicts: Hashable {
  /// The number of windows that were judged.
  private(set) var windows = 0

  /// The number of windows with each verdict.
  private(set) var regressed = 0, improved = 0, unchanged = 0, inconclusive = 0
}

extension ResampledVerdicts {
  /// The rate at which identical code is called slower.
  var regressedRate: Proportion { Proportion(regressed, of: windows) }

  /// The rate at which identical code is called faster.
  var improvedRate: Proportion { Proportion(improved, of: windows) }

  /// Judges windows of all pairs of a benchmark; none when there are fewer than eight launches.
  ///
  /// - Parameters:
  ///   - recorded: The pairs.
  ///   - rule: The rule by which windows are judged.
  ///   - count: The number of windows.
  ///   - generator: Selects the windows.
  mutating func judge(
    _ recorded: some PairedSeries, rule: VerdictRule, count: Int,
    using generator: inout SplitMix64
  ) {
    guard recorded.launches.count >= 8 else { return }
    for _ in 0..<count {
      let first = Self.verdicts(recorded, rule, &generator)
      guard first.contains(where: \.isChange) else {
        for verdict in first { add(verdict) }
        continue
      }
      let second = Self.verdicts(recorded, rule, &generator)
      for (one, other) in zip(first, second) {
        add(one == other || !one.isChange ? one : .inconclusive)
      }
    }
  }

  private static func verdicts(
    _ recorded: some PairedSeries, _ rule: VerdictRule, _ generator: inout SplitMix64
  ) -> [Verdict] {
    let launches = recorded.launches
    var series = recorded.emptied
    var next = Int.random(in: launches.indices, using: &generator)
    var look = 0
    // No window is longer than the recording.
    for launch in 1...launches.count {
      series.add(launch: launches[next])
      next = (next + 1) % launches.count
      let isLast = launch == launches.count
      guard isLast || series.isDue(look: look) else { continue }
      let verdicts = series.entries(atLook: max(look, isLast ? 1 : 0), rule: rule)
        .map { $0.verdict ?? .inconclusive }
      if isLast || !verdicts.contains(.inconclusive) { return verdicts }
      look += 1
    }
    return []
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
