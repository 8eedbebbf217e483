import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import ReportText

// The words for a finding in tables, test cases and annotations.

extension Finding {
  /// Whether the benchmark failed or was interrupted.
  var isError: Bool { severity <= .failed }

  /// Whether it passes without a clear verdict.
  var isDoubtful: Bool {
    isPassed && (severity == .inconclusive || isCleared || status.severity == .missing)
  }

  var role: ReportStyle.Role {
    if !isPassed { return .bad }
    if isDoubtful || isFragile { return .doubtful }
    return kind == .change && severity != .improved ? .quiet : .good
  }

  /// The budget, the metric or the rate, which identifies a finding among those of one benchmark.
  var name: String {
    switch subject {
    case .interruption, .failure, .noBase: "runs"
    case .budget(let judgement): "\(judgement.budget)"
    case .limit(let limit): limit.text
    case .paced(let run): run.value.map { "paced at \($0.rate)" } ?? "paced"
    case .change(let entry): (entry.metric ?? "all") + (entry.rate.map { " at \($0)" } ?? "")
    }
  }

  var word: String {
    if isCleared, status == .kept { return "kept the second time" }
    if case .change(let entry) = subject, case .missing(let side, _) = entry.conclusion,
      side != .both
    {
      return "missing in \(side.rawValue)"
    }
    if case .change(let entry) = subject, case .moved(let layouts) = entry.conclusion {
      return layouts.text
    }
    let twice = status == .exceeded && again != nil ? " twice" : ""
    return status.words + twice + (isFragile ? " ~" : "")
  }

  /// What was measured, followed by the second measurement if it differs.
  var measured: String {
    guard let again, again.outline != subject.outline else { return subject.measured }
    return "\(subject.measured), then \(again.measured)"
  }

  /// The reason for the finding; for a change, with the function that changed most.
  func message(_ explanations: ExplanationReport?) -> String {
    switch subject {
    case .change(let entry):
      let reason = entry.explainedReason.map { ": \($0)" } ?? ""
      switch entry.conclusion {
      case .verdict(.improved, _), .verdict(.regressed, _):
        let cause = explanations?.sentence(for: entry).map { "; \($0)" } ?? ""
        return "\(status.rawValue), \(entry.sentence)\(cause)"
      case .missing(let side, _):
        return "missing \(side == .both ? "on both sides" : "in the \(side.rawValue)")\(reason)"
      case .moved(let layouts): return layouts.text
      case .verdict, .differs, .added: return status.rawValue + reason
      }
    case .limit(let limit): return limit.measured.value.map(limit.text(of:)) ?? measured
    case .interruption, .failure, .noBase, .budget, .paced:
      return isCleared
        ? "exceeded at first, \(status.rawValue) when measured again: \(measured)" : measured
    }
  }

  /// Whether this is a budget that is clearly kept: the verdict rests neither on fragile frames nor
  /// on few repetitions or a second measurement.
  var isKeptBeyondDoubt: Bool {
    guard case .budget(let judgement) = subject else { return false }
    return status == .kept && !isCleared && !isFragile && !judgement.restsOnFewRepetitions
  }
}

extension Finding.Status {
  var words: String { self == .notMeasured ? "not measured" : rawValue }
}

extension LayoutEvidence {
  /// `moved: -2.00 % to +3.00 % over 5 layouts`.
  fileprivate var text: String {
    let ends = [ratios.min(), ratios.max()].compactMap { $0.map(NumberText.change) }
    return "moved: \(ends.joined(separator: " to ")) over \(ratios.count) layouts"
  }
}

extension Finding.Kind {
  /// The name of the test suite for findings of this kind.
  var suite: String {
    switch self {
    case .run: "benchmarks"
    case .budget: "frame budgets"
    case .limit: "limits"
    case .paced: "real timer"
    case .change: "comparison"
    }
  }
}

extension Finding.Subject {
  fileprivate var measured: String {
    switch self {
    case .interruption: "a signal ended the measurement early"
    case .failure(let reason), .noBase(let reason): reason
    case .budget(let judgement): judgement.finding
    case .limit(let limit):
      limit.measured.value.map { NumberText.count($0) } ?? limit.measured.reason ?? ""
    case .paced(.unavailable(let reason)): reason
    case .paced(.value(let run)):
      run.causes.droppedSlots.isEmpty
        ? "drops nothing" : "drops by \(PacedTable.causes(run.causes))"
    case .change: ""
    }
  }

  /// The finding without the numbers that vary between measurements.
  fileprivate var outline: String {
    if case .budget(let judgement) = self { judgement.outline } else { measured }
  }
}

extension CountLimit {
  /// `mallocCountTotal ≤ 0 per operation`, `hitRate ≥ 90 %`.
  fileprivate var text: String { "\(metric) \(isMinimum ? "≥" : "≤") \(text(of: limit))" }

  /// `4 per operation`, `87 %`.
  fileprivate func text(of value: Double) -> String {
    let unit = unit.hasSuffix("/op") ? "per operation" : unit
    return NumberText.count(value) + (unit.isEmpty ? "" : " \(unit)")
  }
}

extension ComparisonEntry {
  /// Both values, the change and the frames that changed: `6.25 → 9.00 ns/op (+2.75 ns, +44.0 %)`.
  fileprivate var sentence: String {
    let frames = frameList
    return changeText + (frames.isEmpty ? "" : ", \(frames)")
  }
}
