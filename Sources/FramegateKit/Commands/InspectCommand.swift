import ArgumentParser
import BenchmarkHarness
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner

extension Framegate {
  /// Shows every view of a scenario at some instants.
  struct Inspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the state of every view of a scenario at some instants.",
      discussion: """
        Views are listed back to front with their presentation values: frame, transform, opacity. \
        The views of the two controllers are named 'from' and 'to'. At 1 the animations have ended \
        and their completions have run; views that leave at the end are still there.
        """)

    @Argument(help: "The scenario, such as transition.cartFold.present.")
    var scenario: String

    @Option(
      help: ArgumentHelp("Fractions of the scenario's duration, 0…1.", valueName: "p,…"),
      transform: FractionList.init(parsing:))
    var at = FractionList(fractions: [0, 0.25, 0.5, 0.75, 1])

    @OptionGroup var scenarios: ScenarioOptions
    @OptionGroup var output: OutputOptions<DataFormat>

    func run() async throws {
      let registry = Registration.current.makeRegistry()
      let entry = try registry.scenario(named: scenario)
      let pool = WorkerPool(
        registry: registry, executable: EnvironmentProbe.executablePath, timeout: .seconds(60),
        isInProcess: false)
      let parameters = ScenarioParameters(
        layers: scenarios.layers, variant: scenarios.variant ?? entry.variant ?? .struct,
        screen: scenarios.screen)
      let states = try await pool.inspect(scenario, parameters: parameters, at: at.fractions)
      let report = InspectReport(
        zip(at.fractions, states).map { InspectReport.Moment(at: $0, views: $1) })
      switch output.format {
      case .text: try output.write(report.text(output.style))
      case .json: try output.write(report.json())
      }
    }
  }
}

/// Fractions from the command line: `0,0.25,1`.
struct FractionList: Sendable {
  let fractions: [Double]

  init(fractions: [Double]) {
    self.fractions = fractions
  }

  init(parsing text: String) throws {
    fractions = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let fraction = Double(part), (0...1).contains(fraction) else {
        throw ValidationError(
          "'\(part)' is not a fraction. Give numbers from 0 to 1, such as 0,0.25,1.")
      }
      return fraction
    }
  }
}

extension BenchmarkRegistry {
  /// The scenario called `name`.
  ///
  /// - Throws: ``SelectionError`` that names what is alike.
  func scenario(named name: String) throws -> RegistryEntry {
    let scenarios = entries.filter { $0.kind == .scenario }
    if let entry = scenarios.first(where: { $0.name == name }) { return entry }
    let lowercased = name.lowercased()
    let alike = scenarios.map(\.name).filter {
      $0.lowercased().contains(lowercased) || lowercased.contains($0.lowercased())
    }
    throw SelectionError.unknown(name: name, alike: Array(alike.prefix(3)))
  }
}
