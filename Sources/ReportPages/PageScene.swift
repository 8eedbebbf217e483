import BenchmarkModel
import BenchmarkResults
package import FrameTiming
import ReportText

/// A scenario at one rate: what its frames cost, on one side or on two, and what a display shows of
/// them.
package struct PageScene: Sendable {
  package let name: String
  package let rate: RefreshRate

  /// The rates that it asks for, with their frames; nil where that is always ``rate``.
  let segments: [VsyncGrid.Segment]?
  let variant: Variant?

  /// The work of every frame, in nanoseconds.
  let candidate: [Int64]

  /// The same of the baseline, if there is one.
  let baseline: [Int64]?

  /// The candidate's work with warm caches, where the work that is judged is cold.
  let warm: [Int64]?

  /// How often the candidate's frames were measured, if that is known.
  let repetitions: Int?

  /// The runs of frames whose cost changed.
  let changes: [ChangedFrames]

  /// What the comparison says of the work.
  let entry: ComparisonEntry?

  /// What a display shows, at depth 1 without a reserve.
  let timeline: FrameTimeline
  let baselineTimeline: FrameTimeline?

  /// Creates a scene; nil for costs that cannot be replayed.
  init?(
    name: String, rate: RefreshRate, segments: [VsyncGrid.Segment]? = nil, variant: Variant?,
    candidate: [Int64], baseline: [Int64]?,
    warm: [Int64]? = nil, repetitions: Int?, entry: ComparisonEntry?
  ) {
    guard let costs = try? CostVector(workNs: candidate) else { return nil }
    self.name = name
    self.rate = rate
    self.segments = segments
    self.variant = variant
    self.candidate = candidate
    self.baseline = baseline
    self.warm = warm?.count == candidate.count ? warm : nil
    self.repetitions = repetitions
    self.entry = entry
    let changes = entry?.changedFrames.runs ?? []
    self.changes = changes.allSatisfy { $0.last < candidate.count } ? changes : []
    let grid = segments.flatMap { try? VsyncGrid(segments: $0) } ?? VsyncGrid(rate: rate)
    let replay = FrameReplay(grid: grid)
    timeline = replay.timeline(of: costs)
    baselineTimeline = baseline.flatMap { try? CostVector(workNs: $0) }.map {
      replay.timeline(of: $0)
    }
  }
}

extension PageScene {
  /// The name and the rate: `feed.scroll at 120 Hz`.
  var place: String { "\(name) at \(rateText)" }

  /// The rate, or those that the scenario asks for: `120→60 Hz`.
  var rateText: String { segments == nil ? "\(rate)" : timeline.grid.rateText }

  var frameCount: Int { candidate.count }

  /// The time of a frame at the highest rate: one refresh period, in nanoseconds.
  var budgetNs: Double { 1e9 / Double(stretches.map(\.rate).max()?.hertz ?? rate.hertz) }

  /// The rates in order, each with its frames.
  var stretches: [(rate: RefreshRate, frames: Range<Int>)] {
    var first = 0
    return (segments ?? [.init(rate: rate, ticks: frameCount)]).map { segment in
      defer { first += segment.ticks }
      return (segment.rate, first..<first + segment.ticks)
    }
  }

  var hitches: [Hitch] { timeline.hitches }

  /// What becomes of every frame.
  var fates: [FrameFate] {
    let targets = timeline.targetSlot
    return (0..<frameCount).map { frame in
      timeline.isLate(frame)
        ? .late : timeline.presentSlot[frame] > targets[frame] ? .delayed : .onTime
    }
  }

  /// Whether it belongs to what a reader has to see: it drops frames, or got slower.
  var isBad: Bool { timeline.droppedFrameCount > 0 || entry?.verdict == .regressed }

  /// The dropped slots in words, with those of the baseline.
  var droppedText: String {
    let finding = """
      Drops \(timeline.droppedFrameCount) of \(Words.count(timeline.expectedSlotCount, "slot"))
      """
    guard let baselineTimeline else { return finding }
    return """
      \(finding) (baseline: \(baselineTimeline.droppedFrameCount) of \
      \(baselineTimeline.expectedSlotCount))
      """
  }
}

/// What becomes of a frame, the worst last.
enum FrameFate: Int, CaseIterable, Comparable {
  case onTime, delayed, late

  static func < (left: FrameFate, right: FrameFate) -> Bool { left.rawValue < right.rawValue }

  /// The name of its color.
  var style: String {
    switch self {
    case .onTime: "fine"
    case .delayed: "delayed"
    case .late: "late"
    }
  }
}

extension PageScene {
  /// All scenes of a report, in the order of the result; what was compared alternately counts more
  /// than what was measured separately.
  ///
  /// - Parameters:
  ///   - candidate: The result, if it is at hand.
  ///   - baseline: What it is compared with, if it is at hand.
  ///   - comparison: What changed.
  /// - Returns: A scene per scenario and rate.
  static func scenes(
    candidate: ResultFile?, baseline: ResultFile?, comparison: Comparison?
  ) -> [PageScene] {
    var entries: [Place: ComparisonEntry] = [:]
    for entry in comparison?.entries ?? [] where entry.metric == FramePair.workMetric {
      guard let rate = entry.rate else { continue }
      entries[Place(name: entry.benchmark, rate: rate)] = entry
    }
    var earlier: [Place: FrameCosts] = [:]
    for benchmark in baseline?.benchmarks ?? [] {
      for costs in benchmark.frames {
        earlier[Place(name: benchmark.name, rate: costs.rate)] = costs
      }
    }
    var scenes: [PageScene] = []
    for benchmark in candidate?.benchmarks ?? [] {
      for costs in benchmark.frames {
        let place = Place(name: benchmark.name, rate: costs.rate)
        let entry = entries.removeValue(forKey: place)
        let compared = entry.flatMap { $0.changedFrames.frameCount > 0 ? $0.changedFrames : nil }
        let scene = PageScene(
          name: benchmark.name, rate: costs.rate,
          segments: compared?.frameCount ?? costs.workNs.count == costs.workNs.count
            ? costs.segments : nil,
          variant: benchmark.variant,
          candidate: compared?.candidate ?? costs.workNs,
          baseline: compared?.baseline ?? earlier[place]?.workNs,
          warm: costs.cooling == nil || compared != nil ? nil : costs.warmNs?.value,
          repetitions: costs.cooling?.repetitions ?? costs.repetitions, entry: entry)
        if let scene { scenes.append(scene) }
      }
    }
    // Without a result, only the comparison knows the frames.
    for entry in comparison?.entries ?? [] where entry.metric == FramePair.workMetric {
      guard let rate = entry.rate, entry.changedFrames.frameCount > 0,
        entries[Place(name: entry.benchmark, rate: rate)] != nil
      else { continue }
      let scene = PageScene(
        name: entry.benchmark, rate: rate, variant: nil, candidate: entry.changedFrames.candidate,
        baseline: entry.changedFrames.baseline, repetitions: nil, entry: entry)
      if let scene { scenes.append(scene) }
    }
    return scenes
  }
}

/// A scenario and a rate.
package struct Place: Hashable, Sendable {
  package let name: String
  package let rate: RefreshRate
}
