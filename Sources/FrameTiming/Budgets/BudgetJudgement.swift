/// Whether a scenario stays within a budget, with the numbers that show it.
public struct BudgetJudgement: Hashable, Sendable {
  /// How the measured numbers relate to the budget.
  public enum Status: Hashable, Sendable {
    case kept
    case exceeded

    /// The numbers that the budget limits are missing, so it is neither kept nor exceeded.
    case notMeasured(reason: String)
  }

  public let budget: FrameBudget
  public let status: Status

  /// The number that was compared: dropped frames, nanoseconds, ms/s, slots, allocations, multiples
  /// of the reference frame or points, or nil when it was not measured.
  public let measured: Double?

  /// The frames that exceed the budget: those that end a hitch, work too long, are shown too late,
  /// allocate too much or jump.
  ///
  /// Ascending.
  public let frames: [Int]

  /// Whether the number of dropped slots, or the verdict on the first frame or on latency, depends on
  /// frames that end too close to a deadline to call.
  public let restsOnFragileFrames: Bool

  /// The finding in words, such as `drops 3 of 15 slots`.
  public private(set) var finding: String

  /// The finding without the times of frames, which differ between measurements.
  package private(set) var outline: String

  /// The repetitions needed for a verdict on the dropped frames of a short animation.
  ///
  /// Fewer suffice if the budget is kept even with twice the work.
  package static let fewestRepetitions = 20

  /// Whether the judgement rests on fewer repetitions than ``fewestRepetitions``.
  package private(set) var restsOnFewRepetitions = false

  /// The same judgement, with `words` appended to its finding.
  package func noting(_ words: String) -> BudgetJudgement {
    var judgement = self
    judgement.finding += words
    judgement.outline += words
    return judgement
  }

  /// The same judgement, with a note that it rests on few repetitions.
  fileprivate func resting(onRepetitions count: Int) -> BudgetJudgement {
    var judgement = noting(", median of only \(count) of \(Self.fewestRepetitions) repetitions")
    judgement.restsOnFewRepetitions = true
    return judgement
  }
}

extension BudgetJudgement: CustomStringConvertible {
  /// One line: the budget, the status and the numbers.
  public var description: String {
    let word =
      switch status {
      case .kept: "kept"
      case .exceeded: "exceeded"
      case .notMeasured: "not measured"
      }
    let doubt = restsOnFragileFrames ? " (rests on fragile frames)" : ""
    return "\(budget): \(word): \(finding)\(doubt)"
  }
}

/// What is known about a scenario when its budgets are judged.
package struct FrameEvidence: Sendable {
  /// The work of each frame, by the rate at which the scenario was sampled.
  package var costs: [RefreshRate: CostVector] = [:]

  /// The vsyncs at which frames were sampled, by the display's rate; absent for a constant rate.
  package var grids: [RefreshRate: VsyncGrid] = [:]

  /// How often the work of each frame was measured, by the rate; absent if unknown.
  package var repetitions: [RefreshRate: Int] = [:]

  /// The allocations of each frame, by the rate at which the scenario was sampled.
  package var allocations: [RefreshRate: [Int]] = [:]

  /// The work of each frame in reference frames, by the rate at which the scenario was sampled.
  package var relativeWork: [RefreshRate: [Double]] = [:]

  package var isWarm = false

  /// The largest jump of a corner at 60 Hz, or nil if nothing looked for jumps.
  package var jump: ViewJump?

  /// Why nothing looked for jumps, or nil if the reason is unknown.
  package var missingJump: String?

  /// Why costs are missing, at every rate or at some, or nil when the reason is unknown.
  package var missingCosts: String?

  /// Why allocations are missing, or nil when the reason is unknown.
  package var missingAllocations: String?

  /// Creates evidence; whatever `configure` does not set counts as not measured.
  package init(_ configure: (inout FrameEvidence) -> Void = { _ in }) { configure(&self) }
}

extension FrameBudget {
  /// Judges this budget by what was measured; a value equal to the limit is within the budget.
  package func judge(_ evidence: FrameEvidence) -> BudgetJudgement {
    switch limit {
    case .allocationsPerFrame(let most): return judge(evidence, allocationsPerFrame: most)
    case .allocations(let group, let most): return judge(group, allocations: most, evidence)
    case .work(let group, let most, let warm):
      return judge(group, timesReference: evidence.isWarm ? warm : most, evidence)
    case .largestJump(let most): return judge(evidence, largestJump: most)
    case .frames(let limit, let display):
      guard let costs = evidence.costs[display.rate] else {
        return notMeasured(
          evidence.missingCosts ?? "the scenario was not sampled at \(display.rate)")
      }
      let judgement = judge(costs, limit, display, on: evidence.grids[display.rate])
      guard let count = evidence.repetitions[display.rate],
        count < BudgetJudgement.fewestRepetitions,
        !isKept(costs, timesWork: 2, on: evidence.grids[display.rate])
      else { return judgement }
      return judgement.resting(onRepetitions: count)
    }
  }

