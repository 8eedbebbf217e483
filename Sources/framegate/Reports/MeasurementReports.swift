import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts

// The reports on what a command has measured or was given.

extension CheckReport {
  /// Reports the decision about a run.
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

extension RunReport {
  /// The report on a result, with capacities and machine limits from earlier runs in `store`.
  init(
    of result: ReplayedResult, in store: ResultStore, scale: WorkScale = .one,
    showsAllRows: Bool = true
  ) {
    let recent = store.recentRuns(like: result.file)
    self.init(
      result, earlierCapacity: recent.capacity(for: result.file),
      limits: recent.limits(for: result.file), scale: scale, showsAllRows: showsAllRows)
  }
}
