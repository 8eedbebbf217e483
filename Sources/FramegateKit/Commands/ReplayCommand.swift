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
        FILE is a result file, in which SCENARIO names a scenario, or a JSON object with the keys \
        work_ns, rate_segments_hz_ticks, depth, reserve_ns, start_policy, queue, wake_ns and \
        idle_ticks_before. A result can only be replayed at rates at which it was sampled. As JSON, \
        at most a million dropped slots are listed.
        """)

    @Argument(help: "The result or replay object; '-' is standard input.", completion: .file())
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
      let replayed = if let file = log.file { try recorded(file) } else { try replayed() }
      let (timeline, headroom) = (replayed.timeline, replayed.headroom)
      switch output.format {
      case .text:
        try output.write(
          ReplayReport(timeline, headroom: headroom, title: replayed.title).text(output.style))
      case .json:
        try output.write(PrettyJSON.encode(ReplayOutput(timeline, headroom: headroom)))
      }
    }

    /// What is shown.
    private struct Replayed {
      let timeline: FrameTimeline

      /// Nil for recorded times.
      let headroom: ReplayHeadroom?
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

    /// Shows a log, whose times stay as they were recorded.
    private func recorded(_ log: LogFile) throws -> Replayed {
      guard file == nil, rate.rate == nil, display.scale == nil, startPolicy == nil else {
        throw UsageError(
          """
          A log keeps the times that were recorded. Leave FILE, '--rate', '--scale' and \
          '--start-policy' out with '--log'.
          """)
      }
      try output.check(inputs: [log.url])
      let preset = try display.preset?.value.settings ?? .strict
      let settings = try ReplaySettings(
        depth: display.depth ?? preset.depth,
        reserveNs: display.reserve?.value.nanoseconds ?? preset.reserveNs,
        queue: queue?.value ?? preset.queue)
      return Replayed(
        timeline: try log.timeline(settings: settings), headroom: nil, title: log.name)
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

extension StartPolicy: ArgumentText {}

extension FrameQueue: ArgumentText {}
