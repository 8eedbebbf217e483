import ArgumentParser
import BenchmarkReports
import BenchmarkResults
import Foundation
import FrameTiming

extension Framegate {
  /// Replays a cost vector on any display.
  struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replay a stored or given cost vector at any rate, depth, reserve and scale.",
      discussion: """
        FILE is a result file, of which '--benchmark' names a scenario, or one object with the keys \
        work_ns, rate_segments_hz_ticks, depth, reserve_ns, start_policy, queue, wake_ns and \
        idle_ticks_before. A result is replayed at rates at which it was sampled only: the work of \
        a frame belongs to the instant it was evaluated at.
        """)

    @Argument(help: "Result file or replay object; '-' is standard input.", completion: .file())
    var file: String

    @Option(help: "The scenario, when FILE is a result file.")
    var benchmark: String?

    @Option(
      help: ArgumentHelp("Refresh rate.", valueName: "hertz"),
      transform: { text in
        do { return try RefreshRate(parsing: text) } catch {
          throw ValidationError(String(describing: error))
        }
      })
    var rate: RefreshRate?

    @Option(
      help: ArgumentHelp(
        "Named settings: \(ReplaySettings.presets.map(\.name).joined(separator: ", ")).",
        valueName: "name"))
    var preset: String?

    @Option(help: "Pipeline depth, 1…3.")
    var depth: Int64?

    @Option(
      help: ArgumentHelp("Time that belongs to the compositor, such as 1.5ms.", valueName: "time"),
      transform: { text in
        guard let reserve = TimeText.parse(text) else {
          throw ValidationError("'\(text)' is not a time. Give a number and a unit, such as 1.5ms.")
        }
        return reserve
      })
    var reserve: Int64?

    @Option(help: ArgumentHelp("Factor on all work.", valueName: "factor"))
    var scale = 1.0

    @Option(help: ArgumentHelp("Start policy: coalesce or align.", valueName: "policy"))
    var startPolicy: String?

    @Option(help: ArgumentHelp("Queue: fifo or latest.", valueName: "queue"))
    var queue: String?

    @OptionGroup var output: OutputOptions<DataFormat>

    func run() throws {
      var input = try ReplaySource(file: file, benchmark: benchmark, rate: rate).input()
      try apply(to: &input)
      let (replay, costs) = try input.validated()
      let timeline = replay.timeline(of: try costs.scaled(by: scale))
      switch output.format {
      case .text:
        try output.write(
          ReplayReport(timeline, title: input.name ?? file).text(output.style))
      case .json:
        try output.write(PrettyJSON.encode(ReplayOutput(timeline)))
      }
    }

    /// What the command line says goes over what the file says.
    private func apply(to input: inout ReplayInput) throws {
      if let preset {
        let settings = try ReplaySettings.named(preset)
        (input.depth, input.reserveNs) = (Int64(settings.depth), settings.reserveNs)
      }
      if let depth { input.depth = depth }
      if let reserve { input.reserveNs = reserve }
      if let startPolicy { input.startPolicy = startPolicy }
      if let queue { input.queue = queue }
    }
  }
}
