/// The times of a scenario's frames so far, and whether more repetitions are needed.
///
/// Frame *i* does the same work in every repetition. So all differences between repetitions come
/// from the machine, and the median over repetitions removes them.
package struct FrameRepetitions: Sendable {
  /// The time of each frame in nanoseconds, by rate and repetition, with the cost of the clock.
  package var frames: [RefreshRate: [[Int64]]]

  /// The times of the reference frames between repetitions, by rate, with the cost of the clock.
  package var references: [RefreshRate: [Int64]]

  /// The cost of reading the clock, in nanoseconds.
  private let clockCostNs: Int64

  package init(
    frames: [RefreshRate: [[Int64]]] = [:], references: [RefreshRate: [Int64]] = [:],
    clockCostNs: Int64
  ) {
    self.frames = frames
    self.references = references
    self.clockCostNs = clockCostNs
  }
}

/// Numbers that budgets in tests and the tool share.
extension FrameRepetitions {
  /// The repetitions with warm caches in each of two processes, if there is time.
  package static let warmPerProcess = 10

  /// The repetitions with cold caches in each of two processes; enough if every budget is kept by
  /// far.
  package static let coldPerProcess = 3

  /// The number of reference frames per repetition, of which the median counts.
  package static let referenceFrames = 7
}

extension FrameRepetitions {
  /// The median, with half a nanosecond rounded up; `times` must not be empty.
  package static func median(of times: [Int64]) -> Int64 {
    let sorted = times.sorted()
    let lower = sorted[(sorted.count - 1) / 2]
    let upper = sorted[sorted.count / 2]
    // In integers: a double would lose nanoseconds above 104 days.
    return lower + (upper - lower + 1) / 2
  }

  /// The median of each frame over repetitions, or nil if there are no repetitions, or they differ
  /// in their number of frames.
  package func workNs(at rate: RefreshRate) -> [Int64]? {
    perFrame(at: rate) { Self.median(of: $0) }
  }

  /// The median of reference frames, at least 1 ns, or nil without any.
  ///
  /// The same estimator as for frames, so that slow moments of the machine affect both alike.
  package func referenceNs(at rate: RefreshRate) -> Int64? {
    guard let times = references[rate], !times.isEmpty else { return nil }
    return max(1, Self.median(of: times.map { max(0, $0 - clockCostNs) }))
  }

  /// The work of each frame, by rate, as a multiple of the reference frame's work.
  package var relativeWork: [RefreshRate: [Double]] {
    frames.keys.reduce(into: [:]) { relative, rate in
      guard let work = workNs(at: rate), let unit = referenceNs(at: rate) else { return }
      relative[rate] = work.map { Double($0) / Double(unit) }
    }
  }

  /// Whether no more repetitions are needed, because all verdicts are clear.
  ///
  /// That is so if every budget on times is kept even with twice each frame's longest time, on a
  /// device that may be slower, and every budget in reference frames is kept by the medians so far.
  ///
  /// - Parameters:
  ///   - budgets: The budgets to judge.
  ///   - isWarm: Whether the caches were warm, for which some budgets have a limit of their own.
  ///   - factor: How many times as long a frame takes on the device that is judged for.
  ///   - grid: The vsyncs of a rate, or nil if it is constant.
  /// - Returns: Whether all verdicts are clear.
  package func leaveNoDoubt(
    about budgets: [FrameBudget], isWarm: Bool = false, timesWork factor: Double = 1,
    on grid: (RefreshRate) -> VsyncGrid?
  ) -> Bool {
    let evidence = FrameEvidence {
      $0.relativeWork = relativeWork
      $0.isWarm = isWarm
    }
    let isWithinReference = budgets.allSatisfy { budget in
      guard case .work = budget.limit else { return true }
      return budget.judge(evidence).status != .exceeded
    }
    guard isWithinReference else { return false }
    return frames.keys.allSatisfy { rate in
      guard let longest = perFrame(at: rate, { $0.max() ?? 0 }),
        let costs = try? CostVector(workNs: longest)
      else { return false }
      return budgets.allSatisfy { budget in
        budget.display?.rate != rate || budget.isKept(costs, timesWork: 2 * factor, on: grid(rate))
      }
    }
  }

  private func perFrame(at rate: RefreshRate, _ estimate: ([Int64]) -> Int64) -> [Int64]? {
    guard let repetitions = frames[rate], let count = repetitions.first?.count, count > 0,
      repetitions.allSatisfy({ $0.count == count })
    else { return nil }
    return (0..<count).map { frame in
      estimate(repetitions.map { max(0, $0[frame] - clockCostNs) })
    }
  }
}
