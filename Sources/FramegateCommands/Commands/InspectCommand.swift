import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import FrameTiming
import ReportText
import FrameModel
import WorkerProtocol

extension Framegate {
  struct Inspect: ToolCommand, ReportingCommand {
    static let formats: [ReportFormat] = .ofAnswers

    static let configuration = CommandConfiguration(
      abstract: "Show the state of every view of a scenario at some instants.",
      discussion: """
        Lists views back to front with their presentation values: frame, opacity, look, transform. \
        The look is what differs from a plain view, such as rounded corners, a background and a shadow. \
        The views of the two controllers are named 'from' and 'to', and are always listed, first and \
        as 'absent' while they are not on screen. At 1, the animations have ended and their \
        completions have run, but views that leave at the end may still be there. 'Drawn' counts \
        what costs a renderer: overdraw (areas of views over that of the screen), shadows without a \
        path, rounded views that clip, and snapshots. The text ends with the most of these in a frame, \
        with the largest jump, and with what a scenario that reviews its motion finds wrong. In JSON, \
        the last instant has them under 'review'.
        """)

    @Argument(help: "The scenario, such as transition.cartFold.present.")
    var scenario: String

    @Option(help: .value("p,…", "Show these fractions of the scenario's duration."))
    var at = Checked<FractionList>("0,0.25,0.5,0.75,1")

    @Option(
      help: .value(
        "speed", "Play the transition in the terminal instead, this many times as fast: 1, or 0.25."
      ))
    var watch: Double?

    @OptionGroup(title: "Scenario") var scenarios: ScenarioOptions
    @OptionGroup(title: "Output") var output: OutputOptions<Inspect>

    func validate() throws {
      _ = try at.value
      try ValidationError.check(watch, in: 0.001...100, "--watch")
    }

    func perform() async throws -> ToolExit {
      try output.check()
      if let watch {
        try await play(watch)
        return .pass
      }
      let fractions = try at.value.fractions
      let workload = try scenarios.workload()
      let workers = try await MeasuredProgram.workers(workload)
      let screen = workload.screen
      let (states, frames, findings) = try await workers.withWorker { worker in
        let listing = try await worker.ask(ListBenchmarks())
        let traits = try listing.scenario(named: scenario)
        try await worker.prepare(scenario, workload.parameters(of: traits))
        let states = try await worker.ask(InspectViews(at: fractions))
        let frames = try await worker.frames(of: traits)
        return (states, frames, try await worker.ask(ReviewMotion()))
      }
      let report = InspectReport(
        zip(fractions, states).map {
          InspectReport.Moment(at: $0, views: $1, drawing: screen.drawingCosts(of: $1))
        },
        drawing: frames?.compactMap(screen.drawingCosts),
        largestJump: frames.flatMap {
          ViewJump.largest(in: $0, width: screen.width, height: screen.height)
        }, findings: findings)
      try output.write(text: report.text(output.style), json: report)
      return .pass
    }
  }
}

extension Framegate.Inspect {
  /// How often a second the terminal shows a new frame.
  private static var rate: RefreshRate { .hz60 }

  /// Plays the transition once, `speed` times as fast.
  private func play(_ speed: Double) async throws {
    guard case .standardOutput = output.destination, let columns = Terminal.outputWidth else {
      throw CommandError(
        "'--watch' plays in a terminal. Start it in one, without '--path', or leave '--watch' out.")
    }
    let workload = try scenarios.workload()
    let name = scenario
    let states = try await MeasuredProgram.workers(workload).withWorker { worker in
      let traits = try await worker.ask(ListBenchmarks()).scenario(named: name)
      let count = traits.frameCount(at: Self.rate)
      return try await worker.prepare(name, workload.parameters(of: traits))
        .ask(InspectViews(at: (0...count).map { Double($0) / Double(max(count, 1)) }))
    }
    let film = Film(
      Place(name, at: Self.rate), width: workload.screen.width, height: workload.screen.height,
      states: states)
    let picture = HalfBlockFilm(
      film, columns: columns, lines: Terminal.outputHeight - 2, isColored: Terminal.showsColor)
    // The screen is cleared, and the cursor hidden until the end, whatever ends it.
    Interruption.remember(isCursorHidden: true)
    try output.write("\u{1B}[2J\u{1B}[?25l" as TerminalText)
    defer {
      try? output.write(Terminal.shownCursor)
      Interruption.remember(isCursorHidden: false)
    }
    let clock = ContinuousClock()
    let start = clock.now
    for frame in states.indices {
      try output.write("\u{1B}[H\(picture.text(frame))" as TerminalText)
      let time = Self.rate.vsync(frame + 1) / speed
      try await clock.sleep(until: start + time)
    }
  }
}

/// Fractions of a duration, such as `0,0.25,1`.
struct FractionList: ArgumentText {
  let fractions: [Double]

  init(argument text: String) throws {
    fractions = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let fraction = Double(part), (0...1).contains(fraction) else {
        throw CommandError(
          "'\(part)' is not a fraction. Give numbers from 0 to 1, such as 0,0.25,1.")
      }
      return fraction
    }
  }
}

extension ScreenSize {
  /// What drawing the views of a frame would cost, or nil where the worker does not know how they
  /// look.
  fileprivate func drawingCosts(of views: [ViewState]) -> DrawingCosts? {
    guard views.contains(where: { $0.look != nil }) else { return nil }
    return DrawingCosts(of: views, width: width, height: height)
  }
}

extension BenchmarkListing {
  fileprivate func scenario(named name: String) throws -> ScenarioTraits {
    let scenarios = benchmarks.filter { $0.kind == .scenario }
    guard case .scenario(let traits) = try scenarios.named(name).work else {
      throw SelectionError.unknown(name: name, similar: [])
    }
    return traits
  }
}