  /// Whether this budget is kept even if all frames take longer by a factor; a limit that does not
  /// apply to replayed frames counts as kept.
  ///
  /// Returns false if the work becomes too long to be replayed.
  package func isKept(_ costs: CostVector, timesWork factor: Double, on grid: VsyncGrid?) -> Bool {
    guard case .frames(let limit, let display) = limit else { return true }
    guard let longer = try? costs.scaled(by: factor) else { return false }
    return judge(longer, limit, display, on: grid).status == .kept
  }

  private func judge(
    _ costs: CostVector, _ limit: FrameLimit, _ display: Display, on grid: VsyncGrid?
  ) -> BudgetJudgement {
    if case .largestWork(let most) = limit { return judge(costs.workNs, largestWorkNs: most) }
    return judge(FrameReplay(on: display, grid).timeline(of: costs))
  }

  /// Judges this budget by a timeline, replayed or recorded, on any grid.
  ///
  /// A frame's work is the time from its start to its end.
  ///
  /// - Parameter timeline: The frames.
  /// - Returns: The judgement; `notMeasured` for limits on allocations, on work in reference frames
  ///   and on jumps.
  public func judge(_ timeline: FrameTimeline) -> BudgetJudgement {
    switch limit {
    case .frames(.noDroppedFrames, _):
      let count = timeline.droppedFrameCount
      return judgement(isKept: count == 0, measured: Double(count), timeline)
    case .frames(.largestHitchRatio(let most), _):
      let ratio = timeline.hitchRatio
      return judgement(isKept: ratio <= most, measured: ratio, timeline)
    case .frames(.firstFrame(let most), _): return judge(timeline, firstFrameLateBy: most)
    case .frames(.largestLatency(let most), _): return judge(timeline, largestLatency: most)
    case .frames(.largestWork(let most), _):
      return judge(zip(timeline.endNs, timeline.startNs).map { $0 - $1 }, largestWorkNs: most)
    case .allocationsPerFrame, .allocations, .work, .largestJump:
      return notMeasured(in: "a timeline")
    }
  }

  /// The judgement of a limit on something that `source`, such as a log, does not contain.
  package func notMeasured(in source: String) -> BudgetJudgement {
    let subject =
      switch limit {
      case .frames: "frames"
      case .allocationsPerFrame, .allocations: "allocations"
      case .work: "reference frame"
      case .largestJump: "views"
      }
    return notMeasured("\(source) has no \(subject)")
  }

  private func judge(_ timeline: FrameTimeline, firstFrameLateBy most: Int) -> BudgetJudgement {
    let delay = timeline.firstFrameDelaySlots
    let isKept = delay <= most
    let outline =
      delay == 0
      ? "the first frame is on time" : "the first frame is \(Self.slots(delay)) late"
    let time = delay == 0 ? "" : LateFrames([0], in: timeline).times
    return judgement(
      outline + time, outline: outline, isKept: isKept, measured: Double(delay),
      frames: isKept ? [] : [0], isFragile: timeline.isFirstFrameFragile(lateBy: most))
  }

  private func judge(_ timeline: FrameTimeline, largestLatency most: Int) -> BudgetJudgement {
    let slots = zip(timeline.presentSlot, timeline.beginTick).map { $0 - $1 }
    let worst = slots.indices.reduce(0) { slots[$1] > slots[$0] ? $1 : $0 }
    let possible = timeline.largestLatencyRange()
    return judgement(
      "frame \(worst) has the largest latency, \(Self.slots(slots[worst]))",
      measured: Double(slots[worst]), frames: slots.indices.filter { slots[$0] > most },
      isFragile: possible.lowerBound <= most && most < possible.upperBound)
  }

  private static func slots(_ count: Int) -> String { count == 1 ? "1 slot" : "\(count) slots" }

  private func judge(_ workNs: [Int64], largestWorkNs most: Int64) -> BudgetJudgement {
    let worst = workNs.indices.reduce(0) { workNs[$1] > workNs[$0] ? $1 : $0 }
    return judgement(
      "frame \(worst) takes longest, \(LateFrames.milliseconds(workNs[worst], besides: most)) ms",
      measured: Double(workNs[worst]), frames: workNs.indices.filter { workNs[$0] > most })
  }

