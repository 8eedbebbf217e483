import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import Foundation
import FrameTiming

extension Framegate {
  /// Replays a cost vector on any display.
  struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replay the frame costs of a result at any rate, depth, reserve and scale.",
      discussion: """
        FILE is a result file, in which '--benchmark' names a scenario, or a JSON object with the \
        keys work_ns, rate_segments_hz_ticks, depth, reserve_ns, start_policy, queue, wake_ns and \
        idle_ticks_before. A result can only be replayed at rates at which it was sampled. As JSON, \
        at most a million dropped slots are listed.
        """)

    @Argument(help: "The result or replay object; '-' is standard input.", completion: .file())
    var file: String?

    @Option(
      help: ArgumentHelp(
        """
        Show the log of a real display instead of FILE; '-' is standard input. See \
        results/on-a-device.md
        """, valueName: "file"),
      completion: .file())
    var log: String?

    @Option(
      help: ArgumentHelp("Replay this scenario of a result file.", valueName: "scenario"))
    var benchmark: String?

    @Option(help: ArgumentHelp("Replay at this refresh rate, such as 60.", valueName: "hertz"))
    var rate: Checked<RefreshRate>?

    @Option(
      help: ArgumentHelp(
        "Imitate one of \(ReplaySettings.presets.map(\.name).joined(separator: ", ")).",
        valueName: "display"))
    var preset: Checked<ReplayPreset>?

    @Option(help: "Imitate a pipeline of this depth, 1…3.")
    var depth: Int64?

    @Option(
      help: ArgumentHelp("Reserve this time for the compositor, such as 1.5ms.", valueName: "time"))
    var reserve: Checked<ReserveTime>?

    @Option(
      help: ArgumentHelp(
        "Imitate a device that is this many times slower.", valueName: "factor"))
    var scale = 1.0

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
      _ = try (rate?.value, preset?.value, reserve?.value, startPolicy?.value, queue?.value)
    }

    func run() throws {
      let replayed = if let log { try recorded(LogFile(path: log)) } else { try replayed() }
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
      let source = ReplaySource(file: file, benchmark: benchmark, rate: try rate?.value)
      try output.check(inputs: [source.url])
      var input = try source.input()
      try apply(to: &input)
      let (replay, costs) = try input.validated()
      let scaled = try costs.scaled(by: scale)
      return Replayed(
        timeline: replay.timeline(of: scaled), headroom: ReplayHeadroom(replay, of: scaled),
        title: input.name ?? file)
    }

    /// Shows a log, whose times stay as they were recorded.
    private func recorded(_ log: LogFile) throws -> Replayed {
      guard file == nil, benchmark == nil, rate == nil, scale == 1, startPolicy == nil else {
        throw UsageError(
          """
          A log keeps the times that were recorded. Leave FILE, '--benchmark', '--rate', '--scale' \
          and '--start-policy' out with '--log'.
          """)
      }
      try output.check(inputs: [log.url])
      let preset = try preset?.value.settings ?? .strict
      let settings = try ReplaySettings(
        depth: depth.map { Int(clamping: $0) } ?? preset.depth,
        reserveNs: reserve?.value.nanoseconds ?? preset.reserveNs,
        queue: queue?.value ?? preset.queue)
      return Replayed(
        timeline: try log.timeline(settings: settings), headroom: nil, title: log.name)
    }

    /// Options override the file.
    private func apply(to input: inout ReplayInput) throws {
      if let settings = try preset?.value.settings {
        input.depth = Int64(settings.depth)
        input.reserveNs = settings.reserveNs
      }
      if let depth { input.depth = depth }
      if let reserve { input.reserveNs = try reserve.value.nanoseconds }
      if let startPolicy { input.startPolicy = try startPolicy.value.rawValue }
      if let queue { input.queue = try queue.value.rawValue }
    }
  }
}

extension StartPolicy: ArgumentText {}

extension FrameQueue: ArgumentText {}

extension RefreshRate: ArgumentText {
  init(argument text: String) throws {
    try self.init(parsing: text)
  }

  var argument: String { String(hertz) }
}

/// Replay settings with a name, such as `android`.
struct ReplayPreset: ArgumentText {
  let settings: ReplaySettings
  let argument: String

  init(argument text: String) throws {
    settings = try ReplaySettings.named(text)
    argument = text
  }
}
