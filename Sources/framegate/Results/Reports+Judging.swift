import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts

// How what a command has measured is judged.

extension Measurements.OfRun {
  /// How bad it is: only what did not run is judged.
  var severity: Severity {
    var all = Ending(failures: run.result.failures)
    all.add(ending)
    return all.severity
  }
}

extension Measurements.OfCheck {
  /// Judges the run by budgets, and what changed against a baseline if there is one.
  func gate() throws -> Gate {
    let first = try Gate(
      run.result, budgets: budgets, isPaced: isPaced, comparison: compared?.comparison,
      noBaseline: noBaseline, ending: ending, policy: policy)
    guard let again else { return first }
    return first.confirmed(
      by: try Gate(again, budgets: budgets, isPaced: isPaced, policy: policy))
  }
}

extension CheckReport {
  /// Reports what is decided about a run.
  init(_ measured: Measurements.OfCheck) throws {
    let gate = try measured.gate()
    let limited = Set(gate.findings.map(\.benchmark))
    self.init(
      gate, sides: measured.compared.map { BySide(baseline: $0.baseline, candidate: $0.candidate) },
      explanations: measured.compared?.explanations.map(ExplanationReport.init),
      unlimited: measured.run.result.benchmarks.count {
        $0.kind == .benchmark && !limited.contains($0.name)
      })
  }
}

extension CompareReport {
  /// Judges what changed.
  init(_ measured: Measurements.OfCompare) {
    let compared = measured.compared
    var ending = Ending(failures: measured.run?.result.failures ?? [])
    ending.add(measured.ending)
    self.init(
      Gate(compared.comparison, ending: ending, policy: measured.policy),
      baseline: compared.baseline, candidate: compared.candidate,
      explanations: compared.explanations.map(ExplanationReport.init))
  }
}

extension ResultReport {
  init(
    _ candidate: StoredResult, baseline: StoredResult?, options: GateOptions, store: ResultStore
  ) throws {
    let comparison = baseline.map {
      Comparison.compare(
        base: $0.file, candidate: candidate.file,
        rules: options.comparison(),
        spread: store.runSpread(like: candidate.file))
    }
    try self.init(
      candidate: Side(ReplayedResult(candidate.file), candidate.label),
      baseline: baseline.map { Side(ReplayedResult($0.file), $0.label) }, comparison: comparison,
      policy: options.policy)
  }

  init(
    candidate: Side, baseline: Side? = nil, comparison: Comparison? = nil,
    policy: GatePolicy = .init()
  ) throws {
    let gate = try Gate(candidate.file, comparison: comparison, policy: policy)
    self.init(
      candidate: candidate, baseline: baseline,
      check: CheckReport(
        gate, sides: baseline.map { BySide(baseline: $0.label, candidate: candidate.label) }))
  }
}
