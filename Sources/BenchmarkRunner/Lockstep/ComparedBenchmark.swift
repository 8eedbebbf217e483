import BenchmarkModel
import BenchmarkVerdicts
import FrameTiming
import WorkerClient
import WorkerProtocol

/// What is known about one benchmark while a comparison runs.
struct ComparedBenchmark {
  let name: String

  /// The judge of its samples or warm frames, then that of cold frames; empty when times are not
  /// measured.
  var judges: [LockstepJudge] = []

  /// Whether both sides compute the same, by the rate of a scenario's frames; a benchmark has one
  /// entry.
  var answers: [RefreshRate: AnswerEvidence] = [:]

  /// The entries of each round of counting; every round counts in other processes.
  var counts: [[ComparisonEntry]] = []

  var countingTime = Duration.zero

  /// Why a side has no numbers.
  private(set) var failure: SideFailure?

  /// Why it cannot be compared: a side does not have it.
  private let gap: ComparisonEntry.Conclusion?

  init(_ name: String, gap: ComparisonEntry.Conclusion? = nil) {
    self.name = name
    self.gap = gap
  }
}

extension ComparedBenchmark {
  var counters: [ComparisonEntry] { Comparison.counters(counts) }

  /// How long it has been measured.
  var timeSpent: Duration { judges.reduce(.zero) { $0 + $1.timeSpent } }

  /// Finds out whether both sides compute the same.
  mutating func compareAnswers(of pair: LockstepBenchmark) async throws {
    var answering = LockstepAnswers(benchmark: pair)
    for rate in pair.kind == .scenario ? pair.rates : [.hz60] {
      do {
        answers[rate] = try await answering.evidence(at: rate)
      } catch let failure as SideFailure where failure.isTimeout && takesLong(pair) {
        try Task.checkCancellation()
        answers[rate] = .unknown(
          "on the \(failure.side.rawValue)'s side, \(WorkerFailure.reason(failure))")
      }
    }
  }

  /// Whether its known times explain why no answer comes within the time limit: an answer takes
  /// several iterations, or all frames.
  private func takesLong(_ pair: LockstepBenchmark) -> Bool {
    guard let plan = judges.first?.benchmark.plan else { return false }
    let longest = max(plan.longestIterationNs, plan.longestFrameNs * 30)
    return longest * 10 > pair.lockstep.workload.timeout / .nanoseconds(1)
  }

  mutating func count(
    _ counters: LockstepCounters, _ listed: BySide<ListedBenchmark>
  ) async throws {
    let start = counters.lockstep.now()
    let plan = judges.first?.benchmark.plan
    counts.append(
      try await counters.entries(
        listed,
        work: plan.map { WorkTime(iterationNs: $0.longestIterationNs, frameNs: $0.longestFrameNs) }
          ?? WorkTime()))
    countingTime += start.duration(to: counters.lockstep.now())
  }

  /// Records that a side crashed, hung or refused to run; its times until then do not count.
  mutating func fail(_ failure: SideFailure) {
    self.failure = failure
    judges = []
    counts = []
  }

  /// The entries about times, with the other evidence on them, and those about counters.
  private func entries(allowsDifferent: Bool) -> [ComparisonEntry] {
    let counters = counters
    let times = judges.flatMap(\.entries).map { entry in
      let found = entry.rate.flatMap { answers[$0] } ?? answers.values.first
      guard let found else { return entry }
      var evidence = RowEvidence(answers: found)
      let counted = counters.first {
        $0.metric == Metric.instructions.name && $0.rate == entry.rate
      }
      if let before = counted?.baseline, let after = counted?.candidate {
        evidence.instructions = BySide(baseline: before, candidate: after)
      }
      return entry.resting(on: evidence, allowsDifferent: allowsDifferent)
    }
    // Without times, no other row would say that the answers differ.
    let different = answers.values.lazy.compactMap(\.difference).first
    if times.isEmpty, !allowsDifferent, let different {
      return [ComparisonEntry(benchmark: name, conclusion: .differs(reason: different.reason))]
        + counters
    }
    return times + counters
  }

  /// Adds what was found, or why nothing was.
  func add(to outcome: inout LockstepOutcome, allowsDifferent: Bool = false) {
    if let gap {
      outcome.add(gap, of: name)
    } else if let failure {
      outcome.add(failure, of: name)
    } else {
      outcome.entries += entries(allowsDifferent: allowsDifferent)
      guard let plan = judges.first?.benchmark.plan else { return }
      if plan.isApart { outcome.warnings.append(.measuredApart(name)) }
      if plan.lengthening > 1 {
        outcome.warnings.append(.longSamples(name, factor: plan.lengthening))
      }
    }
  }
}