  private func judgement(
    isKept: Bool, measured: Double, _ timeline: FrameTimeline
  ) -> BudgetJudgement {
    let thousandths = (timeline.hitchRatio * 1_000).rounded() / 1_000
    let ratio = measured == 0 ? "" : ", \(thousandths) ms/s"
    // A pause can divide the slots before one frame into several hitches.
    let late = Set(timeline.hitches.map(\.endingFrame)).sorted()
    let slots =
      "drops \(timeline.droppedFrameCount) of \(timeline.expectedSlotCount) slots\(ratio)"
    let frames = LateFrames(late, in: timeline)
    return judgement(
      slots + frames.text, outline: slots + frames.names, isKept: isKept, measured: measured,
      frames: late, isFragile: timeline.restsOnFragileFrames)
  }

  /// A judgement by measured numbers; if `isKept` is nil, the budget is kept if `frames` is empty.
  func judgement(
    _ finding: String, outline: String? = nil, isKept: Bool? = nil, measured: Double,
    frames: [Int], isFragile: Bool = false
  ) -> BudgetJudgement {
    BudgetJudgement(
      budget: self, status: isKept ?? frames.isEmpty ? .kept : .exceeded, measured: measured,
      frames: frames, restsOnFragileFrames: isFragile, finding: finding,
      outline: outline ?? finding)
  }

  /// Judges this budget by hitches alone: their number of slots, their total time, and the time of
  /// the whole measurement if it is known.
  package func judge(hitches dropped: Int, hitchNs: Int64, elapsedNs: Int64?) -> BudgetJudgement {
    let ratio = elapsedNs.flatMap { $0 > 0 ? 1_000 * Double(hitchNs) / Double($0) : nil }
    let none = "there is no hitch"
    let found = "hitches of \(LateFrames.milliseconds(hitchNs)) ms drop \(Self.slots(dropped))"
    switch limit {
    case .frames(.noDroppedFrames, _):
      return judgement(
        dropped == 0 ? none : found, isKept: dropped == 0,
        measured: Double(dropped), frames: [])
    case .frames(.largestHitchRatio(let most), _):
      guard let ratio else {
        return notMeasured(
          "a log of hitches alone does not contain the length of the recording; state it with '--elapsed'"
        )
      }
      return judgement(
        dropped == 0 ? none : "\(found), \((ratio * 1_000).rounded() / 1_000) ms/s",
        isKept: ratio <= most, measured: ratio, frames: [])
    case .frames, .allocationsPerFrame, .allocations, .work, .largestJump:
      return notMeasured("the log has hitches alone, and no frames")
    }
  }

  private func judge(
    _ evidence: FrameEvidence, allocationsPerFrame most: Int
  ) -> BudgetJudgement {
    let worst = evidence.allocations.sorted { $0.key < $1.key }
      .flatMap { rate, counts in counts.indices.map { (rate: rate, frame: $0, count: counts[$0]) } }
      .max { ($0.count, $1.frame) < ($1.count, $0.frame) }
    guard let worst else {
      return notMeasured(evidence.missingAllocations ?? "allocations were not counted")
    }
    // Only frames of the rate that the finding names, because every rate numbers its own frames.
    let counts = evidence.allocations[worst.rate] ?? []
    let times = worst.count == 1 ? "once" : "\(worst.count) times"
    return judgement(
      "frame \(worst.frame) at \(worst.rate) allocates most, \(times)",
      measured: Double(worst.count), frames: counts.indices.filter { counts[$0] > most })
  }

  private func judge(_ evidence: FrameEvidence, largestJump most: Double) -> BudgetJudgement {
    guard let jump = evidence.jump else {
      return notMeasured(evidence.missingJump ?? "jumps were not looked for")
    }
    let tenths = (jump.excess * 10).rounded() / 10
    return judgement(
      jump.excess == 0
        ? "nothing jumps"
        : "a corner of '\(jump.view)' jumps by \(tenths) points in frame \(jump.frame) at 60 Hz",
      measured: jump.excess, frames: jump.excess > most ? [jump.frame] : [])
  }

  package func notMeasured(_ reason: String) -> BudgetJudgement {
    BudgetJudgement(
      budget: self, status: .notMeasured(reason: reason), measured: nil, frames: [],
      restsOnFragileFrames: false, finding: reason, outline: reason)
  }
}
