/// What `check` decides: frame budgets and, against a baseline, regressions.
package struct Gate: Hashable, Sendable {
  /// What the gate found, the worst first.
  package enum Outcome: String, Hashable, Codable, Sendable, CaseIterable {
    /// A frame budget was exceeded.
    case exceeded
    /// Something got slower or allocates more than in the baseline.
    case regressed
    /// Something that had to be measured was not.
    case missing
    case inconclusive
    case improved
    case pass
  }

  package let budgets: BudgetCheck

  /// Nil without a baseline.
  package let comparison: Comparison?

  /// Benchmarks and scenarios that failed, with the reason; the command's exit code tells them apart.
  package let failures: [Failure]

  package struct Failure: Hashable, Codable, Sendable {
    package let name, reason: String

    package init(name: String, reason: String) {
      (self.name, self.reason) = (name, reason)
    }
  }

  /// Judges a result.
  ///
  /// - Parameters:
  ///   - file: The result.
  ///   - budgets: What became of its frame budgets.
  ///   - comparison: What changed against a baseline, if there is one.
  ///   - failures: What failed while it was compared with the baseline.
  package init(
    _ file: ResultFile, budgets: BudgetCheck, comparison: Comparison? = nil,
    failures: [Failure] = []
  ) {
    (self.budgets, self.comparison) = (budgets, comparison)
    self.failures =
      file.benchmarks.compactMap { benchmark in
        benchmark.failure.map { Failure(name: benchmark.name, reason: $0) }
      } + failures
  }
}

extension Gate {
  /// The worst of budgets and comparison.
  package var outcome: Outcome {
    if budgets.outcome == .exceeded { return .exceeded }
    let compared = comparison?.outcome
    if compared == .regressed { return .regressed }
    if compared == .missing || budgets.outcome == .missing { return .missing }
    switch compared {
    case .inconclusive: return .inconclusive
    case .improved: return .improved
    default: return .pass
    }
  }
}
