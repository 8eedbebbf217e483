extension FrameGroup {
  /// The index of the group's costliest frame, the first of several equal ones, or nil for a group
  /// without frames.
  func costliest(of costs: [Double]) -> Int? {
    switch self {
    case .first: return costs.indices.first
    case .later: return costs.indices.dropFirst().max { (costs[$0], $1) < (costs[$1], $0) }
    case .median:
      let ascending = costs.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
      return ascending.isEmpty ? nil : ascending[(ascending.count - 1) / 2]
    }
  }

  /// The frames whose costs show that the group exceeds a limit, ascending; empty if it does not.
  fileprivate func frames(of costs: [Double], above limit: Double) -> [Int] {
    guard let costliest = costliest(of: costs), costs[costliest] > limit else { return [] }
    switch self {
    case .first: return [costliest]
    case .later: return costs.indices.dropFirst().filter { costs[$0] > limit }
    case .median: return costs.indices.filter { costs[$0] > limit }
    }
  }

  /// The group's costliest frame and its verb, such as `the first frame at 60 Hz takes`.
  fileprivate func words(_ frame: Int, at rate: RefreshRate, _ verb: String) -> String {
    switch self {
    case .first: "the first frame at \(rate) \(verb)"
    case .later: "frame \(frame) at \(rate) \(verb) the most after the first:"
    case .median: "the median frame at \(rate) \(verb)"
    }
  }
}

extension FrameBudget {
  /// Judges a group's work by its largest multiple of the reference frame at any rate.
  func judge(
    _ group: FrameGroup, timesReference most: Double, _ evidence: FrameEvidence
  ) -> BudgetJudgement {
    guard let worst = Self.worst(group, evidence.relativeWork) else {
      return notMeasured(
        evidence.missingCosts
          ?? "no reference frame was measured; programs with FramegateKit have one")
    }
    let times = (worst.cost * 100).rounded() / 100
    return judgement(
      group, worst, evidence.relativeWork, most: most,
      finding: group.words(worst.frame, at: worst.rate, "takes") + " \(times) × the reference")
  }

  /// Judges a group's allocations by the largest number at any rate.
  func judge(
    _ group: FrameGroup, allocations most: Int, _ evidence: FrameEvidence
  ) -> BudgetJudgement {
    let counts = evidence.allocations.mapValues { $0.map(Double.init) }
    guard let worst = Self.worst(group, counts) else {
      return notMeasured(evidence.missingAllocations ?? "allocations were not counted")
    }
    let times = worst.cost == 1 ? "once" : "\(Int(worst.cost)) times"
    return judgement(
      group, worst, counts, most: Double(most),
      finding: group.words(worst.frame, at: worst.rate, "allocates") + " \(times)")
  }

  private func judgement(
    _ group: FrameGroup, _ worst: (rate: RefreshRate, frame: Int, cost: Double),
    _ costs: [RefreshRate: [Double]], most: Double, finding: String
  ) -> BudgetJudgement {
    judgement(
      costs.values.contains { group.costliest(of: $0) != nil }
        ? finding : "there is no frame after the first",
      isKept: worst.cost <= most, measured: worst.cost,
      // Only frames of the rate that the finding names: every rate numbers its own frames.
      frames: group.frames(of: costs[worst.rate] ?? [], above: most))
  }

  /// The costliest frame of a group at any rate, or nil without rates; of equal ones, that at the
  /// lowest rate.
  ///
  /// A group without frames has a cost of 0.
  private static func worst(
    _ group: FrameGroup, _ costs: [RefreshRate: [Double]]
  ) -> (rate: RefreshRate, frame: Int, cost: Double)? {
    costs.map { rate, costs in
      let frame = group.costliest(of: costs)
      return (rate: rate, frame: frame ?? 0, cost: frame.map { costs[$0] } ?? 0)
    }
    .max { ($0.cost, $1.rate) < ($1.cost, $0.rate) }
  }
}

extension FrameGroup {
  /// The largest factor on all `work`, in reference frames, that keeps the group within `most`
  /// reference frames; rounded down to a multiple of 0.001.
  func headroom(within most: Double, of work: [Double]) -> Headroom {
    guard let frame = costliest(of: work) else { return .unlimited }
    let factor = (most / work[frame] * 1_000).rounded(.down) / 1_000
    // Without work, the factor is infinite or NaN.
    return factor < 1_000_000 ? .factor(factor) : .unlimited
  }
}
