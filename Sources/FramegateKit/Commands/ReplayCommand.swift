import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import Foundation
import FrameLogs
import FrameTiming

extension Framegate {
  /// Replays a cost vector on any display.
  struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replay the frame costs of a result at any rate, depth, reserve and scale.",
      discussion: """
        FILE is a frame log of any format, or a result file, in which SCENARIO names a scenario, or \
        a JSON object with the keys \
        work_ns, rate_segments_hz_ticks, depth, reserve_ns, start_policy, queue, wake_ns and \
        idle_ticks_before. A result can only be replayed at rates at which it was sampled. As JSON, \
        at most a million dropped slots are listed. Logs: results/logs.md
        """)

    @Argument(help: "The log, result or replay object; '-' is standard input.", completion: .file())
    var file: String?

    @Argument(help: "The scenario of a result that has several.")
    var scenario: String?

    @OptionGroup var log: LogOptions
    @OptionGroup var rate: RateOptions
    @OptionGroup var display: ReplayOptions

    @Option(
      help: ArgumentHelp(
        "After a late frame, \(StartPolicy.words) the next one.", valueName: "policy"))
    var startPolicy: Checked<StartPolicy>?

    @Option(
      help: ArgumentHelp(
        "Show finished frames in this order: \(FrameQueue.words).",
        valueName: "queue"))
    var queue: Checked<FrameQueue>?

    @OptionGroup(title: "Output") var output: OutputOptions<DataFormat>

    func validate() throws {
      _ = try (startPolicy?.value, queue?.value)
    }

    func run() throws {
      if let log = try logFile() { return try show(log) }
      let replayed = try replayed()
      try write(replayed.timeline, headroom: replayed.headroom, title: replayed.title)
    }

    /// Writes a timeline, and what a log adds to it.
    private func write(
      _ timeline: FrameTimeline, headroom: ReplayHeadroom?, title: String,
      log: (sentences: [String], json: JSONObject)? = nil
    ) throws {
      switch output.format {
      case .text:
        try output.write(
          ReplayReport(timeline, headroom: headroom, title: title, notes: log?.sentences ?? [])
            .text(output.style))
      case .json:
        try output.write(
          PrettyJSON.encode(
            LoggedReplay(
              replay: ReplayOutput(timeline, headroom: headroom), log: log?.json ?? [:])))
      }
    }

    /// The log that is named, or that FILE is; nil for a result and a replay object.
    private func logFile() throws -> LogFile? {
      if let log = try log.file {
        guard file == nil else {
          throw UsageError("A log stands for FILE. Leave FILE or '--log' out.")
        }
        return log
      }
      guard let file else { return nil }
      let candidate = try log.format.file(file)
      guard try candidate.isRecognized() else { return nil }
      guard scenario == nil else {
        throw UsageError("'\(file)' is a log. Choose one of its streams with '--stream'.")
      }
      return candidate
    }

    /// What is replayed.
    private struct Replayed {
      let timeline: FrameTimeline
      let headroom: ReplayHeadroom
      let title: String
    }

    /// Replays the file.
    private func replayed() throws -> Replayed {
      guard let file else {
        throw UsageError("There is nothing to replay. Give a file, or a log with '--log'.")
      }
      let rates = try rate.rate?.value.rates ?? []
      guard rates.count <= 1 else {
        throw UsageError("A replay has one rate. Give '--rate' one, such as \(rates[0].hertz).")
      }
      let source = ReplaySource(file: file, benchmark: scenario, rate: rates.first)
      try output.check(inputs: [source.url])
      var input = try source.input()
      try apply(to: &input)
      let (replay, costs) = try input.validated()
      let scaled = try costs.scaled(by: display.scale ?? 1)
      return Replayed(
        timeline: replay.timeline(of: scaled), headroom: ReplayHeadroom(replay, of: scaled),
        title: input.name ?? file)
    }

    /// Shows a log: its times stay as they were recorded, and work alone is replayed.
    private func show(_ log: LogFile) throws {
      try output.check(inputs: [log.url])
      let content = try log.content()
      let stream = content.stream
      let preset = try display.preset?.value.settings ?? .strict
      let rates = try rate.rate?.value.rates ?? []
      guard
        stream.evidence == .work
          || rates.isEmpty || !stream.tellsRate,
        stream.evidence == .work
          || display.scale == nil && startPolicy == nil
      else {
        throw UsageError(
          """
          A log keeps the times that were recorded. Leave '--rate', '--scale' and '--start-policy' \
          out with it.
          """)
      }
      guard rates.count <= 1 else {
        throw UsageError("A replay has one rate. Give '--rate' one, such as \(rates[0].hertz).")
      }
      let settings = try ReplaySettings(
        depth: display.depth ?? preset.depth,
        reserveNs: display.reserve?.value.nanoseconds ?? preset.reserveNs,
        startPolicy: startPolicy?.value ?? preset.startPolicy, queue: queue?.value ?? preset.queue)
      let json = content.json(settings: settings, rate: rates.first)
      try log.translating {
        switch try stream.outcome(settings: settings, rate: rates.first) {
        case .shown(let timeline):
          try write(timeline, headroom: nil, title: log.name, log: (content.sentences, json))
        case .work(let costs):
          guard let rate = rates.first else { throw LogError.noRate(stream: stream.name) }
          let replay = try FrameReplay(grid: VsyncGrid(rate: rate), settings: settings)
          let scaled = try costs.scaled(by: display.scale ?? 1)
          try write(
            replay.timeline(of: scaled), headroom: ReplayHeadroom(replay, of: scaled),
            title: "\(log.name): work alone, replayed", log: (content.sentences, json))
        case .hitches:
          let report = LogReport([.init(content, timeline: nil, rate: nil)])
          switch output.format {
          case .text: try output.write(report.text(output.style))
          case .json: try output.write(report.json())
          }
        }
      }
    }

    /// Options override the file.
    private func apply(to input: inout ReplayInput) throws {
      if let settings = try display.preset?.value.settings {
        input.depth = Int64(settings.depth)
        input.reserveNs = settings.reserveNs
      }
      if let depth = display.depth { input.depth = Int64(depth) }
      if let reserve = display.reserve { input.reserveNs = try reserve.value.nanoseconds }
      if let startPolicy { input.startPolicy = try startPolicy.value.rawValue }
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
