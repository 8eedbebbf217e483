import BenchmarkModel
package import BenchmarkResults
package import FrameTiming

/// Which budgets are judged, and on which display.
package struct BudgetRules: Hashable, Codable, Sendable {
  /// Budgets that replace those declared with each scenario; nil keeps the declared ones.
  package var overriding: [FrameBudget]?

  /// A pipeline depth that replaces every budget's own.
  package var depth: Int?

  /// A reserve in nanoseconds that replaces every budget's own.
  package var reserveNs: Int64?

  /// Factors on all work before it is judged, such as 1.7 for a device that is slower.
  package var scale = WorkScale.one

  package init(_ configure: (inout BudgetRules) -> Void = { _ in }) { configure(&self) }

  /// Judges the budgets of a scenario; `failure` says why it failed, or is nil.
  func judge(
    _ scenario: ScenarioResult, failure: String?
  ) throws(ResultsError) -> [BudgetJudgement] {
    let budgets = try onDisplay(judged(of: scenario.budgets))
    guard !budgets.isEmpty else { return [] }
    let evidence = try scenario.evidence(self)
    return budgets.map { budget in
      var evidence = evidence
      if let failure {
        evidence.missingCosts = "the scenario failed: \(failure)"
        evidence.missingJump = evidence.missingCosts
      } else if let absence = scenario.frames.reason {
        evidence.missingCosts = absence
      } else if let rate = budget.display?.rate {
        evidence.missingCosts = scenario.absence(at: rate)
      }
      return budget.judge(evidence)
    }
  }

  /// The budgets by which a scenario that declares `declared` is judged.
  package func judged(of declared: [FrameBudget]) -> [FrameBudget] { overriding ?? declared }

  /// The budgets with the depth and the reserve that replace their own.
  package func onDisplay(_ budgets: [FrameBudget]) throws(ResultsError) -> [FrameBudget] {
    try budgets.map { budget throws(ResultsError) in
      try ResultsError.ofDisplay { () throws(FrameTimingError) in
        try budget.onDisplay(depth: depth, reserveNs: reserveNs)
      }
    }
  }
}

extension ResultsError {
  /// Returns the result of `body`; its errors become errors about the display that the user chose.
  static func ofDisplay<Value>(
    _ body: () throws(FrameTimingError) -> Value
  ) throws(ResultsError) -> Value {
    do {
      return try body()
    } catch { throw .unusableDisplay(error) }
  }
}

extension ScenarioResult {
  /// The evidence on the scenario's frames for all budgets, with what to do about missing parts.
  fileprivate func evidence(_ rules: BudgetRules) throws(ResultsError) -> FrameEvidence {
    var evidence = FrameEvidence()
    for costs in frames.value ?? [] {
      let judged = try costs.scaled(by: rules.scale)
      evidence.costs[costs.rate] = try judged.costVector()
      evidence.grids[costs.rate] = costs.grid
      evidence.repetitions[costs.rate] = judged.workRepetitions
      evidence.relativeWork[costs.rate] = judged.relativeWork
      if !judged.isCold { evidence.isWarm = true }
      switch costs.mallocCountTotal {
      case .value(let counts): evidence.allocations[costs.rate] = counts.map { Int($0) }
      case .unavailable(let reason): evidence.missingAllocations = reason
      }
    }
    switch largestJump {
    case .value(let jump)?: evidence.jump = jump
    case .unavailable(let reason)?: evidence.missingJump = reason
    case nil:
      evidence.missingJump =
        "jumps were not looked for; measure with '--budget largestJump=…', or declare that budget"
    }
    return evidence
  }
}

extension BudgetRules {
  /// The display that frames are replayed on if no budget says otherwise: depth 1 without a
  /// reserve, unless these are replaced.
  package func display() throws(ResultsError) -> ReplaySettings {
    try ResultsError.ofDisplay { () throws(FrameTimingError) in
      try ReplaySettings(
        depth: depth ?? ReplaySettings.strict.depth,
        reserveNs: reserveNs ?? ReplaySettings.strict.reserveNs)
    }
  }

  /// Fails for a rate that the display cannot have.
  func check(_ rate: RefreshRate) throws(ResultsError) {
    let settings = try display()
    _ = try ResultsError.ofDisplay { () throws(FrameTimingError) in
      try FrameReplay(grid: VsyncGrid(rate: rate), settings: settings)
    }
  }
}
