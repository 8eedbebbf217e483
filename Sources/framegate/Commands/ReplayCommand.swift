import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import Foundation
import FrameLogs
import FrameTiming

extension Framegate {
  struct Replay: ToolCommand, ReportingCommand {
    static let formats = Answer.formats

    static let configuration = CommandConfiguration(
      abstract: "Replay the frame costs of a result at any rate, depth, reserve and scale.",
      discussion: """
        FILE is a frame log of any format, or a result file, in which SCENARIO names a scenario, or \
        a JSON object with the keys \
        work_ns, rate_segments_hz_ticks, depth, reserve_ns, start_policy, queue, wake_ns and \
        idle_ticks_before. A result can only be replayed at rates at which it was sampled. As JSON, \
        at most a million frames and dropped slots are listed. Logs: results/logs.md
        """)

    @Argument(help: "The log, result or replay object; '-' is standard input.", completion: .file())
    var file: String?

    @Argument(help: "The scenario of a result that has several.")
    var scenario: String?

    @OptionGroup var log: LogOptions
    @OptionGroup var rate: RateOptions
    @OptionGroup var display: ReplayOptions

    @Option(help: .value("policy", "After a late frame, \(StartPolicy.words) the next one."))
    var start: Checked<StartPolicy>?

    @Option(help: .value("queue", "Show finished frames as \(FrameQueue.words)."))
    var queue: Checked<FrameQueue>?

    @OptionGroup(title: "Output") var output: OutputOptions<Replay>

    func validate() throws {
      _ = try (start?.value, queue?.value)
    }

    func perform() async throws -> ToolExit {
      if let log = try logFile() {
        try show(log)
        return .pass
      }
      guard let file else { throw ReplayError.nothing }
      let rate = try rate.single()
      try output.check(inputs: [InputFile.named(file)])
      var input = try ReplayInput(file: file, scenario: scenario, rate: rate)
      try apply(to: &input)
      let (replay, costs) = try input.validated()
      try write(replay, costs, title: input.name ?? file)
      return .pass
    }

    /// What a log adds to a replay.
    private struct LogPart {
      let content: LogContent
      let json: () -> JSONObject
    }

    private func write(
      _ replay: FrameReplay, _ costs: CostVector, title: String, log: LogPart? = nil
    ) throws {
      let scaled = try costs.scaled(by: display.scale ?? 1)
      try write(
        replay.timeline(of: scaled), headroom: ReplayHeadroom(replay, of: scaled), title: title,
        log: log)
    }

    private func write(
      _ timeline: FrameTimeline, headroom: ReplayHeadroom?, title: String,
      log: LogPart? = nil
    ) throws {
      let report = ReplayReport(
        timeline, headroom: headroom, title: title,
        frameTime: log?.content.stream.frameTime ?? .work, notes: log?.content.sentences ?? [])
      try output.write(
        text: report.text(output.style),
        json: LoggedReplay(
          replay: ReplayOutput(timeline, headroom: headroom, ofLog: log != nil),
          log: log?.json() ?? [:]))
    }

    /// The log given by '--log' or by FILE; nil if FILE is a result or a replay object.
    private func logFile() throws -> LogFile? {
      if let log = try log.file {
        guard file == nil else { throw ReplayError.logAndFile }
        return log
      }
      guard let file else { return nil }
      let candidate = try log.format.file(file)
      guard try candidate.isRecognized() else { return nil }
      guard scenario == nil else { throw ReplayError.scenarioOfLog(file) }
      return candidate
    }

    /// Shows a log: recorded times are shown unchanged, and a log that has only work is replayed.
    private func show(_ log: LogFile) throws {
      try output.check(inputs: [log.url])
      let content = try log.content()
      let stream = content.stream
      let preset = try display.preset?.value ?? .strict
      let options = ignored(by: content)
      guard options.isEmpty else { throw ReplayError.recordedTimes(options: options) }
      let rate = try self.rate.single()
      let settings = try ReplaySettings(
        depth: display.depth ?? preset.depth,
        reserveNs: display.reserve?.value.nanoseconds ?? preset.reserveNs,
        startPolicy: start?.value ?? preset.startPolicy, queue: queue?.value ?? preset.queue)
      try log.translating {
        switch try stream.outcome(settings: settings, rate: rate) {
        case .shown(let timeline):
          try write(
            timeline, headroom: nil, title: log.name,
            log: LogPart(content: content) {
              content.json(settings: settings, rate: rate, shown: timeline)
            })
        case .work(let costs):
          let word = stream.frameTime.word
          guard let rate else { throw LogError.noRate(stream: stream.name, word: word) }
          let replay = try FrameReplay(grid: VsyncGrid(rate: rate), settings: settings)
          try write(
            replay, costs, title: "\(log.name): \(word) alone, replayed",
            log: LogPart(content: content) { content.json(settings: settings, rate: rate) })
        case .hitches:
          let report = LogReport([.init(content, timeline: nil, rate: rate)])
          try output.write(text: report.text(output.style), json: report)
        }
      }
    }

    /// The options that were given and change nothing, because a log has recorded it.
    private func ignored(by log: LogContent) -> [String] {
      guard log.stream.evidence != .work else { return [] }
      let ofReplay = [
        ("--rate", rate.rate != nil && log.stream.tellsRate), ("--scale", display.scale != nil),
        ("--start", start != nil),
      ]
      // Our own log does not know on which display its frames were shown.
      let ofDisplay = [
        ("--preset", display.preset != nil), ("--depth", display.depth != nil),
        ("--reserve", display.reserve != nil), ("--queue", queue != nil),
      ]
      let all = ofReplay + (log.recording.format == .framegate ? [] : ofDisplay)
      return all.filter(\.1).map(\.0)
    }

    /// Options override the file.
    private func apply(to input: inout ReplayInput) throws {
      if let settings = try display.preset?.value {
        input.depth = Int64(settings.depth)
        input.reserveNs = settings.reserveNs
      }
      if let depth = display.depth { input.depth = Int64(depth) }
      if let reserve = display.reserve { input.reserveNs = try reserve.value.nanoseconds }
      if let start { input.startPolicy = try start.value.rawValue }
      if let queue { input.queue = try queue.value.rawValue }
    }
  }
}

/// The object of a replay with the members that a log adds.
private struct LoggedReplay: Encodable {
  let replay: ReplayOutput
  let log: JSONObject

  func encode(to encoder: any Encoder) throws {
    try replay.encode(to: encoder)
    try log.encode(to: encoder)
  }
}

extension StartPolicy: ArgumentText {}

extension FrameQueue: ArgumentText {}
