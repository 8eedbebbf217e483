import BenchmarkModel
package import FrameTiming
import ViewStates

/// Which budgets are judged, and on which display.
package struct BudgetSettings: Hashable, Sendable {
  /// Budgets that replace those declared with each scenario; nil keeps the declared ones.
  package var overriding: [FrameBudget]?

  /// A pipeline depth that replaces that of every budget.
  package var depth: Int?

  /// A reserve in nanoseconds that replaces that of every budget.
  package var reserveNs: Int64?

  /// Factors on all work before it is judged, such as 1.7 for a device that is slower.
  package var scale = WorkScale.one

  /// Whether warm work is judged also where cold work was measured.
  package var isWarm: Bool

  package init(
    overriding: [FrameBudget]? = nil, depth: Int? = nil, reserveNs: Int64? = nil,
    isWarm: Bool = false
  ) {
    self.isWarm = isWarm
    self.overriding = overriding
    self.depth = depth
    self.reserveNs = reserveNs
  }

  /// Judges the budgets of a scenario.
  ///
  /// - Throws: ``ResultsError/unusableDisplay(_:)``.
  func judge(
    _ scenario: ScenarioResult, failure: String?
  ) throws(ResultsError) -> [BudgetJudgement] {
    try onDisplay(overriding ?? scenario.budgets).map { budget throws(ResultsError) in
      budget.judge(try scenario.evidence(for: budget, self, failure: failure))
    }
  }

  /// The budgets with the depth and the reserve that replace their own.
  func onDisplay(_ budgets: [FrameBudget]) throws(ResultsError) -> [FrameBudget] {
    var budgets = budgets
    for index in budgets.indices {
      do {
        budgets[index] = try budgets[index].onDisplay(depth: depth, reserveNs: reserveNs)
      } catch {
        throw .unusableDisplay(error)
      }
    }
    return budgets
  }
}

extension ScenarioResult {
  /// What is known about the scenario's frames, and what to do about what is not.
  fileprivate func evidence(
    for budget: FrameBudget, _ settings: BudgetSettings, failure: String?
  ) throws(ResultsError) -> FrameEvidence {
    var evidence = FrameEvidence()
    for costs in frames.value ?? [] {
      let judged = try (settings.isWarm ? costs.warm : costs).scaled(by: settings.scale)
      evidence.costs[costs.rate] = try judged.costVector()
      evidence.grids[costs.rate] = costs.grid
      evidence.repetitions[costs.rate] = judged.cooling?.repetitions ?? judged.repetitions
      evidence.relativeWork[costs.rate] = judged.relativeWork
      if !judged.isCold { evidence.isWarm = true }
      switch costs.mallocCountTotal {
      case .value(let counts): evidence.allocations[costs.rate] = counts.map { Int($0) }
      case .unavailable(let reason): evidence.missingAllocations = reason
      }
    }
    switch largestJump {
    case .value(let jump)?:
      evidence.jump = FrameEvidence.Jump(view: jump.view, frame: jump.frame, points: jump.excess)
    case .unavailable(let reason)?: evidence.missingJump = reason
    case nil:
      evidence.missingJump =
        "jumps were not looked for; measure with '--budget largestJump=…', or declare that budget"
    }
    if let failure {
      evidence.missingCosts = "the scenario failed: \(failure)"
      evidence.missingJump = evidence.missingCosts
    } else if let absence = frames.reason {
      evidence.missingCosts = absence
    } else if let rate = budget.display?.rate {
      evidence.missingCosts = FrameCosts.absence(at: rate, sampled: frames.value ?? [])
    }
    return evidence
  }
}
