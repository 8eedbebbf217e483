import BenchmarkModel
import BenchmarkResults
import FrameTiming

/// One thing that a gate looked at, as systems that run tests want it: a name and an outcome.
struct GateCase: Hashable {
  /// What became of it, with the reason.
  enum Outcome: Hashable {
    case passed
    case improved(String)
    case failed(String)
    /// The benchmark itself went wrong.
    case errored(String)
    /// There is no answer, which fails nothing unless the command was told so.
    case undecided(String)
  }

  /// What kind of thing: `frame budgets`, `comparison`, `benchmarks`.
  let group: String

  /// The benchmark or scenario.
  let benchmark: String

  /// The budget or the metric; tells the cases of one benchmark apart.
  let name: String

  let outcome: Outcome
}

extension CheckReport {
  /// Failures, budgets and comparisons, in this order.
  var cases: [GateCase] {
    let failures = gate.failures.map {
      GateCase(
        group: "benchmarks", benchmark: $0.name, name: "runs", outcome: .errored($0.reason))
    }
    let budgets = gate.budgets.entries.map { entry in
      GateCase(
        group: "frame budgets", benchmark: entry.scenario, name: "\(entry.judgement.budget)",
        outcome: .init(entry, allowsMissing: gate.budgets.allowsMissing))
    }
    return failures + budgets + (gate.comparison?.cases(explainedBy: explanations) ?? [])
  }
}

extension GateCase.Outcome {
  fileprivate init(_ entry: BudgetCheck.Entry, allowsMissing: Bool) {
    self =
      switch entry.judgement.outcome {
      case .kept: .passed
      case .broken where entry.isCleared:
        .undecided("exceeded at first, kept when measured again: \(entry.finding)")
      case .broken: .failed(entry.finding)
      case .notMeasured(let reason): allowsMissing ? .undecided(reason) : .failed(reason)
      }
  }
}

extension Comparison {
  /// One case per entry, in the order of the tables; a regression names the function that grew most.
  func cases(explainedBy explanations: ExplanationReport?) -> [GateCase] {
    entries.sortedForReport.map { entry in
      let rate = entry.rateHz.map { " at \($0) Hz" } ?? ""
      return GateCase(
        group: "comparison", benchmark: entry.benchmark, name: (entry.metric ?? "all") + rate,
        outcome: outcome(of: entry, explanations?.sentence(for: entry)))
    }
  }

  private func outcome(
    of entry: ComparisonEntry, _ explanation: String?
  ) -> GateCase.Outcome {
    let reason = entry.reason.map { ": \($0)" } ?? ""
    let cause = explanation.map { "; \($0)" } ?? ""
    switch entry.finding {
    case .verdict(.unchanged): return .passed
    case .verdict(.improved): return .improved("improved, \(entry.sentence)")
    case .verdict(.regressed): return .failed("regressed, \(entry.sentence)\(cause)")
    case .verdict(.inconclusive): return .undecided("inconclusive\(reason)")
    case .missing(let side):
      let place = side == .both ? "on both sides" : "in the \(side.rawValue)"
      let text = "missing \(place)\(reason)"
      return allowsMissing ? .undecided(text) : .failed(text)
    }
  }
}

extension ComparisonEntry {
  /// Both values, the change and the frames that changed: `6.25 → 9.00 ns/op (+44.0 %)`.
  fileprivate var sentence: String {
    let values = [baseline, candidate].map { $0.map(NumberText.count) ?? "n/a" }
    let change = ratio.map { " (\(NumberText.change($0)))" } ?? ""
    let frames = changedFrames.filter { $0.verdict == verdict }.map { range in
      range.first == range.last ? "\(range.first)" : "\(range.first)–\(range.last)"
    }
    let list = frames.isEmpty ? "" : ", frames \(frames.joined(separator: ", "))"
    return "\(values[0]) → \(values[1]) \(unit)\(change)\(list)"
  }
}
