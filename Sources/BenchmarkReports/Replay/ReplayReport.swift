package import FrameLogs
package import FrameTiming
package import ReportText
import SampleStatistics

/// A report on the replay of one cost vector on a vsync grid, as text.
package struct ReplayReport {
  /// The maximum number of frames that are listed one by one.
  package static let longestTable = 60

  let timeline: FrameTimeline
  let headroom: ReplayHeadroom?
  let title: String

  /// What the time from a frame's start to its end consists of.
  private let frameTime: LogStream.FrameTime

  /// Sentences on the log that the frames come from.
  private let notes: [String]

  package init(
    _ timeline: FrameTimeline, headroom: ReplayHeadroom?, title: String,
    frameTime: LogStream.FrameTime = .work, notes: [String] = []
  ) {
    self.timeline = timeline
    self.headroom = headroom
    self.title = title
    self.frameTime = frameTime
    self.notes = notes
  }
}

extension ReplayReport {
  /// The settings, a row per frame for short animations, the totals, and a last line with the
  /// verdict.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let isGood = timeline.droppedFrameCount == 0 && timeline.firstFrameDelaySlots == 0
    return [
      "\(style.paint(title, as: .heading))\n\(settingsLine)\n",
      timeline.frameCount <= Self.longestTable ? frames.text(style) : "",
      totals.lines(), notes.lines(),
      style.paint(headline, as: isGood ? .good : .bad) + "\n",
    ].blocks()
  }

  private var settingsLine: String {
    let settings = timeline.settings
    let rates = timeline.grid.segments.map { "\($0.rate)" }.joined(separator: " → ")
    return """
      \(rates), depth \(settings.depth), reserve \(TimeUnit.text(settings.reserveNs)), \
      start \(settings.startPolicy.rawValue), queue \(settings.queue.rawValue), \
      wake-up \(TimeUnit.text(settings.wakeDelayNs))
      """
  }

  private var frames: Table {
    let targets = timeline.targetSlot
    let fragile = Set(timeline.fragileFrames)
    var columns = TableColumns<Int>()
    columns.text("frame") { "\($0)" }
    let isTimed = frameTime != .unknown
    if isTimed {
      columns.number("\(frameTime.word) ms") {
        Self.milliseconds(timeline.endNs[$0] - timeline.startNs[$0])
      }
    }
    columns.number("begin tick") { "\(timeline.beginTick[$0])" }
    if isTimed {
      columns.number("start ms") { Self.milliseconds(timeline.startNs[$0]) }
      columns.number("end ms") { Self.milliseconds(timeline.endNs[$0]) }
    }
    columns.number("overrun ms") { Self.milliseconds(timeline.overrunNs[$0]) }
    columns.number("target") { "\(targets[$0])" }
    columns.number("shown") { "\(timeline.presentSlot[$0])" }
    columns.text("remark") { frame in
      let isLate = timeline.isLate(frame)
      let remarks = [
        (isLate, "late"), (timeline.presentSlot[frame] > targets[frame] && !isLate, "delayed"),
        (fragile.contains(frame), "fragile"),
        (
          timeline.settings.queue == .latest && timeline.isDiscardedByLatest(frame), "discarded"
        ),
      ].filter(\.0).map(\.1)
      return Table.Cell(remarks.joined(separator: ", "), isLate ? .bad : .doubtful)
    }
    return columns.table(0..<timeline.frameCount)
  }

  /// Shows whole nanoseconds, so that an overrun of one nanosecond is visible.
  private static func milliseconds(_ nanoseconds: Int64) -> String {
    NumberText.format(Double(nanoseconds) / 1e6, decimals: 6)
  }
}

extension ReplayReport {
  /// A sentence on how long frames take or, if their times are not known, how many there are.
  private var times: String {
    let frames = Words.count(timeline.frameCount, "frame")
    let times = SortedSamples(zip(timeline.endNs, timeline.startNs).map { $0 - $1 })
    let title: String
    switch frameTime {
    case .work: title = "Work"
    case .elapsed: title = "Duration, with waiting"
    case .unknown: return "Frames: \(frames), of which the log has no durations."
    }
    return """
      \(title): median \(TimeUnit.text(times.median ?? 0)), \
      maximum \(TimeUnit.text(times.maximum ?? 0)) over \(frames). \
      First frame \(TimeUnit.text(timeline.endNs[0] - timeline.startNs[0])).
      """
  }

  private var totals: [String] {
    [
      times,
      """
      Hitches: \(timeline.hitchCount), \(TimeUnit.text(timeline.hitchNs)) in all, \
      \(NumberText.format(timeline.hitchRatio)) ms/s. One dropped frame is \
      \(NumberText.format(1_000 / Double(timeline.expectedSlotCount))) ms/s here.
      """,
      """
      Frames: \(timeline.lateFrameCount) late, \(timeline.delayedFrameCount) delayed, \
      \(timeline.discardedFrameCount) discarded, \(timeline.fragileFrames.count) fragile. \
      Skipped ticks: \(timeline.skippedTickCount). \
      First-frame delay: \(Words.count(timeline.firstFrameDelaySlots, "slot")).
      """,
      """
      Latency: at most \(TimeUnit.text(timeline.latencyNs.max() ?? 0)), \
      \(Words.count(timeline.largestLatencySlots, "slot")). \
      Animation error: mean \(TimeUnit.text(timeline.animationErrorMeanNs)), \
      at most \(TimeUnit.text(timeline.animationErrorMaxNs)).
      """,
    ] + (headroom.map { [Self.sentence($0)] } ?? [])
  }

  private static func sentence(_ headroom: ReplayHeadroom) -> String {
    func factor(_ headroom: Headroom) -> String {
      switch headroom {
      case .factor(let factor): "×\(NumberText.format(factor))"
      case .unlimited: "unlimited"
      }
    }
    return """
      Headroom: \(factor(headroom.noDroppedFrames)) before a frame is dropped, \
      \(factor(headroom.firstFrame)) before the first frame is late.
      """
  }

  private var headline: String {
    let dropped = timeline.droppedFrameCount
    let finding =
      dropped == 0
      ? "Drops no frame in \(Words.count(timeline.expectedSlotCount, "slot"))."
      : "Drops \(dropped) of \(Words.count(timeline.expectedSlotCount, "slot"))."
    let delay = timeline.firstFrameDelaySlots
    let all =
      delay == 0
      ? finding : "\(finding) The first frame is shown \(Words.count(delay, "slot")) late."
    guard timeline.restsOnFragileFrames else { return all }
    return all + " This depends on frames that end almost exactly at their deadline."
  }
}
