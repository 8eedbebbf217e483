import BenchmarkModel
import BenchmarkResults
import SampleStatistics

/// Measures one benchmark until its verdicts are certain or its time is spent.
struct LockstepJudge {
  let rule: VerdictRule
  let level: SequentialLevel
  private var benchmark: LockstepBenchmark

  /// The pairs that were judged, the confirming ones last.
  private(set) var sets: [PairedSet] = []

  init(rule: VerdictRule, level: SequentialLevel, benchmark: LockstepBenchmark) {
    self.rule = rule
    self.level = level
    self.benchmark = benchmark
  }

  /// The verdicts.
  ///
  /// A change counts only if a second set of pairs, from new processes, shows it too.
  ///
  /// - Throws: ``SideFailure``, `CancellationError`.
  mutating func entries() async throws -> [ComparisonEntry] {
    let found = try await measure()
    guard found.contains(where: \.isChange) else { return found }
    let again = try await measure()
    return zip(found, again).map { first, second in
      guard first.isChange else { return first }
      var entry = second
      if second.verdict != first.verdict {
        entry.finding = .verdict(
          .inconclusive,
          reason: """
            \(first.verdict?.rawValue ?? "changed") at first, but a second set of pairs did not \
            confirm it
            """)
      }
      return entry
    }
  }

  private mutating func measure() async throws -> [ComparisonEntry] {
    var set = benchmark.emptySet(at: level)
    defer { sets.append(set) }
    let clock = ContinuousClock()
    let end = clock.now + benchmark.settings.timeLimit
    var look = 1
    while true {
      try await benchmark.launch(into: &set)
      let isOver = clock.now >= end
      guard isOver || set.isDue(look: look) else { continue }
      let entries = set.entries(atLook: look, rule: rule)
      if isOver || entries.allSatisfy({ $0.verdict != .inconclusive }) { return entries }
      look += 1
    }
  }
}

extension ComparisonEntry {
  /// Whether its verdict is a change.
  fileprivate var isChange: Bool { verdict == .regressed || verdict == .improved }
}
