import BenchmarkModel
import BenchmarkResults
import FrameTiming

/// One thing that a gate checked, as a test case: a name and a status.
struct GateCase: Hashable {
  /// The result, with the reason.
  enum Status: Hashable {
    case passed
    case improved(String)
    case failed(String)
    /// The benchmark itself failed.
    case errored(String)
    /// There is no verdict, which fails only if the command was told so.
    case undecided(String)
  }

  /// The kind of check: `frame budgets`, `comparison`, `benchmarks`.
  let group: String

  /// The benchmark or scenario.
  let benchmark: String

  /// The budget or the metric; tells the cases of one benchmark apart.
  let name: String

  let status: Status

  /// Where the benchmark is registered, with the path from the top of the repository.
  var location: SourceLocation?
}

extension CheckReport {
  /// Failures, budgets and comparisons, in this order.
  var cases: [GateCase] {
    let failures = gate.failures.map {
      GateCase(
        group: "benchmarks", benchmark: $0.name, name: "runs", status: .errored($0.reason))
    }
    let budgets = gate.budgets.entries.map { entry in
      GateCase(
        group: "frame budgets", benchmark: entry.scenario, name: "\(entry.judgement.budget)",
        status: .init(entry, allowsMissing: gate.budgets.allowsMissing))
    }
    let limits = gate.limits.map { limit in
      GateCase(
        group: "limits", benchmark: limit.benchmark, name: limit.text,
        status: .init(limit, allowsMissing: gate.budgets.allowsMissing))
    }
    let paced = (gate.paced?.entries ?? []).map { entry in
      GateCase(
        group: "real timer", benchmark: entry.scenario, name: "paced at \(entry.run.rate)",
        status: .init(entry))
    }
    return (failures + budgets + limits + paced).map { gateCase in
      var located = gateCase
      located.location = gate.locations[gateCase.benchmark]
      return located
    } + (gate.comparison?.cases(explainedBy: explanations) ?? [])
  }
}

extension GateCase.Status {
  fileprivate init(_ limit: CountLimit, allowsMissing: Bool) {
    self =
      switch limit.finding {
      case .kept: .passed
      case .exceeded(let count): .failed(limit.valueText(count))
      case .notMeasured(let reason): allowsMissing ? .undecided(reason) : .failed(reason)
      }
  }

  fileprivate init(_ entry: PacedCheck.Entry) {
    let causes = "drops by \(PacedTable.causes(entry.causes))"
    self =
      switch entry.status {
      case .kept: .passed
      case .exceeded: .failed(causes)
      case .inconclusive: .undecided(causes)
      }
  }

  fileprivate init(_ entry: BudgetCheck.Entry, allowsMissing: Bool) {
    self =
      switch entry.judgement.status {
      case .kept: .passed
      case .exceeded where entry.isCleared:
        .undecided("exceeded at first, kept when measured again: \(entry.finding)")
      case .exceeded: .failed(entry.finding)
      case .notMeasured(let reason): allowsMissing ? .undecided(reason) : .failed(reason)
      }
  }
}

extension Comparison {
  /// One case per entry, in the order of the tables; a change names the function that
  /// caused most of it.
  func cases(explainedBy explanations: ExplanationReport?) -> [GateCase] {
    entries.sortedForReport.map { entry in
      let rate = entry.rate.map { " at \($0)" } ?? ""
      return GateCase(
        group: "comparison", benchmark: entry.benchmark, name: (entry.metric ?? "all") + rate,
        status: status(of: entry, explanations?.sentence(for: entry)),
        location: locations[entry.benchmark])
    }
  }

  private func status(
    of entry: ComparisonEntry, _ explanation: String?
  ) -> GateCase.Status {
    let reason = entry.explainedReason.map { ": \($0)" } ?? ""
    let cause = explanation.map { "; \($0)" } ?? ""
    switch entry.finding {
    case .verdict(.unchanged, _): return .passed
    case .verdict(.improved, _): return .improved("improved, \(entry.sentence)\(cause)")
    case .verdict(.regressed, _): return .failed("regressed, \(entry.sentence)\(cause)")
    case .verdict(.inconclusive, _): return .undecided("inconclusive\(reason)")
    case .added: return .passed
    case .missing(let side, _):
      let place = side == .both ? "on both sides" : "in the \(side.rawValue)"
      let text = "missing \(place)\(reason)"
      return allowsMissing ? .undecided(text) : .failed(text)
    }
  }
}

extension ComparisonEntry {
  /// Both values, the change and the frames that changed: `6.25 → 9.00 ns/op (+2.75 ns, +44.0 %)`.
  fileprivate var sentence: String {
    let values = EntryText(self)
    let change = values.change.isEmpty ? "" : " (\(values.change))"
    let frames = FrameText(self).list
    return "\(values.baseline) → \(values.candidate) \(values.unit)\(change)"
      + (frames.isEmpty ? "" : ", \(frames)")
  }
}
