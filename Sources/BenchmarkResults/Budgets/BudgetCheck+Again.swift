import FrameTiming

extension BudgetCheck.Entry {
  /// Whether the budget was broken every time it was measured.
  package var isBroken: Bool { judgement.outcome == .broken && again?.outcome != .kept }

  /// Whether it was broken at first and kept when it was measured again.
  package var isCleared: Bool { judgement.outcome == .broken && again?.outcome == .kept }

  /// Whether it is broken by times, which a busy moment can stretch, and was measured once.
  fileprivate var isUnconfirmed: Bool {
    judgement.outcome == .broken && again == nil && judgement.budget.limit.isOnTimes
  }
}

extension FrameBudget.Limit {
  /// Whether two measurements of the same code may differ in it; allocations repeat exactly.
  fileprivate var isOnTimes: Bool {
    switch self {
    case .noDroppedFrames, .largestWork, .largestHitchRatio: true
    case .allocationsPerFrame: false
    }
  }
}

extension BudgetCheck {
  /// The scenarios to measure once more before their broken budgets fail anything.
  package var unconfirmed: Set<String> {
    Set(entries.filter(\.isUnconfirmed).map(\.scenario))
  }

  /// The same with what a second measurement said of the ``unconfirmed`` scenarios.
  package func confirmed(by second: BudgetCheck) -> BudgetCheck {
    var result = self
    for index in entries.indices where entries[index].isUnconfirmed {
      let entry = entries[index]
      let again = second.entries.first {
        $0.scenario == entry.scenario && $0.judgement.budget == entry.judgement.budget
      }
      result.setAgain(again?.judgement, at: index)
    }
    return result
  }
}
