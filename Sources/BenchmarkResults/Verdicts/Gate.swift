package import BenchmarkModel

/// What `check` decides: frame budgets and, against a baseline, regressions.
package struct Gate: Hashable, Sendable {
  package let budgets: BudgetCheck

  /// Counts and the limits that were registered for them.
  package let limits: [CountLimit]

  /// Nil without a real timer.
  package let paced: PacedCheck?

  /// Nil without a baseline.
  package let comparison: Comparison?

  /// Where benchmarks are registered, by name.
  package let locations: [String: SourceLocation]

  /// Why there is no comparison although one was asked for; nil otherwise.
  package let noBaseline: String?

  /// Benchmarks and scenarios that failed, with the reason; they have an exit code of their own.
  package let failures: [Failure]

  /// A benchmark or scenario that failed.
  package struct Failure: Hashable, Codable, Sendable {
    package let name: String
    package let reason: String

    package init(name: String, reason: String) {
      self.name = name
      self.reason = reason
    }
  }

  /// Judges a result.
  ///
  /// - Parameters:
  ///   - file: The result.
  ///   - budgets: Whether it stays within its frame budgets.
  ///   - comparison: What changed against a baseline, if there is one.
  ///   - failures: What failed while it was compared with the baseline.
  ///   - noBaseline: Why it could not be compared; nil if it was, or without a baseline.
  ///   - paced: Whether it kept up with a real timer; nil without one.
  package init(
    _ file: ResultFile, budgets: BudgetCheck, comparison: Comparison? = nil,
    failures: [Failure] = [], noBaseline: String? = nil, paced: PacedCheck? = nil
  ) {
    self.paced = paced
    self.noBaseline = noBaseline
    limits = CountLimit.judge(file)
    locations = file.locations
    self.budgets = budgets
    self.comparison = comparison
    self.failures =
      file.benchmarks.compactMap { benchmark in
        benchmark.failure.map { Failure(name: benchmark.name, reason: $0) }
      } + failures
  }

  /// Judges the log of a display, in which nothing can fail to run.
  package init(_ budgets: BudgetCheck) {
    self.budgets = budgets
    limits = []
    comparison = nil
    locations = [:]
    noBaseline = nil
    paced = nil
    failures = []
  }
}

extension Gate {
  /// The most severe of the outcomes of budgets, limits and comparison.
  package var outcome: GateOutcome {
    min(
      budgets.outcome, limitOutcome, comparison?.outcome ?? .pass, paced?.outcome ?? .pass)
  }

  private var limitOutcome: GateOutcome {
    if limits.contains(where: \.isExceeded) { return .exceeded }
    return !budgets.allowsMissing && limits.contains(where: \.isMissing) ? .missing : .pass
  }

  /// What budgets and limits amount to, without the comparison.
  package var ownOutcome: GateOutcome { min(budgets.outcome, limitOutcome) }
}

/// What budgets, a comparison or both amount to, the most severe first.
package enum GateOutcome: String, Hashable, Codable, Sendable, CaseIterable {
  /// A frame budget is exceeded.
  case exceeded

  /// Something got slower or allocates more than in the baseline.
  case regressed

  /// Something is missing that had to be measured.
  case missing

  case inconclusive

  case improved

  /// All budgets are kept and nothing changed.
  case pass
}

extension GateOutcome: Comparable {
  /// Whether the left outcome is the more severe one.
  package static func < (left: GateOutcome, right: GateOutcome) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
