import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameLogs
package import FrameTiming
import ReportText

/// A scenario at one rate: the costs of its frames on one side or two, and how a display shows
/// them.
package struct PageScene: Sendable {
  package let name: String
  package let rate: RefreshRate

  /// The rates that it asks for, with their frames, or nil if it always runs at ``rate``.
  private(set) var segments: [VsyncGrid.Segment]?

  /// The work of every frame, in nanoseconds.
  let candidate: [Int64]

  /// The work of every frame of the baseline, if there is one.
  private(set) var baseline: [Int64]?

  /// The candidate's work with warm caches, if ``candidate`` is cold.
  private(set) var warm: [Int64]?

  /// How often the frames of ``candidate``, ``baseline`` and ``warm`` were measured; nil if not
  /// known, and for a comparison, which measures until it is certain.
  let repetitions: Int?
  private(set) var baselineRepetitions, warmRepetitions: Int?

  /// The runs of frames whose cost changed, including those that are not certain on their own.
  private(set) var changes: [ChangedFrames] = []

  /// The comparison's row about the work.
  private(set) var entry: ComparisonEntry?

  /// The comparison's other rows that regressed: cold work and counters.
  private(set) var otherRegressions: [ComparisonEntry] = []

  /// What the times in ``candidate`` are; those of a log may include waiting, or be unknown.
  private(set) var frameTime = LogStream.FrameTime.work

  let timeline: FrameTimeline
  private(set) var baselineTimeline: FrameTimeline?

  /// Creates a scene, or nil for costs that cannot be replayed.
  ///
  /// Takes the frames that `entry` compared, if it has any; compared frames are replayed on
  /// `display`.
  fileprivate init?(
    _ place: Place, _ row: FrameRow?, baseline: FrameRow? = nil, entry: ComparisonEntry?,
    otherRegressions: [ComparisonEntry], on display: ReplaySettings
  ) {
    let compared = entry.flatMap { $0.changedFrames.frameCount > 0 ? $0.changedFrames : nil }
    guard let candidate = compared?.candidate ?? row?.costs.workNs else { return nil }
    let costs = row?.costs
    let grid = costs?.workNs.count == candidate.count ? costs?.grid : nil
    func timeline(_ work: [Int64], _ row: FrameRow?) -> FrameTimeline? {
      // Work from a stored result has already been replayed.
      if let row, row.costs.workNs == work { return row.timeline }
      guard let costs = try? CostVector(workNs: work) else { return nil }
      return try? FrameReplay(grid: grid ?? VsyncGrid(rate: place.rate), settings: display)
        .timeline(of: costs)
    }
    guard let shown = timeline(candidate, row) else { return nil }
    name = place.name
    rate = place.rate
    segments = grid == nil ? nil : costs?.segments
    self.candidate = candidate
    self.baseline = compared?.baseline ?? baseline?.costs.workNs
    warm = compared == nil && costs?.isCold == true ? costs?.warmNs : nil
    repetitions = costs?.repetitions(of: candidate)
    baselineRepetitions = self.baseline.flatMap { baseline?.costs.repetitions(of: $0) }
    warmRepetitions = warm == nil ? nil : costs?.repetitions
    self.entry = entry
    self.otherRegressions = otherRegressions
    let changes = entry?.changedFrames.shown(entry?.verdict) ?? []
    self.changes = changes.allSatisfy { $0.last < candidate.count } ? changes : []
    self.timeline = shown
    baselineTimeline = self.baseline.flatMap { timeline($0, baseline) }
  }
}

extension FrameCosts {
  /// How often `work` was measured, or nil if it is not the work of these costs.
  fileprivate func repetitions(of work: [Int64]) -> Int? {
    work == workNs ? workRepetitions : nil
  }
}

extension PageScene {
  /// Creates the scene of a log, whose frames were recorded once.
  init(log name: String, _ timeline: FrameTimeline, frameTime: LogStream.FrameTime) {
    self.name = name
    self.frameTime = frameTime
    rate = timeline.grid.segments.map(\.rate).max() ?? .hz60
    candidate = zip(timeline.endNs, timeline.startNs).map { $0 - $1 }
    repetitions = 1
    self.timeline = timeline
  }
}

extension PageScene {
  /// The name and the rate: `feed.scroll at 120 Hz`.
  var place: String { "\(name) at \(rateText)" }

  /// The rate, or the rates that the scenario asks for: `120→60 Hz`.
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

  var fates: [FrameFate] {
    let targets = timeline.targetSlot
    return (0..<frameCount).map { frame in
      timeline.isLate(frame)
        ? .late : timeline.presentSlot[frame] > targets[frame] ? .delayed : .onTime
    }
  }

  /// Whether it needs attention: it drops frames, regressed, or computes other results than the
  /// baseline.
  var isBad: Bool {
    timeline.droppedFrameCount > 0 || entry?.verdict == .regressed || !otherRegressions.isEmpty
      || entry?.evidence?.answers.difference != nil
  }

  /// Whether it is faster than the baseline, and nothing about it is bad.
  var isImproved: Bool { !isBad && entry?.verdict == .improved }

  /// A sentence on the dropped slots, with those of the baseline.
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

/// How a frame ended, the worst case last.
enum FrameFate: Int, CaseIterable, Comparable {
  case onTime, delayed, late

  static func < (left: FrameFate, right: FrameFate) -> Bool { left.rawValue < right.rawValue }

  var style: String {
    switch self {
    case .onTime: "fine"
    case .delayed: "delayed"
    case .late: "late"
    }
  }
}

extension PageScene {
  /// All scenes of a report, in the order of the result; frames that were compared alternately have
  /// precedence over those that were measured separately.
  static func scenes(
    candidate: ReplayedResult?, baseline: ReplayedResult?, comparison: Comparison?
  ) -> [PageScene] {
    let display = (candidate ?? baseline)?.display ?? .strict
    var entries: [Place: ComparisonEntry] = [:]
    var otherRegressions: [Place: [ComparisonEntry]] = [:]
    for entry in comparison?.entries ?? [] {
      guard let rate = entry.rate else { continue }
      let place = Place(name: entry.benchmark, rate: rate)
      if entry.frameMetric == .work {
        entries[place] = entry
      } else if entry.verdict == .regressed {
        otherRegressions[place, default: []].append(entry)
      }
    }
    var scenes: [PageScene] = []
    if let candidate {
      for benchmark in candidate.file.benchmarks {
        scenes += candidate[benchmark].compactMap { row in
          let place = Place(name: benchmark.name, rate: row.costs.rate)
          return PageScene(
            place, row, baseline: baseline?[place.name, place.rate],
            entry: entries.removeValue(forKey: place),
            otherRegressions: otherRegressions[place] ?? [], on: display)
        }
      }
    }
    // Without a result, only the comparison has the frames.
    for entry in comparison?.entries ?? [] where entry.frameMetric == .work {
      guard let rate = entry.rate, entry.changedFrames.frameCount > 0 else { continue }
      let place = Place(name: entry.benchmark, rate: rate)
      guard entries[place] != nil else { continue }
      let scene = PageScene(
        place, nil, entry: entry, otherRegressions: otherRegressions[place] ?? [], on: display)
      if let scene { scenes.append(scene) }
    }
    return scenes
  }
}
