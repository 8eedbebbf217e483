import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import FrameTiming
import ReportText
import WorkerClient
import WorkerProtocol

extension Framegate {
  struct Inspect: ToolCommand, ReportingCommand {
    static let formats = Answer.formats

    static let configuration = CommandConfiguration(
      abstract: "Show the state of every view of a scenario at some instants.",
      discussion: """
        Lists views back to front with their presentation values: frame, opacity, look, transform. \
        The look is what differs from a plain view, such as rounded corners, a background and a shadow. \
        The views of the two controllers are named 'from' and 'to'. They are listed first, and marked \
        'absent' while they are off screen. At 1, the animations have ended and their \
        completions have run, but views that leave at the end may still be there. 'Drawn' counts \
        what costs a renderer: overdraw (areas of views over that of the screen), shadows without a \
        path, rounded views that clip, and snapshots. Then come the maxima over all frames, the largest \
        jump, and the findings of the scenario's review. In JSON, the last instant has them under \
        'review'.
        """)

    @Argument(help: "The scenario, such as transition.cartFold.present.")
    var scenario: String

    @Option(help: .value("p,…", "Show these fractions of the scenario's duration."))
    var at = Checked<FractionList>("0,0.25,0.5,0.75,1")

    @OptionGroup(title: "Scenario") var scenarios: ScenarioOptions
    @OptionGroup(title: "Output") var output: OutputOptions<Inspect>

    func validate() throws {
      _ = try at.value
    }

    func perform() async throws -> ToolExit {
      try output.check()
      let fractions = try at.value.fractions
      let workload = try scenarios.workload()
      let workers = try await output.resolvedProgram().workers(workload)
      let screen = workload.screen
      let (states, played, findings) = try await workers.withWorker { worker in
        let listing = try await worker.ask(ListBenchmarks())
        let traits = try listing.scenario(named: scenario)
        try await worker.prepare(scenario, workload.parameters(of: traits))
        let states = try await worker.ask(InspectViews(at: fractions))
        let played = try await Self.played(traits, by: worker)
        return (states, played, try await worker.ask(ReviewMotion()))
      }
      let report = InspectReport(
        zip(fractions, states).map {
          InspectReport.Moment(at: $0, views: $1, drawing: screen.drawingCosts(of: $1))
        },
        drawing: played.value?.compactMap(screen.drawingCosts),
        largestJump: played.value.flatMap(screen.largestJump), unplayed: played.reason,
        findings: findings)
      try output.write(text: report.text(output.style), json: report)
      return .pass
    }

    /// The views in each frame, or why there are none.
    private static func played(
      _ traits: ScenarioTraits, by worker: some WorkerConnection
    ) async throws -> Measured<[[ViewState]]> {
      do {
        return .value(try await worker.frames(of: traits))
      } catch let unavailable as Unavailable {
        return .unavailable(unavailable.reason)
      }
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

extension BenchmarkListing {
  fileprivate func scenario(named name: String) throws -> ScenarioTraits {
    let listed = try benchmarks.filter { $0.kind == .scenario }.named(name)
    guard case .scenario(let traits) = listed.work else {
      preconditionFailure("'\(name)' is listed as a scenario without its traits")
    }
    return traits
  }
}
