package import BenchmarkModel
package import BenchmarkResults
package import FrameTiming

/// What `check` and `compare` decide: a judgement for everything that they look at.
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
  private var limits: [Judgement] = []

  /// Where benchmarks are registered, by name.
  private let locations: [String: SourceLocation]
}

extension Gate {
  /// Judges a result, from its cost vectors.
  package init(
    _ file: ResultFile, budgets: BudgetSettings = .init(), isPaced: Bool = false,
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
      limits += judgements.map { judgement(result.name, .budget($0)) }
    }
    for result in file.benchmarks {
      limits += CountLimit.limits(of: result).map { judgement(result.name, .limit($0)) }
    }
    for result in file.benchmarks where isPaced {
      limits += (result.scenario?.paced ?? []).map { judgement(result.name, .paced($0)) }
    }
  }

  /// Judges a log, in which nothing can fail to run, by the budgets that the settings give.
  package init(
    log file: String, budgets: BudgetSettings, policy: GatePolicy = .init(),
    judge: (FrameBudget) throws -> BudgetJudgement
  ) throws {
    self.policy = policy
    locations = [:]
    for budget in try budgets.onDisplay(budgets.overriding ?? []) {
      limits.append(judgement(file, .budget(try judge(budget))))
    }
    if limits.isEmpty { unbudgeted = [file] }
  }

  package init(_ comparison: Comparison, policy: GatePolicy = .init()) {
    self.policy = policy
    self.comparison = comparison
    locations = comparison.locations
  }

  private func judgement(_ benchmark: String, _ subject: Judgement.Subject) -> Judgement {
    Judgement(
      benchmark: benchmark, subject: subject, location: locations[benchmark], policy: policy)
  }
}

extension Gate {
  /// What did not run, limits, and changes, the most severe of these first.
  package var judgements: [Judgement] {
    (isInterrupted ? [judgement("the rest", .interruption)] : [])
      + failures.map { judgement($0.name, .failure(reason: $0.reason)) } + limits + changes
  }

  package func judgements(of kind: Judgement.Kind) -> [Judgement] {
    kind == .change ? changes : judgements.filter { $0.kind == kind }
  }

  /// What changed comes before what is not decided, and that before what is unchanged; the order of
  /// the result stays among equals.
  private var changes: [Judgement] {
    guard let comparison else { return [] }
    return comparison.entries.map { entry in
      Judgement(
        benchmark: entry.benchmark, subject: .change(entry),
        location: comparison.locations[entry.benchmark], policy: policy)
    }.enumerated().sorted { left, right in
      let (first, second) = (left.element.status, right.element.status)
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }

  /// The judgement that decides: the most severe that fails or, if none does, of all.
  private var decisive: Judgement? {
    judgements.min { ($0.isPassed ? 1 : 0, $0.outcome) < ($1.isPassed ? 1 : 0, $1.outcome) }
  }

  package var outcome: GateOutcome { decisive?.outcome ?? .pass }

  /// How a command ends that decides this.
  package var exit: ToolExit { decisive?.exit ?? .pass }

  package var isPassed: Bool { exit == .pass }
}

extension Gate {
  /// The scenarios to measure again before limits of their times fail anything.
  package var unconfirmed: Set<String> { Set(limits.filter(\.isUnconfirmed).map(\.benchmark)) }

  /// The same gate with the judgements of a second measurement of the ``unconfirmed`` scenarios.
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
