package import BenchmarkResults
package import FrameTiming

/// How much longer another device takes for the same work.
package struct WorkScale: Hashable, Codable, Sendable {
  /// Factors on warm and on cold work, above 0.
  package var warm, cold: Double

  package init(warm: Double, cold: Double) {
    self.warm = warm
    self.cold = cold
  }

  /// This machine.
  package static let one = WorkScale(warm: 1, cold: 1)
}

extension FrameCosts {
  /// The same frames on a device that takes longer for them.
  ///
  /// Intervals belong to this machine and are left out.
  package func scaled(by scale: WorkScale) throws(ResultsError) -> FrameCosts {
    guard scale != .one else { return self }
    var costs = self
    costs.warmNs = try Self.scale(warmNs, by: scale.warm)
    if let times = coldNs.value { costs.coldNs = .value(try Self.scale(times, by: scale.cold)) }
    // The device takes longer for the reference frame as well.
    costs.reference = reference.map { reference in
      ReferenceCost(
        warmNs: Self.scale(reference.warmNs, by: scale.warm),
        coldNs: reference.coldNs.map { Self.scale($0, by: scale.cold) })
    }
    costs.intervalNs = .unavailable("intervals belong to the machine that measured")
    return costs
  }

  /// A time that stays within what a file may hold.
  private static func scale(_ time: Int64, by factor: Double) -> Int64 {
    Int64(min(max(1, (Double(time) * factor).rounded()), 3.6e12))
  }

  private static func scale(_ times: [Int64], by factor: Double) throws(ResultsError) -> [Int64] {
    try ResultsError.ofDisplay { () throws(FrameTimingError) in
      try CostVector(workNs: times).scaled(by: factor).workNs
    }
  }
}

extension ResultFile {
  /// The result as another display and device would have it: all work scaled, and all budgets with
  /// the depth and reserve that replace their own.
  package func shown(with rules: BudgetRules) throws(ResultsError) -> ResultFile {
    var file = self
    for index in file.benchmarks.indices {
      guard var scenario = file.benchmarks[index].scenario else { continue }
      scenario.budgets = try rules.onDisplay(scenario.budgets)
      for costs in scenario.frames.value ?? [] { try rules.check(costs.rate) }
      scenario.frames = try scenario.frames.map { frames throws(ResultsError) in
        try frames.map { costs throws(ResultsError) in try costs.scaled(by: rules.scale) }
      }
      file.benchmarks[index].body = .scenario(scenario)
    }
    return file
  }
}

extension BudgetRules {
  /// The display that frames are replayed on where no budget says more: depth 1 without a reserve
  /// unless replaced.
  package func display() throws(ResultsError) -> ReplaySettings {
    try ResultsError.ofDisplay { () throws(FrameTimingError) in
      try ReplaySettings(
        depth: depth ?? ReplaySettings.strict.depth,
        reserveNs: reserveNs ?? ReplaySettings.strict.reserveNs)
    }
  }

  /// Fails for a rate that the display cannot have.
  fileprivate func check(_ rate: RefreshRate) throws(ResultsError) {
    let settings = try display()
    _ = try ResultsError.ofDisplay { () throws(FrameTimingError) in
      try FrameReplay(grid: VsyncGrid(rate: rate), settings: settings)
    }
  }
}
