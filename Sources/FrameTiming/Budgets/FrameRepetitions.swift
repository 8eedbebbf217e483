/// The frames of a scenario that were measured so far, and what they leave in doubt.
///
/// Frame *i* does the same work in every repetition, so the machine causes all differences between
/// repetitions, and the median over repetitions removes them.
package struct FrameRepetitions: Sendable {
  /// Per rate and repetition the nanoseconds of each frame, with the cost of reading the clock.
  package var frames: [RefreshRate: [[Int64]]]

  /// Per rate the nanoseconds of the reference frames beside them, with the cost of the clock.
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

/// Shared by tests and the tool.
extension FrameRepetitions {
  /// Repetitions with warm caches in each of two processes, if there is time.
  package static let warmPerProcess = 10

  /// Repetitions with cold caches in each of two processes, enough if every budget is kept by far.
  package static let coldPerProcess = 3

  /// Reference frames beside a repetition, whose median counts.
  package static let referenceFrames = 7
}

extension FrameRepetitions {
  /// The median of at least one time, half a nanosecond rounded up.
  package static func median(of times: [Int64]) -> Int64 {
    let sorted = times.sorted()
    let lower = sorted[(sorted.count - 1) / 2]
    let upper = sorted[sorted.count / 2]
    // Integers throughout: a double would lose nanoseconds above 104 days.
    return lower + (upper - lower + 1) / 2
  }

  /// Per frame the median over repetitions, or nil if repetitions differ in their number of
  /// frames, and without any.
  package func workNs(at rate: RefreshRate) -> [Int64]? {
    perFrame(at: rate) { Self.median(of: $0) }
  }

  /// The median of reference frames, at least 1 ns, or nil without any.
  ///
  /// The same estimate as for frames, so that both see the machine's slow moments alike.
  package func referenceNs(at rate: RefreshRate) -> Int64? {
    guard let times = references[rate], !times.isEmpty else { return nil }
    return max(1, Self.median(of: times.map { max(0, $0 - clockCostNs) }))
  }

  /// Per rate the work of frames in multiples of the reference frame's.
  package var relativeWork: [RefreshRate: [Double]] {
    frames.keys.reduce(into: [:]) { relative, rate in
      guard let work = workNs(at: rate), let unit = referenceNs(at: rate) else { return }
      relative[rate] = work.map { Double($0) / Double(unit) }
    }
  }

  /// Whether more repetitions would hardly change the verdicts: every budget on times is kept even
  /// if each frame takes twice its longest time, on a device that may be slower, and every budget in
  /// reference frames is kept by the medians so far.
  ///
  /// - Parameters:
  ///   - budgets: The budgets to judge.
  ///   - isWarm: Whether the frames found warm caches, for which budgets in reference frames have a
  ///     limit of their own.
  ///   - factor: How many times as long a frame takes on the device that they are judged for.
  ///   - grid: The vsyncs at which frames of a rate were made.
  /// - Returns: Whether they leave no doubt.
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
