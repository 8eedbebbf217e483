import BenchmarkHarness
import BenchmarkVerdicts

/// What is known about one benchmark while a comparison runs.
struct ComparedBenchmark {
  let name: String

  /// One for its samples or warm frames, then one for cold frames; empty when times are not
  /// measured.
  var judges: [LockstepJudge] = []

  /// What each count of the counters says; every one is of other processes.
  var counts: [[ComparisonEntry]] = []

  /// How long counting took.
  var countingTime = Duration.zero

  /// Why a side has no numbers.
  private(set) var failure: SideFailure?

  /// Why it cannot be compared: a side does not have it.
  private let gap: ComparisonEntry.Finding?

  init(_ name: String, gap: ComparisonEntry.Finding? = nil) {
    self.name = name
    self.gap = gap
  }
}

extension ComparedBenchmark {
  /// The verdicts on the counters.
  var counters: [ComparisonEntry] { Comparison.counters(counts) }

  /// How long it has been measured.
  var timeSpent: Duration { judges.reduce(.zero) { $0 + $1.timeSpent } }

  /// Counts its counters once more.
  mutating func count(
    _ counters: LockstepCounters, _ baseline: ListedBenchmark, _ candidate: ListedBenchmark
  ) async throws {
    let start = ContinuousClock.now
    counts.append(try await counters.entries(baseline, candidate))
    countingTime += start.duration(to: .now)
  }

  /// Records that a side crashed, hung or refused to run; its times until then do not count.
  mutating func fail(_ failure: SideFailure) {
    self.failure = failure
    judges = []
    counts = []
  }

  /// Adds what was found, or why nothing was.
  func add(to outcome: inout LockstepOutcome) {
    if let gap {
      outcome.add(gap, of: name)
    } else if let failure {
      outcome.add(failure, of: name)
    } else {
      outcome.entries += judges.flatMap(\.entries) + counters
      guard let plan = judges.first?.benchmark.plan else { return }
      if plan.isApart { outcome.add(warning: .measuredApart(name)) }
      if plan.lengthening > 1 { outcome.add(warning: .longSamples(name, factor: plan.lengthening)) }
    }
  }
}
