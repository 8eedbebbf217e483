import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import FrameLogs
import FrameTiming
import TestSupport

extension FuzzedReader {
  /// Frame logs with a known structure, whose times, columns and rows are changed; everything that
  /// commands show of them is written.
  static let shapes: [FuzzedReader] = LogShape.dialects.map { format, dialects in
    FuzzedReader("shape-\(format)") { generator in
      let dialect = dialects.randomElement(using: &generator) ?? format
      return Array(LogShape(dialect, using: &generator).text.utf8)
    } makeRead: {
      let format = LogFormat(rawValue: format)
      return { bytes in
        do {
          return try use(FrameRecording(reading: LogText(bytes), as: format), bytes.count)
        } catch {
          return .refused(message(of: error))
        }
      }
    } seeds: {
      dialects.map { Array(LogShape($0).text.utf8) }
    }
  }

  /// Does what `replay`, `check` and `report` do with every stream of a recording.
  private static func use(_ recording: FrameRecording, _ number: Int) throws -> Outcome {
    var outcome = Outcome.accepted
    for stream in recording.streams {
      let content = LogContent(name: "log", recording: recording, stream: stream)
      // Every other log is shown at the rate that it tells, if any.
      let rate: RefreshRate? = number % 2 == 0 && stream.evidence != .work ? nil : .hz60
      do {
        if let problem = try show(content, rate, writesAll: number % 8 < 2) {
          return .contradiction(problem)
        }
      } catch {
        outcome = .refused(message(of: error))
      }
      for budget in budgets {
        do {
          let judgement = try budget.judge(stream)
          if zip(judgement.frames.dropFirst(), judgement.frames).contains(where: { $0 <= $1 }) {
            return .contradiction("it lists a frame twice: \(judgement.frames)")
          }
        } catch {
          outcome = .refused(message(of: error))
        }
      }
      guard number % 8 < 2,
        let gate = try? Gate(
          log: "log", budgets: BudgetRules { $0.overriding = budgets },
          judge: { try $0.judge(stream) })
      else { continue }
      let check = CheckReport(gate, log: content)
      _ = (check.text(), check.markdown(), check.junit(), check.annotations(), try check.json())
    }
    return outcome
  }

  private static let budgets: [FrameBudget] = [
    .noDroppedFrames(at: .hz60), .largestHitchRatio(5, at: .hz120),
    .largestLatency(slots: 2, at: .hz60), .largestWork(.milliseconds(8), at: .hz60),
    .firstFrame(lateBy: 1, at: .hz60),
  ]

  /// Writes what programs read of a log and, if told so, everything that people read.
  ///
  /// - Returns: What contradicts itself, or nil if nothing does.
  private static func show(
    _ content: LogContent, _ rate: RefreshRate?, writesAll: Bool
  ) throws -> String? {
    let stream = content.stream
    var timeline: FrameTimeline?
    switch try stream.outcome(rate: rate) {
    case .shown(let shown): timeline = shown
    case .work(let costs):
      guard let rate else { throw LogError.noRate(stream: stream.name, word: "work") }
      let replay = FrameReplay(rate: rate)
      timeline = replay.timeline(of: costs)
      _ = try PrettyJSON.encode(
        ReplayOutput(replay.timeline(of: costs), headroom: ReplayHeadroom(replay, of: costs)))
    case .hitches: break
    }
    if let timeline, let problem = contradiction(in: timeline) { return problem }
    if let timeline { _ = try PrettyJSON.encode(ReplayOutput(timeline, ofLog: true)) }
    let side = LogReport.Side(content, timeline: timeline, rate: rate)
    _ = try PrettyJSON.encode(LogReport([side]))
    guard writesAll else { return nil }
    if let timeline {
      _ = ReplayReport(
        timeline, headroom: nil, title: "log", frameTime: stream.frameTime,
        notes: content.sentences
      ).text()
    }
    let report = LogReport([side, side])
    _ = (report.text(), report.markdown(), try PrettyJSON.encode(report))
    _ = try ReportPage(report).html()
    return nil
  }

  private static func contradiction(in timeline: FrameTimeline) -> String? {
    let shown = timeline.shownByLatest
    if zip(shown.dropFirst(), shown).contains(where: { $0.slot <= $1.slot }) {
      return "a queue of the newest frame shows two frames in one slot"
    }
    if shown.count + timeline.discardedByLatestCount != timeline.frameCount {
      return "frames are neither shown nor discarded"
    }
    if timeline.droppedFrameCount >= timeline.expectedSlotCount, timeline.droppedFrameCount > 0 {
      return "it drops \(timeline.droppedFrameCount) of \(timeline.expectedSlotCount) slots"
    }
    if timeline.hitchNs < 0 || timeline.hitchNs > timeline.activeNs {
      return "hitches of \(timeline.hitchNs) ns are longer than \(timeline.activeNs) ns"
    }
    return nil
  }
}
