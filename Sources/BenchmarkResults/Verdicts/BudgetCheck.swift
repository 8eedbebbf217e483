import BenchmarkModel
package import FrameTiming
import ViewStates

/// Whether the scenarios of a result stay within their frame budgets.
package struct BudgetCheck: Hashable, Sendable {
  /// One budget of one scenario.
  package struct Entry: Hashable, Sendable {
    package let scenario: String
    package let judgement: BudgetJudgement

    /// The judgement of a second measurement, by processes of its own; nil without one.
    package fileprivate(set) var again: BudgetJudgement?

    fileprivate init(scenario: String, judgement: BudgetJudgement) {
      self.scenario = scenario
      self.judgement = judgement
    }
  }

  /// In the order of the result and of each scenario's budgets.
  package private(set) var entries: [Entry]

  /// Scenarios without a budget.
  package let unbudgeted: [String]

  /// Whether a budget passes when the numbers that it limits were not measured.
  package let allowsMissing: Bool

  /// Judges every scenario of a result, from its cost vectors.
  ///
  /// - Parameters:
  ///   - file: The result.
  ///   - settings: Which budgets, and on which display.
  /// - Throws: ``ResultsError/unusableDisplay(_:)`` for a depth or reserve out of range.
  package init(_ file: ResultFile, settings: BudgetSettings = .init()) throws(ResultsError) {
    var entries: [Entry] = []
    var unbudgeted: [String] = []
    for result in file.benchmarks {
      guard let scenario = result.scenario else { continue }
      let budgets = try settings.budgets(of: scenario)
      if budgets.isEmpty { unbudgeted.append(result.name) }
      for budget in budgets {
        let judgement = budget.judge(
          try scenario.evidence(for: budget, settings, failure: result.failure))
        entries.append(Entry(scenario: result.name, judgement: judgement))
      }
    }
    self.entries = entries
    self.unbudgeted = unbudgeted
    allowsMissing = settings.allowsMissing
  }

  /// Judges the log of a real display by the budgets that the settings give.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - file: Where it comes from, in place of a scenario.
  ///   - settings: The budgets.
  /// - Throws: ``ResultsError/unusableLog(file:_:)`` for times that no display link gives,
  ///   ``ResultsError/unusableDisplay(_:)`` for a depth or reserve out of range.
  package init(
    _ log: FrameLog, file: String, settings: BudgetSettings
  ) throws(ResultsError) {
    var entries: [Entry] = []
    for budget in try settings.onDisplay(settings.overriding ?? []) {
      do {
        entries.append(Entry(scenario: file, judgement: try budget.judge(log)))
      } catch {
        throw .unusableLog(file: file, error)
      }
    }
    self.entries = entries
    unbudgeted = entries.isEmpty ? [file] : []
    allowsMissing = settings.allowsMissing
  }
}

extension BudgetCheck {
  /// Exceeded, missing or pass; a result without budgets passes.
  package var outcome: GateOutcome {
    if entries.contains(where: \.isExceeded) { return .exceeded }
    return !allowsMissing && entries.contains(where: \.judgement.isMissing) ? .missing : .pass
  }

  /// The scenarios to measure again before their exceeded budgets fail anything.
  package var unconfirmed: Set<String> {
    Set(entries.filter(\.isUnconfirmed).map(\.scenario))
  }

  /// The same check with the judgements of a second measurement of the ``unconfirmed`` scenarios.
  package func confirmed(by second: BudgetCheck) -> BudgetCheck {
    var result = self
    for index in entries.indices where entries[index].isUnconfirmed {
      let entry = entries[index]
      result.entries[index].again =
        second.entries.first {
          $0.scenario == entry.scenario && $0.judgement.budget == entry.judgement.budget
        }?.judgement
    }
    return result
  }
}

extension BudgetCheck.Entry {
  /// Whether the budget was exceeded every time it was measured.
  package var isExceeded: Bool { judgement.status == .exceeded && again?.status != .kept }

  /// Whether it was exceeded at first and kept when it was measured again.
  package var isCleared: Bool { judgement.status == .exceeded && again?.status == .kept }

  /// Whether times exceeded it, which a busy moment can stretch, and it was measured only once.
  fileprivate var isUnconfirmed: Bool {
    guard judgement.status == .exceeded, again == nil else { return false }
    switch judgement.budget.limit {
    case .frames, .work: return true
    case .allocationsPerFrame, .allocations, .largestJump: return false
    }
  }
}

/// Which budgets are judged, and on which display.
package struct BudgetSettings: Hashable, Sendable {
  /// Budgets that replace those declared with each scenario; nil keeps the declared ones.
  package var overriding: [FrameBudget]?

  /// A pipeline depth that replaces that of every budget.
  package var depth: Int?

  /// A reserve in nanoseconds that replaces that of every budget.
  package var reserveNs: Int64?

  /// Whether a budget passes when the numbers that it limits were not measured.
  package var allowsMissing: Bool

  /// Factors on all work before it is judged, such as 1.7 for a device that is slower.
  package var scale = WorkScale.one

  /// Whether warm work is judged also where cold work was measured.
  package var isWarm: Bool

  package init(
    overriding: [FrameBudget]? = nil, depth: Int? = nil, reserveNs: Int64? = nil,
    allowsMissing: Bool = false, isWarm: Bool = false
  ) {
    self.isWarm = isWarm
    self.overriding = overriding
    self.depth = depth
    self.reserveNs = reserveNs
    self.allowsMissing = allowsMissing
  }

  fileprivate func budgets(of scenario: ScenarioResult) throws(ResultsError) -> [FrameBudget] {
    try onDisplay(overriding ?? scenario.budgets)
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
