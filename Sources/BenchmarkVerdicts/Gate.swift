package import BenchmarkModel
package import BenchmarkResults
package import FrameTiming

/// What `check` and `compare` decide: a finding for everything that they look at.
package struct Gate: Hashable, Sendable {
  /// A benchmark or scenario that failed.
  package struct Failure: Hashable, Codable, Sendable {
    package let name: String
    package let reason: String

    package init(name: String, reason: String) {
      self.name = name
      self.reason = reason
    }
  }

  package let policy: GatePolicy

  /// Benchmarks and scenarios that failed, with the reason.
  package var failures: [Failure] = []

  /// Whether a signal ended the measurement early.
  package var isInterrupted = false

  /// What changed, or nil without a baseline.
  package var comparison: Comparison?

  /// Why there is no comparison although one was asked for; nil otherwise.
  package var noBaseline: String?

  /// Scenarios without a budget.
  package private(set) var unbudgeted: [String] = []

  /// Frame budgets, limits of counts and runs of a real timer, in this order.
  private var limits: [Finding] = []

  /// Where benchmarks are registered, by name.
  private let locations: [String: SourceLocation]
}

extension Gate {
  /// Judges a result, from its cost vectors.
  package init(
    _ file: ResultFile, budgets: BudgetRules = .init(), isPaced: Bool = false,
    comparison: Comparison? = nil, policy: GatePolicy = .init()
  ) throws(ResultsError) {
    self.policy = policy
    self.comparison = comparison
    locations = file.locations
    failures = file.failures
    for result in file.benchmarks {
      guard let scenario = result.scenario else { continue }
      let judgements = try budgets.judge(scenario, failure: result.failure)
      if judgements.isEmpty { unbudgeted.append(result.name) }
      limits += judgements.map { finding(result.name, .budget($0)) }
    }
    for result in file.benchmarks {
      limits += CountLimit.limits(of: result).map { finding(result.name, .limit($0)) }
    }
    for result in file.benchmarks where isPaced {
      limits += (result.scenario?.paced ?? []).map { finding(result.name, .paced($0)) }
    }
  }

  /// Judges a log, in which nothing can fail to run, by the budgets that the rules give.
  package init(
    log file: String, budgets: BudgetRules, policy: GatePolicy = .init(),
    judge: (FrameBudget) throws -> BudgetJudgement
  ) throws {
    self.policy = policy
    locations = [:]
    for budget in try budgets.onDisplay(budgets.overriding ?? []) {
      limits.append(finding(file, .budget(try judge(budget))))
    }
    if limits.isEmpty { unbudgeted = [file] }
  }

  package init(_ comparison: Comparison, policy: GatePolicy = .init()) {
    self.policy = policy
    self.comparison = comparison
    locations = comparison.locations
  }

  private func finding(_ benchmark: String, _ subject: Finding.Subject) -> Finding {
    Finding(
      benchmark: benchmark, subject: subject, location: locations[benchmark], policy: policy)
  }
}

extension Gate {
  /// What did not run, limits, and changes, the most severe of these first.
  package var findings: [Finding] {
    (isInterrupted ? [finding("the rest", .interruption)] : [])
      + failures.map { finding($0.name, .failure(reason: $0.reason)) } + limits + changes
  }

  package func findings(of kind: Finding.Kind) -> [Finding] {
    kind == .change ? changes : findings.filter { $0.kind == kind }
  }

  /// Changes first, then inconclusive rows, then unchanged ones; in the order of the result within
  /// each group.
  private var changes: [Finding] {
    guard let comparison else { return [] }
    return comparison.entries.map { entry in
      Finding(
        benchmark: entry.benchmark, subject: .change(entry),
        location: comparison.locations[entry.benchmark], policy: policy)
    }.enumerated().sorted { left, right in
      let (first, second) = (left.element.status, right.element.status)
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }

  /// The finding that decides: the worst that fails or, if none does, of all.
  private var decisive: Finding? {
    findings.min { ($0.isPassed ? 1 : 0, $0.severity) < ($1.isPassed ? 1 : 0, $1.severity) }
  }

  package var severity: Severity { decisive?.severity ?? .pass }

  /// How a command ends that decides this.
  package var exit: ToolExit { decisive?.exit ?? .pass }

  package var isPassed: Bool { exit == .pass }
}

extension Gate {
  /// The scenarios to measure again before limits of their times fail anything.
  package var unconfirmed: Set<String> { Set(limits.filter(\.isUnconfirmed).map(\.benchmark)) }

  /// The same gate with the findings of a second measurement of the ``unconfirmed`` scenarios.
  package func confirmed(by second: Gate) -> Gate {
    var gate = self
    gate.limits = limits.map { $0.confirmed(by: second.limits) }
    return gate
  }
}

extension ResultFile {
  /// What failed while it was measured.
  package var failures: [Gate.Failure] {
    benchmarks.compactMap { benchmark in
      benchmark.failure.map { Gate.Failure(name: benchmark.name, reason: $0) }
    }
  }
}
