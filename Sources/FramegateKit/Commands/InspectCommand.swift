import ArgumentParser
import BenchmarkHarness
import BenchmarkReports
import BenchmarkRunner

extension Framegate {
  /// Shows every view of a scenario at some instants.
  struct Inspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the state of every view of a scenario at some instants.",
      discussion: """
        Lists views back to front with their presentation values: frame, transform, opacity. \
        The views of the two controllers are named 'from' and 'to'. At 1, the animations have ended \
        and their completions have run, but views that leave at the end are still shown.
        """)

    @Argument(help: "The scenario, such as transition.cartFold.present.")
    var scenario: String

    @Option(
      help: ArgumentHelp(
        "Fractions of the scenario's duration, from 0 to 1, such as 0,0.25,1.", valueName: "p,…"))
    var at = Checked(FractionList(fractions: [0, 0.25, 0.5, 0.75, 1]))

    @OptionGroup(title: "Scenario") var scenarios: ScenarioOptions
    @OptionGroup(title: "Output") var output: OutputOptions<DataFormat>

    func validate() throws {
      _ = try at.value
    }

    func run() async throws {
      try output.check()
      let fractions = try at.value.fractions
      let settings = try scenarios.settings()
      let states = try await RunningTool.workers(settings).withWorker { worker in
        let listing = try await worker.list()
        let traits = try listing.scenario(named: scenario)
        return try await worker.prepare(scenario, settings.parameters(of: traits))
          .inspect(at: fractions)
      }
      let report = InspectReport(
        zip(fractions, states).map { InspectReport.Moment(at: $0, views: $1) })
      switch output.format {
      case .text: try output.write(report.text(output.style))
      case .json: try output.write(report.json())
      }
    }
  }
}

/// Fractions of a duration, such as `0,0.25,1`.
struct FractionList: ArgumentText {
  let fractions: [Double]
}

extension FractionList {
  init(argument text: String) throws {
    fractions = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let fraction = Double(part), (0...1).contains(fraction) else {
        throw UsageError("'\(part)' is not a fraction. Give numbers from 0 to 1, such as 0,0.25,1.")
      }
      return fraction
    }
  }

  var argument: String {
    fractions.map { $0 == $0.rounded() ? String(Int($0)) : String($0) }.joined(separator: ",")
  }
}

extension BenchmarkListing {
  /// The scenario called `name`.
  ///
  /// - Throws: ``SelectionError`` with similar names.
  fileprivate func scenario(named name: String) throws -> ScenarioTraits {
    var similar: [String] = []
    for listed in benchmarks {
      guard case .scenario(let traits) = listed.work else { continue }
      if listed.name == name { return traits }
      if listed.name.lowercased().contains(name.lowercased())
        || name.lowercased().contains(listed.name.lowercased())
      {
        similar.append(listed.name)
      }
    }
    throw SelectionError.unknown(name: name, similar: Array(similar.prefix(3)))
  }
}
