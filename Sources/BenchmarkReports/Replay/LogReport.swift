import BenchmarkModel
import BenchmarkResults
import FrameLogs
package import FrameTiming
package import ReportText
import SampleStatistics

/// A report on one log, or on two side by side: the figures that all formats have in common.
package struct LogReport: Sendable {
  /// A log, and the timeline of its stream.
  package struct Side: Sendable {
    package internal(set) var content: LogContent

    /// Nil for a log that has only hitches.
    package let timeline: FrameTimeline?

    /// The rate that the user stated, for a log that does not contain one.
    let rate: RefreshRate?

    package init(_ content: LogContent, timeline: FrameTimeline?, rate: RefreshRate?) {
      self.content = content
      self.timeline = timeline
      self.rate = rate
    }

    var summary: LogStream.Summary { content.stream.summary(rate: rate, shown: recorded) }

    /// Whether the timeline is a replay of the recorded work, whose drops are not in the log.
    var isReplay: Bool { content.stream.evidence == .work }

    fileprivate var recorded: FrameTimeline? { isReplay ? nil : timeline }
  }

  package let sides: [Side]

  package init(_ sides: [Side]) {
    var sides = sides
    // Tables and pages distinguish logs by their names.
    if sides.count == 2, sides[0].content.name == sides[1].content.name {
      sides[0].content.name += " (baseline)"
      sides[1].content.name += " (candidate)"
    }
    self.sides = sides
  }
}

/// Written as `{log, toolFigures}`, or for two logs as `{baseline, candidate}` with one each.
extension LogReport: Encodable {
  package func encode(to encoder: any Encoder) throws {
    let objects = sides.map { $0.content.json(rate: $0.rate, shown: $0.recorded) }
    let both: JSONObject = ["baseline": objects.first, "candidate": objects.last]
    try (objects.count == 2 ? both : objects[0]).encode(to: encoder)
  }
}

extension LogReport {
  /// The figures, notes on each log, and a last line with the verdict.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let tables = tables.map { $0.table.text(style) + $0.rest.lines() }
    let verdict = style.paint(headline, as: isGood ? .good : .bad) + "\n"
    return (tables + [sides.flatMap(\.content.sentences).lines(), verdict]).blocks()
  }

  /// The maximum number of hitches that are listed one by one.
  private static let mostHitches = 200

  /// What people read, each with a line that counts what it leaves out.
  private var tables: [(table: Table, rest: [String])] {
    [(figures, [])]
      + hitches.map { hitches in
        let rest = hitches.rows.count - Self.mostHitches
        guard rest > 0 else { return (hitches, []) }
        return (
          Table(hitches.columns, rows: Array(hitches.rows.prefix(Self.mostHitches))),
          ["and \(rest) other \(rest == 1 ? "hitch" : "hitches")"]
        )
      }
  }

  package func markdown() -> MarkdownText {
    let tables = tables.map { table, rest in
      table.markdown() + rest.map { "\n\($0)\n" as MarkdownText }.joined()
    }
    return (["**\(headline)**\n"] + tables + [sides.flatMap(\.content.sentences).items()]).blocks()
  }

  package var isGood: Bool { sides.last.map { dropped($0) == 0 } ?? true }

  package var headline: String {
    sides.map { "\($0.content.name) \(finding($0))." }.joined(separator: " ")
  }

  private func finding(_ side: Side) -> String {
    let stream = side.content.stream
    if let timeline = side.timeline {
      let replay = side.isReplay ? " in a replay of its \(stream.frameTime.word)" : ""
      let slots = Words.count(timeline.expectedSlotCount, "slot")
      return "drops \(timeline.droppedFrameCount) of \(slots)\(replay)"
    }
    if stream.hitches.isEmpty { return "has no hitch" }
    let time = TimeUnit.text(stream.hitchNs)
    guard let dropped = dropped(side) else { return "has hitches of \(time) in all" }
    return "drops \(Words.count(dropped, "slot")), \(time) in all"
  }

  private func dropped(_ side: Side) -> Int? {
    side.timeline?.droppedFrameCount ?? side.summary.dropped
  }

  /// A table with a row per figure and a column per log.
  package var figures: Table {
    var table = Table([.text("figure")] + sides.map { .number($0.content.name) })
    let summaries = sides.map(\.summary)
    func add(_ title: String, _ value: (Side, LogStream.Summary) -> String?) {
      let cells = zip(sides, summaries).map(value)
      guard cells.contains(where: { $0 != nil }) else { return }
      table.add([Table.Cell(title)] + cells.map { Table.Cell($0 ?? "unknown") })
    }
    func time(_ nanoseconds: Int64?) -> String? { nanoseconds.map { TimeUnit.text($0) } }
    add("format") { side, _ in side.content.recording.format.title }
    add("stream") { $1.name }
    add("judged by") { $1.evidence }
    add("rate") { side, _ in side.timeline?.grid.rateText }
    add("frames") { $1.frames == 0 ? nil : NumberText.format($1.frames) }
    add("shown") { $1.shown.map { NumberText.format($0) } }
    add("discarded") { $1.discarded.map { NumberText.format($0) } }
    add("late") { ($0.timeline?.lateFrameCount ?? $1.late).map { NumberText.format($0) } }
    add("dropped slots") { side, _ in dropped(side).map { NumberText.format($0) } }
    add("hitch time") { time($0.timeline?.hitchNs ?? $1.hitchTimeNs) }
    add("hitch ratio ms/s") {
      ($0.timeline?.hitchRatio ?? $1.hitchRatio).map { NumberText.format($0) }
    }
    add("elapsed") { time($1.elapsedNs) }
    add("coverage") { $1.coverage.map { "\(NumberText.format($0 * 100)) %" } }
    add("unusable") { $1.unusable == 0 ? nil : NumberText.format($1.unusable) }
    for word in sides.map(\.content.stream.frameTime.word).uniqued() {
      add("median \(word)") { side, _ in
        let stream = side.content.stream
        guard stream.frameTime.word == word, stream.frameTime != .unknown else { return nil }
        let times = stream.frames.filter { $0.role == .frame }.map { $0.endNs - $0.startNs }
        return SortedSamples(times).median.map { TimeUnit.text($0) }
      }
    }
    return table
  }

  /// Tables of all hitches of logs that have nothing else.
  package var hitches: [Table] {
    sides.map(\.content.stream.hitches).filter { !$0.isEmpty }.map { hitches in
      var table = Table([.number("start s"), .number("hitch ms"), .text("cause")])
      for hitch in hitches {
        table.add([
          Table.Cell(NumberText.format(Double(hitch.startNs) / 1e9, decimals: 3)),
          Table.Cell(NumberText.format(Double(hitch.durationNs) / 1e6, decimals: 2)),
          Table.Cell(hitch.cause ?? ""),
        ])
      }
      return table
    }
  }
}
