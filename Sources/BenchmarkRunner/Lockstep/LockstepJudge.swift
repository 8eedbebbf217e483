import BenchmarkModel
import BenchmarkVerdicts
import SampleStatistics

/// Measures one benchmark until its verdicts are certain or its time is spent; can be given more
/// time.
struct LockstepJudge {
  let rule: VerdictRule
  let level: SequentialLevel
  private(set) var benchmark: LockstepBenchmark

  /// The pairs that are judged; those that confirm a change come last.
  private(set) var sets: [any DrawnSeries]

  /// What the first set found, if it has to be confirmed.
  private var found: [ComparisonEntry]?

  /// What the last set says so far.
  private var current: [ComparisonEntry] = []

  /// The next look at the last set, counted from 0.
  private var look = 0

  /// The time that was spent on the last set.
  private var elapsed = Duration.zero

  private(set) var timeSpent = Duration.zero

  init(level: SequentialLevel, benchmark: LockstepBenchmark) {
    rule = benchmark.lockstep.rules.pairedRule(for: benchmark.name, kind: benchmark.kind)
    self.level = level
    self.benchmark = benchmark
    sets = [benchmark.emptySet(at: level)]
  }
}

extension LockstepJudge {
  /// The verdicts so far.
  ///
  /// A change counts only if a second set of pairs, from new processes, shows it too.
  var entries: [ComparisonEntry] {
    let judged = current.map(withPower)
    guard let found else { return judged }
    return zip(found, judged).map { first, second in
      guard first.verdict?.isChange == true else { return withPower(first) }
      guard second.verdict != first.verdict else { return second }
      var entry = second
      let before = first.verdict?.rawValue ?? "changed"
      let now = second.verdict?.rawValue ?? "missing"
      entry.withdrawVerdict(
        .verdict(
          .inconclusive,
          reason: second.verdict == .inconclusive
            ? "\(before) at first, but the second set of pairs is not certain"
            : "\(before) at first, but \(now) in a second set of pairs"))
      return entry
    }
  }

  /// About how much longer the last set has to be measured before the verdicts are certain.
  ///
  /// Nil when they are certain, or when no time would make them so; without a total time, also when
  /// the limit for a set is too short.
  var missingTime: Duration? {
    let limit = benchmark.lockstep.effort.longestTime
    let undecided = relevant(current).filter { $0.verdict == .inconclusive }
    let times = undecided.compactMap { $0.times.flatMap { decidingTime($0, limit: limit) } }
    guard let longest = times.max(), times.count == undecided.count, elapsed < limit else {
      return nil
    }
    // Each look costs certainty, so the next one comes after at least half as much time again.
    return min(max(longest - elapsed, elapsed / 2, .milliseconds(500)), limit - elapsed)
  }

  /// About how long to measure in all before an interval decides, or nil if it never does, for
  /// example if the number of frames differs, because there is no interval then.
  private func decidingTime(_ times: ComparisonEntry.Times, limit: Duration) -> Duration? {
    guard rule.verdict(ratio: times.interval) == .inconclusive,
      times.interval != nil
        || sets[last].launches.count < SequentialLevel.launchCount(atLook: 1)
    else { return nil }
    let estimated = estimate(times).time
    if let estimated, estimated <= limit || benchmark.lockstep.effort.totalTime != nil {
      return estimated
    }
    return canSettle(times, within: limit) ? limit : nil
  }

  /// Whether an interval can become as narrow as the threshold in time.
  ///
  /// After a few pairs, identical code may look almost as different as the threshold. More pairs
  /// show that it is not.
  private func canSettle(_ times: ComparisonEntry.Times, within limit: Duration) -> Bool {
    guard let interval = times.interval else { return false }
    // A threshold of 0 would need infinitely many pairs.
    let narrowing = interval.width / 2 / times.threshold
    return narrowing * narrowing <= limit / elapsed
  }

  /// The entries that the last set decides: all of the first set, then only the changes to confirm.
  private func relevant(_ entries: [ComparisonEntry]) -> [ComparisonEntry] {
    zip(found ?? entries, entries)
      .filter { first, _ in found == nil || first.verdict?.isChange == true }.map(\.1)
  }

  private func withPower(_ entry: ComparisonEntry) -> ComparisonEntry {
    guard entry.verdict == .inconclusive, let times = entry.times else { return entry }
    var entry = entry
    entry.power = estimate(times)
    return entry
  }

  /// The set that is being measured.
  private var last: Int { sets.count - 1 }

  private func estimate(_ times: ComparisonEntry.Times) -> PowerAnalysis {
    PowerAnalysis(times, series: sets[last], elapsed: elapsed)
  }

  /// Whether verdicts are certain and, if that is asked for, numbers as precise as the threshold.
  private func isEnough(_ entries: [ComparisonEntry]) -> Bool {
    let isFirst = found == nil && entries.contains { $0.verdict?.isChange == true }
    return relevant(entries).allSatisfy { entry in
      guard entry.verdict != .inconclusive else { return false }
      guard benchmark.lockstep.effort.isPrecise, !isFirst, let interval = entry.times?.interval
      else {
        return true
      }
      return interval.high / interval.low <= (1 + rule.threshold) * (1 + rule.threshold)
    }
  }

  /// Measures for at most `limit`, and as long again to confirm a change.
  mutating func measure(for limit: Duration) async throws {
    var end = benchmark.now() + limit
    while true {
      let start = benchmark.now()
      try await benchmark.launch(into: &sets[last])
      let launch = start.duration(to: benchmark.now())
      elapsed += launch
      timeSpent += launch
      let series = sets[last]
      // A launch that would end long after the limit is not started, unless it is the second one
      // and both may be enough to show a large change.
      let isOver =
        benchmark.now() + launch / 2 >= end
        && (series.launches.count >= SequentialLevel.fewestLaunches || !series.agreesByFar(rule))
      guard isOver || series.isDue(look: look) else { continue }
      // A look after the time is over is not an early one.
      look = isOver ? max(look, 1) : look
      current = series.entries(atLook: look, rule: rule)
      look += 1
      guard isOver || isEnough(current) else { continue }
      guard found == nil, current.contains(where: { $0.verdict?.isChange == true }) else { return }
      found = current
      sets.append(benchmark.emptySet(at: level))
      current = []
      look = 0
      end = benchmark.now() + max(limit, elapsed)
      elapsed = .zero
    }
  }
}
