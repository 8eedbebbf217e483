import BenchmarkResults
package import FrameLogs
import FrameTiming
import SampleStatistics

/// Two logs of frames, recorded one after the other, and what changed between them.
package struct SeparateLogs {
  /// A log by its name in messages, and what the judged stream of it records.
  package struct Log: Sendable {
    fileprivate let name: String
    fileprivate let stream: LogStream
    fileprivate let frames: Frames

    /// Judges the stream of a log.
    ///
    /// - Throws: ``LogError``, `FrameTimingError` for a log that cannot be judged.
    package init(_ name: String, _ stream: LogStream) throws {
      self.name = name
      self.stream = stream
      frames = try Frames(stream)
    }
  }

  private let baseline, candidate: Log
  private let rule: VerdictRule

  /// What was wrong with either log.
  private let warnings: [MeasuringWarning]

  /// Takes two logs that record the same kind of facts about their frames.
  ///
  /// - Throws: ``LogError/unlike(baseline:candidate:)`` if they do not.
  package init(_ baseline: Log, _ candidate: Log, threshold: Double?) throws(LogError) {
    let (old, new) = (baseline.stream, candidate.stream)
    guard old.evidence == new.evidence, old.frameTime == new.frameTime else {
      func told(_ log: Log) -> LogError.Told {
        LogError.Told(
          log: log.name, frameTime: log.stream.frameTime, evidence: log.stream.evidence)
      }
      throw .unlike(baseline: told(baseline), candidate: told(candidate))
    }
    self.baseline = baseline
    self.candidate = candidate
    rule = VerdictRule(threshold: threshold ?? ComparisonRules.separateRunsThreshold)
    warnings = [baseline, candidate].flatMap { log in
      log.stream.notes.map { MeasuringWarning.recorded("\(log.name): \($0).") }
    }.uniqued()
  }
}

extension SeparateLogs {
  /// What the rows are about: the stream or, if the two are called differently, the newer log.
  private var name: String {
    baseline.stream.name == candidate.stream.name ? candidate.stream.name : candidate.name
  }

  /// The rows: the median and the 95th percentile of frame times, and the share of dropped slots.
  package var comparison: Comparison {
    let (old, new) = (baseline.frames, candidate.frames)
    let rows = [Percentile.p50, .p95].map { times($0, old.workNs, new.workNs) }
    return Comparison(entries: rows + [drops(old.timeline, new.timeline)], warnings: warnings)
  }

  /// What a log records about its frames.
  fileprivate struct Frames {
    /// The time of each frame; empty for a log without durations.
    var workNs: [Int64] = []

    /// What was shown, or nil for a log that does not record it.
    var timeline: FrameTimeline?

    init(_ stream: LogStream) throws {
      switch try stream.outcome() {
      case .shown(let shown):
        timeline = shown
        if stream.frameTime != .unknown {
          workNs = zip(shown.endNs, shown.startNs).map { $0 - $1 }
        }
      case .work(let costs): workNs = costs.workNs
      case .hitches: break
      }
    }
  }

  private func times(_ percentile: Percentile, _ old: [Int64], _ new: [Int64]) -> ComparisonEntry {
    let word = candidate.stream.frameTime.word
    let subject = ComparisonEntry.Subject.metric(
      "\(word)\(percentile == .p50 ? "Median" : "P95")", unit: "ns")
    guard !old.isEmpty, !new.isEmpty else {
      return ComparisonEntry(
        benchmark: name, subject,
        conclusion: .verdict(.inconclusive, reason: "the logs have no durations of frames"))
    }
    let interval = SeparateRecordings.ratio(of: percentile, old, new)
    return ComparisonEntry(
      benchmark: name, subject, baseline: SeparateRecordings.number(percentile, of: old),
      candidate: SeparateRecordings.number(percentile, of: new),
      times: .init(unpaired: interval, threshold: rule.threshold),
      conclusion: .verdict(
        rule.verdict(ratio: interval),
        reason: cost(of: interval, percentile, min(old.count, new.count))))
  }

  /// Which changes are missed because the recordings do not alternate.
  private func cost(of interval: Interval?, _ percentile: Percentile, _ count: Int) -> String {
    guard let interval else {
      let fewest = SeparateRecordings.fewestTimes(for: percentile)
      return count >= fewest
        ? "a part of the frames of a log takes 0, of which there is no ratio"
        : "at least \(fewest) frames of each log are needed for an interval"
    }
    let percent = ((interval.high / interval.low).squareRoot() - 1) * 100
    return """
      not paired: changes below ±\((percent * 10).rounded() / 10) % stay unseen, and another state of the \
      device looks like a change
      """
  }

  private func drops(_ old: FrameTimeline?, _ new: FrameTimeline?) -> ComparisonEntry {
    let subject = ComparisonEntry.Subject.metric(FrameMetric.droppedSlots.rawValue, unit: "%")
    guard let old, let new else {
      return ComparisonEntry(
        benchmark: name, subject,
        conclusion: .verdict(
          .inconclusive,
          reason: "the logs do not record what was shown; replay each at a rate with 'replay'"))
    }
    func percent(_ timeline: FrameTimeline) -> Double {
      100 * Double(timeline.droppedFrameCount) / Double(max(1, timeline.expectedSlotCount))
    }
    let change = SeparateRecordings.difference(
      ofPercent: Self.isDropped(old), Self.isDropped(new))
    guard let change else {
      let fewest = SeparateRecordings.fewestSlots
      return ComparisonEntry(
        benchmark: name, subject, baseline: percent(old), candidate: percent(new),
        conclusion: .verdict(
          .inconclusive, reason: "at least \(fewest) slots of each log are needed for a verdict"))
    }
    let reach = (change.width * 5).rounded() / 10
    let reason =
      change.width > 0
      ? "not paired: changes below ±\(reach) percentage points stay unseen" : nil
    return ComparisonEntry(
      benchmark: name, subject, baseline: percent(old), candidate: percent(new),
      conclusion: .verdict(VerdictRule.verdict(difference: change), reason: reason))
  }

  /// For each slot in which a frame was expected, in order, whether it was dropped.
  ///
  /// Nothing is expected while an app is idle or its recording pauses.
  private static func isDropped(_ timeline: FrameTimeline) -> [Bool] {
    let dropped = Set(timeline.droppedSlots)
    return dropped.union(timeline.presentSlot).sorted().map(dropped.contains)
  }
}
