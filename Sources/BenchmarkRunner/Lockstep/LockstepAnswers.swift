import BenchmarkModel
import BenchmarkVerdicts
import FrameTiming
import SampleStatistics
import WorkerProtocol

/// What both sides of a benchmark compute, compared before their times are judged.
///
/// Each side answers in a process of its own. Only if the answers differ, both sides are asked
/// again, in processes with another hash seed and other addresses: values that then differ from the
/// same side's earlier answer say nothing about the change.
struct LockstepAnswers {
  private(set) var benchmark: LockstepBenchmark

  /// The evidence at a rate; benchmarks have only one.
  mutating func evidence(at rate: RefreshRate) async throws -> AnswerEvidence {
    let answers = try await ask(at: rate)
    let (old, new) = (answers.baseline, answers.candidate)
    if let problem = old.problem ?? new.problem { return .unknown(problem) }
    switch (old.count, new.count) {
    case (0, 0): return .unknown("the benchmark has no answer")
    case (0, _): return .unknown("only the candidate has an answer")
    case (_, 0): return .unknown("only the baseline has an answer")
    case (_, _) where old.blocks == new.blocks: return .equal(count: new.count)
    default: return try await compare(answers, at: rate)
    }
  }
}

extension LockstepAnswers {
  private mutating func sources() -> BySide<WorkerSource> {
    benchmark.nextLaunches().map(benchmark.lockstep.workers)
  }

  private mutating func ask(at rate: RefreshRate) async throws -> BySide<RecordedAnswer> {
    let sources = sources()
    let asker = self
    func ask(
      _ side: ComparisonSide, _ iterations: Int? = nil
    ) async throws -> RecordedAnswer {
      try await asker.ask(side, sources[side], at: rate, iterations: iterations) { $1 }
    }
    // Rendering a whole scene takes longest. Nothing is timed, so both sides render at the same
    // time if both fit into memory.
    if benchmark.kind == .scenario, benchmark.plan?.isApart == false {
      async let old = ask(.baseline)
      async let new = ask(.candidate)
      return BySide(baseline: try await old, candidate: try await new)
    }
    // The slower side finds out how many iterations there is time for.
    let ns = benchmark.plan?.iterationNs ?? [:]
    let slower: ComparisonSide =
      ns[.candidate] ?? 0 > ns[.baseline] ?? 0 ? .candidate : .baseline
    let answer = try await ask(slower)
    return BySide(slower, answer, other: try await ask(slower.other, answer.iterations))
  }

  private func ask<Value: Sendable>(
    _ side: ComparisonSide, _ source: WorkerSource, at rate: RefreshRate, iterations: Int?,
    _ body: @escaping @Sendable (any WorkerConnection, RecordedAnswer) async throws -> Value
  ) async throws -> Value {
    let benchmark = benchmark
    return try await WorkerSides.side(side, source) { worker in
      try await benchmark.prepare(side, worker)
      return try await body(
        worker, try await worker.ask(RecordAnswer(at: rate, iterations: iterations)))
    }
  }

  /// Compares answers that are not equal bit for bit.
  private mutating func compare(
    _ answers: BySide<RecordedAnswer>, at rate: RefreshRate
  ) async throws -> AnswerEvidence {
    let (old, new) = (answers.baseline, answers.candidate)
    let both = min(old.blocks.count, new.blocks.count)
    let differing =
      (0..<both).filter { old.blocks[$0] != new.blocks[$0] }
      + Array(both..<max(old.blocks.count, new.blocks.count))
    let blocks = benchmark.answerTolerance > 0 ? differing : Array(differing.prefix(1))
    let sources = sources()
    var values = BySide<[[AnswerValue]]>(both: [])
    for side in ComparisonSide.allCases {
      let again = try await ask(
        side, sources[side], at: rate, iterations: old.iterations
      ) { worker, answer in
        (answer, try await worker.ask(AnswerValues(blocks: blocks)))
      }
      guard again.0.blocks == answers[side].blocks else {
        return .unknown("the answer of the \(side.rawValue) does not repeat in another process")
      }
      values[side] = again.1
    }
    for (one, other) in zip(values.baseline, values.candidate) {
      if one.isEmpty, other.isEmpty {
        // Their hashes do not tell how far they are apart.
        guard benchmark.answerTolerance == 0 || old.count != new.count else {
          return .unknown("its later values are only hashed, so the tolerance cannot be applied")
        }
        return .different(
          AnswerDifference(place: "after the values that are kept", baseline: nil, candidate: nil))
      }
      if let difference = difference(one, other) { return .different(difference) }
    }
    return .equal(count: new.count)
  }

  /// The first value in which two blocks differ by more than the tolerance.
  private func difference(_ old: [AnswerValue], _ new: [AnswerValue]) -> AnswerDifference? {
    for index in 0..<max(old.count, new.count) {
      let one = old.dropFirst(index).first
      let other = new.dropFirst(index).first
      if let one, let other, one.path == other.path, isNear(one.text, other.text) { continue }
      // If the paths differ, one side has an additional value.
      let isMissing = one.map { one in !new.contains { $0.path == one.path } } ?? false
      guard let place = isMissing ? one : other ?? one else { continue }
      func text(_ value: AnswerValue?) -> String? { value?.path == place.path ? value?.text : nil }
      return AnswerDifference(
        place: place.path, frame: place.frame, baseline: text(one), candidate: text(other))
    }
    return nil
  }

  private func isNear(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    // As a Double, large integers are equal to their neighbors.
    guard benchmark.answerTolerance > 0, let one = Double(one), let other = Double(other),
      one.isFinite, other.isFinite
    else { return false }
    let scale = max(1, one.magnitude, other.magnitude)
    return (one - other).magnitude <= benchmark.answerTolerance * scale
  }
}
