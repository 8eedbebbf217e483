import BenchmarkModel
package import FrameTiming

/// Whether the scenarios of a result kept their frame budgets.
package struct BudgetCheck: Hashable, Sendable {
  /// One budget of one scenario.
  package struct Entry: Hashable, Sendable {
    package let scenario: String
    package let judgement: BudgetJudgement

    /// What the same budget came to when it was measured once more, by processes of its own; nil when
    /// it was not.
    package fileprivate(set) var again: BudgetJudgement?

    fileprivate init(scenario: String, judgement: BudgetJudgement) {
      (self.scenario, self.judgement) = (scenario, judgement)
    }
  }

  /// What a gate makes of the budgets, the worst first.
  package enum Outcome: String, Hashable, Codable, Sendable, CaseIterable {
    case exceeded
    /// Something that a budget limits was not measured, and that was not allowed.
    case missing
    case pass
  }

  /// In the order of the result and of the budgets beside each scenario.
  package private(set) var entries: [Entry]

  /// Scenarios without any budget.
  package let unbudgeted: [String]

  /// Whether a budget on something that was not measured is no failure.
  package let allowsMissing: Bool

  /// Judges every scenario of a result, from its cost vectors and not from stored replays.
  ///
  /// - Parameters:
  ///   - file: The result.
  ///   - settings: Which budgets, and on which display.
  /// - Throws: ``ResultsError/refused(reason:)`` for a budget that cannot be read or a depth or
  ///   reserve out of range.
  package init(_ file: ResultFile, settings: BudgetSettings = .init()) throws(ResultsError) {
    var entries: [Entry] = []
    var unbudgeted: [String] = []
    for scenario in file.benchmarks where scenario.kind == .scenario {
      let budgets = try scenario.budgets(settings)
      if budgets.isEmpty { unbudgeted.append(scenario.name) }
      for budget in budgets {
        let judgement = budget.judge(scenario.evidence(for: budget))
        entries.append(Entry(scenario: scenario.name, judgement: judgement))
      }
    }
    (self.entries, self.unbudgeted) = (entries, unbudgeted)
    allowsMissing = settings.allowsMissing
  }
}

extension BudgetCheck {
  mutating func setAgain(_ judgement: BudgetJudgement?, at index: Int) {
    entries[index].again = judgement
  }

  /// The worst of all judgements; a result without budgets passes.
  package var outcome: Outcome {
    if entries.contains(where: \.isBroken) { return .exceeded }
    return !allowsMissing && entries.contains(where: \.judgement.isMissing) ? .missing : .pass
  }
}

extension BudgetJudgement {
  /// Whether what the budget limits was not measured.
  package var isMissing: Bool {
    if case .notMeasured = outcome { true } else { false }
  }
}

extension BenchmarkResult {
  fileprivate func budgets(_ settings: BudgetSettings) throws(ResultsError) -> [FrameBudget] {
    var budgets: [FrameBudget] = []
    if let overriding = settings.overriding {
      budgets = overriding
    } else {
      for text in self.budgets { budgets.append(try FrameBudget(text: text)) }
    }
    for index in budgets.indices {
      budgets[index] = try budgets[index].onDisplay(
        depth: settings.depth, reserveNs: settings.reserveNs)
    }
    return budgets
  }

  /// What is known about the scenario's frames, and what to do about what is not.
  fileprivate func evidence(for budget: FrameBudget) -> FrameEvidence {
    var evidence = FrameEvidence()
    for costs in frames {
      evidence.costs[costs.rate] = try? costs.costVector()
      switch costs.mallocCountTotal {
      case .value(let counts): evidence.allocations[costs.rate] = counts.map { Int($0) }
      case .unavailable(let reason): evidence.missingAllocations = reason
      }
    }
    if let failure {
      evidence.missingCosts = "the scenario failed: \(failure)"
    } else if let rate = budget.display?.rate {
      evidence.missingCosts =
        "not sampled at \(rate); measure with 'framegate run --rate \(rate.hertz)'"
    }
    return evidence
  }
}
