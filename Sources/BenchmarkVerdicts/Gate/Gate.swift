package import BenchmarkModel
package import BenchmarkResults
package import FrameTiming
import SampleStatistics

/// What `check` and `compare` decide: a finding for everything that they look at.
package struct Gate: Hashable, Sendable {
  package let policy: GatePolicy

  /// How measuring ended, with everything that failed.
  package let ending: Ending

  /// What changed, or nil without a baseline.
  package let comparison: Comparison?

  /// Why there is no comparison although one was asked for; nil otherwise.
  package let noBaseline: String?

  /// Scenarios without a budget.
  package let unbudgeted: [String]

  /// Findings on what did not run, on limits, and on changes in the order of `Finding.Status`.
  ///
  /// Limits are frame budgets, limits of counts and runs of a real timer, in this order.
  package let findings: [Finding]

  package let severity: Severity

  /// The exit code of a command that decides this.
  package let exit: ToolExit

  private init(
    _ findings: [Finding], unbudgeted: [String] = [], ending: Ending = Ending(),
    comparison: Comparison? = nil, noBaseline: String? = nil, policy: GatePolicy
  ) {
    self.policy = policy
    self.ending = ending
    self.comparison = comparison
    self.noBaseline = noBaseline
    self.unbudgeted = unbudgeted
    self.findings = findings
    let decisive = findings.decisive
    severity = decisive?.severity ?? .pass
    exit = decisive?.exit ?? .pass
  }
}

extension Gate {
  /// Judges a result, from its cost vectors.
  package init(
    _ file: ResultFile, budgets: BudgetRules = .init(), isPaced: Bool = false,
    comparison: Comparison? = nil, noBaseline: String? = nil, ending: Ending = Ending(),
    policy: GatePolicy = .init()
  ) throws(ResultsError) {
    let locations = file.locations
    func finding(_ result: BenchmarkResult, _ subject: Finding.Subject) -> Finding {
      Finding(result.name, subject, in: locations, by: policy)
    }
    var limits: [Finding] = []
    var unbudgeted: [String] = []
    for result in file.benchmarks {
      guard let scenario = result.scenario else { continue }
      let judgements = try budgets.judge(scenario, failure: result.failure)
      if judgements.isEmpty { unbudgeted.append(result.name) }
      limits += judgements.map { finding(result, .budget($0)) }
    }
    for result in file.benchmarks {
      limits += CountLimit.limits(of: result).map { finding(result, .limit($0)) }
    }
    for result in file.benchmarks where isPaced {
      switch result.scenario?.paced {
      case .value(let runs): limits += runs.map { finding(result, .paced(.value($0))) }
      case .unavailable(let reason): limits.append(finding(result, .paced(.unavailable(reason))))
      case nil: break
      }
    }
    var all = Ending(failures: file.failures)
    all.add(ending)
    // If it passes, a warning is enough.
    let missingBase = noBaseline.flatMap { reason -> Finding? in
      policy.passes(.noBase)
        ? nil : Finding("the comparison", .noBase(reason: reason), in: [:], by: policy)
    }
    self.init(
      all.findings(in: locations, by: policy) + [missingBase].compactMap(\.self) + limits
        + (comparison?.findings(by: policy) ?? []),
      unbudgeted: unbudgeted, ending: all, comparison: comparison, noBaseline: noBaseline,
      policy: policy)
  }

  /// Judges a log by the budgets of `budgets`; a log cannot fail to run.
  package init(
    log file: String, budgets: BudgetRules, policy: GatePolicy = .init(),
    judge: (FrameBudget) throws -> BudgetJudgement
  ) throws {
    let limits = try budgets.onDisplay(budgets.judged(of: [])).map { budget in
      Finding(file, .budget(try judge(budget)), in: [:], by: policy)
    }
    self.init(limits, unbudgeted: limits.isEmpty ? [file] : [], policy: policy)
  }

  package init(
    _ comparison: Comparison, ending: Ending = Ending(), policy: GatePolicy = .init()
  ) {
    self.init(
      ending.findings(in: comparison.locations, by: policy) + comparison.findings(by: policy),
      ending: ending, comparison: comparison, policy: policy)
  }
}

extension Gate {
  package var isPassed: Bool { exit == .pass }

  package func findings(of kind: Finding.Kind) -> [Finding] {
    findings.filter { $0.kind == kind }
  }

  /// The same gate about changes alone, or nil without a baseline.
  package var changes: Gate? {
    comparison.map { Gate(findings(of: .change), comparison: $0, policy: policy) }
  }
}

extension Gate {
  /// Warnings about what failed, for reports that have no rows for it.
  package var failureWarnings: [MeasuringWarning] {
    ending.failures.map(MeasuringWarning.benchmarkFailed)
  }

  /// What a reader should know besides the findings.
  package var warnings: [MeasuringWarning] { warningsOfLimits + (comparison?.warnings ?? []) }

  /// The warnings that are not about changes: why nothing was compared, and which scenarios have
  /// budgets in doubt, or none.
  package var warningsOfLimits: [MeasuringWarning] {
    var warnings: [MeasuringWarning] = []
    if let noBaseline { warnings.append(.noBaseline(reason: noBaseline)) }
    let fragile = findings.filter(\.isFragile).map(\.benchmark).uniqued()
    if !fragile.isEmpty { warnings.append(.fragileBudgets(scenarios: fragile)) }
    if !unbudgeted.isEmpty { warnings.append(.noBudget(scenarios: unbudgeted)) }
    return warnings
  }
}

extension Gate {
  /// The scenarios to measure again before exceeded limits of their times fail the gate.
  package var unconfirmed: Set<String> {
    Set(findings.filter(\.isUnconfirmed).map(\.benchmark))
  }

  /// The same gate with the findings of a second measurement of the ``unconfirmed`` scenarios.
  package func confirmed(by second: Gate) -> Gate {
    Gate(
      findings.map { $0.confirmed(by: second.findings) }, unbudgeted: unbudgeted, ending: ending,
      comparison: comparison, noBaseline: noBaseline, policy: policy)
  }
}

extension [Finding] {
  /// The finding that decides: the worst one that fails or, if none fails, the worst of all.
  fileprivate var decisive: Finding? {
    self.min { ($0.isPassed ? 1 : 0, $0.severity) < ($1.isPassed ? 1 : 0, $1.severity) }
  }
}

extension Ending {
  /// The findings about what did not run.
  fileprivate func findings(
    in locations: [String: SourceLocation], by policy: GatePolicy
  ) -> [Finding] {
    let subjects: [(String, Finding.Subject)] =
      (isInterrupted ? [("the rest", .interruption)] : [])
      + failures.map { ($0.name, .failure(reason: $0.reason)) }
    return subjects.map { Finding($0, $1, in: locations, by: policy) }
  }
}

extension Comparison {
  /// The changes by status, and in the order of the entries within each status.
  fileprivate func findings(by policy: GatePolicy) -> [Finding] {
    let findings = entries.map { entry in
      Finding(entry.benchmark, .change(entry), in: locations, by: policy)
    }
    let groups = Dictionary(grouping: findings, by: \.status)
    return Finding.Status.allCases.flatMap { groups[$0] ?? [] }
  }
}
