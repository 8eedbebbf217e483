extension FrameBudget {
  /// Judges this budget; equality keeps it.
  ///
  /// - Parameter evidence: What was measured.
  /// - Returns: The judgement, which is the same wherever it is made.
  public func judge(_ evidence: FrameEvidence) -> BudgetJudgement {
    guard let display else { return judgeAllocations(evidence) }
    guard let costs = evidence.costs[display.rate] else {
      return notMeasured(
        evidence.missingCosts ?? "the scenario was not sampled at \(display.rate)")
    }
    if case .largestWork(let limit) = limit { return judgeWork(costs, limit: limit) }
    return judge(display.replay.timeline(of: costs))
  }

  /// Judges this budget against a timeline, replayed or recorded, whatever its grid.
  ///
  /// Work is the time from start to end of each frame.
  ///
  /// - Parameter timeline: The frames.
  /// - Returns: The judgement; allocations are not measured in a timeline.
  public func judge(_ timeline: FrameTimeline) -> BudgetJudgement {
    switch limit {
    case .noDroppedFrames:
      let count = timeline.droppedFrameCount
      return judgement(count == 0, Double(count), timeline: timeline)
    case .largestHitchRatio(let limit):
      return judgement(timeline.hitchRatio <= limit, timeline.hitchRatio, timeline: timeline)
    case .largestWork(let limit):
      return judgeWork(zip(timeline.endNs, timeline.startNs).map { $0 - $1 }, limit: limit)
    case .allocationsPerFrame:
      return notMeasured("a timeline has no allocations")
    }
  }

  private func judgeWork(_ costs: CostVector, limit: Int64) -> BudgetJudgement {
    judgeWork(costs.workNs, limit: limit)
  }

  private func judgeWork(_ workNs: [Int64], limit: Int64) -> BudgetJudgement {
    let worst = workNs.indices.reduce(0) { workNs[$1] > workNs[$0] ? $1 : $0 }
    let over = workNs.indices.filter { workNs[$0] > limit }
    return BudgetJudgement(
      budget: self, outcome: over.isEmpty ? .kept : .broken, measured: Double(workNs[worst]),
      frames: over, restsOnFragileFrames: false,
      finding: "frame \(worst) works longest, \(TimeText.print(workNs[worst]))")
  }

  private func judgement(
    _ isKept: Bool, _ measured: Double, timeline: FrameTimeline
  ) -> BudgetJudgement {
    let thousandths = (timeline.hitchRatio * 1_000).rounded() / 1_000
    let ratio = measured == 0 ? "" : ", \(thousandths) ms/s"
    return BudgetJudgement(
      budget: self, outcome: isKept ? .kept : .broken, measured: measured,
      frames: timeline.hitches.map(\.endingFrame),
      restsOnFragileFrames: timeline.restsOnFragileFrames,
      finding: "drops \(timeline.droppedFrameCount) of \(timeline.expectedSlotCount) slots\(ratio)")
  }

  private func judgeAllocations(_ evidence: FrameEvidence) -> BudgetJudgement {
    guard case .allocationsPerFrame(let limit) = limit else { return notMeasured("no rate") }
    let worst = evidence.allocations.sorted { $0.key < $1.key }
      .flatMap { rate, counts in counts.indices.map { (rate: rate, frame: $0, count: counts[$0]) } }
      .max { ($0.count, $1.frame) < ($1.count, $0.frame) }
    guard let worst else {
      return notMeasured(evidence.missingAllocations ?? "allocations were not counted")
    }
    let over = evidence.allocations.values.flatMap { counts in
      counts.indices.filter { counts[$0] > limit }
    }
    return BudgetJudgement(
      budget: self, outcome: over.isEmpty ? .kept : .broken, measured: Double(worst.count),
      frames: Set(over).sorted(), restsOnFragileFrames: false,
      finding: "frame \(worst.frame) at \(worst.rate) allocates most, \(worst.count) times")
  }

  private func notMeasured(_ reason: String) -> BudgetJudgement {
    BudgetJudgement(
      budget: self, outcome: .notMeasured(reason: reason), measured: nil, frames: [],
      restsOnFragileFrames: false, finding: reason)
  }
}
