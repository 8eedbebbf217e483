import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation

extension Framegate {
  struct Compare: ToolCommand, ReportingCommand {
    static let formats = Decision.formats

    static let configuration = CommandConfiguration(
      abstract: "Compare two revisions, executables or stored results.",
      discussion: """
        BASE and CANDIDATE are each a git revision, a name given to 'run --save', or a result file. \
        Write 'name:' or 'rev:' before one that could be both, and 'run:' before a revision for its \
        newest stored run. Two revisions are built and measured alternately, and so are two executables \
        as they are, such as ./old ./new. If either side is a stored result, nothing is built, and a \
        revision means its newest stored run. The verdicts: results/comparing.md

        \(ToolExit.table)
        """)

    @Argument(help: "The baseline.", completion: .file())
    var base: String?

    @Argument(help: "What to compare with it; without it, the working tree.", completion: .file())
    var candidate: String?

    @OptionGroup(title: "Commands") var commands: CommandOptions

    @Option(
      help: .value("file", "Compare frame logs; give the option twice."),
      completion: .file())
    var log: [String] = []

    @OptionGroup var logFormat: LogFormatOptions
    @OptionGroup var options: ComparingOptions
    @OptionGroup(title: "Output") var report: ReportOptions<Compare>

    func validate() throws { _ = try subject }

    func perform() async throws -> ToolExit {
      try options.measuring.effort.shards.announce()
      switch try subject {
      case .logs: return try await compareLogs()
      case .commands:
        let plan = try plan(of: await report.output.resolvedProgram())
        return try await commands.sides().withSides(plan, compare)
      case .operands(let base): return try await compare(base)
      }
    }
  }
}

extension Framegate.Compare {
  /// What is compared.
  private enum Subject {
    case logs
    case commands

    /// Revisions, executables or stored results; `base` is the baseline.
    case operands(base: String)
  }

  private var subject: Subject {
    get throws {
      let hasCommands = !commands.command.isEmpty
      if let base, hasCommands {
        throw ValidationError(
          "'--command' names what is compared. Leave '\(base)' out, or the commands.")
      }
      if hasCommands, options.lockstep.explain || options.lockstep.layouts != nil {
        throw ValidationError(
          "'--explain' and '--layouts' look into code, and '--command' measures whole processes. Leave them out."
        )
      }
      if hasCommands { try options.requireNoScenarios(of: report.output.program) }
      if hasCommands, let chosen = try options.measuring.effort.metric?.value {
        let times: MetricChoice = [.wallClock, .cpuTotal]
        guard chosen.names.isSubset(of: times.names) else {
          throw ValidationError(
            """
            A command has only the metrics wallClock and cpuTotal. Name one of them with '--metric'.
            """)
        }
      }
      if !log.isEmpty {
        guard log.count == 2, base == nil, !hasCommands else {
          throw ValidationError(
            "Two logs are compared, and nothing else with them: '--log OLD --log NEW'.")
        }
        try options.requireNothingToMeasure(from: .log)
        try options.requireNoBuildOptions()
        return .logs
      }
      guard hasCommands || base != nil else {
        throw ValidationError(
          "Nothing to compare. Name a revision, such as main, or two commands with '--command'.")
      }
      guard logFormat.isEmpty else {
        throw ValidationError(
          "'--log-format', '--stream' and '--elapsed' belong to logs. Leave them out.")
      }
      return base.map { .operands(base: $0) } ?? .commands
    }
  }

  /// Compares executables or revisions, or stored results if either side is one.
  private func compare(_ base: String) async throws -> ToolExit {
    let program = try await report.output.resolvedProgram()
    let plan = try plan(of: program)
    if let executables = try ExecutableSides(base, candidate, insteadOf: program) {
      guard options.lockstep.benchmarks == nil else {
        throw CommandError("Executables are measured as they are. Leave '--benchmarks' out.")
      }
      return try await compare(
        executables.sides(), plan.measuring(.init(file: executables.candidate)))
    }
    guard let old = try await Revision(operand: base, for: program),
      let new = try await Revision(operand: candidate, for: program)
    else { return try await compareStored(base, plan) }
    try report.check()
    let sides = try await BuiltRevisions(
      building: BySide(baseline: old, candidate: new), by: plan)
    return try await compare(sides, plan)
  }

  /// Measures both sides alternately, and reports on them.
  private func compare(
    _ sides: BuiltRevisions, _ plan: Plan
  ) async throws -> ToolExit {
    let start = Date()
    try report.check()
    let changes = try await sides.measure(by: plan)
    let measured = Measurements.OfCompare(
      policy: plan.rules.policy, compared: changes.compared, ending: changes.ending)
    let exit = await report.write(CompareReport(measured), filmedBy: changes.studios)
    return exit.reporting { try plan.saveShard(.compare(measured), since: start) }
  }

  /// Compares a stored result with another one, or with a new run.
  private func compareStored(_ base: String, _ plan: Plan) async throws -> ToolExit {
    let start = Date()
    try plan.requireWhole(ifStored: candidate)
    try plan.requireNoBuilds()
    if candidate == nil {
      try options.requireNoRevisions()
    } else {
      try options.requireNothingToMeasure(from: .result)
    }
    let isWarm = plan.workload.isWarm
    let base = try await StoredResult(base, of: plan.program, isWarm: isWarm)
    let stored: StoredResult? =
      if let candidate {
        try await StoredResult(candidate, of: plan.program, isWarm: isWarm)
      } else { nil }
    try report.check(inputs: [base.url, stored?.url].compactMap(\.self))
    let candidate = try await RunMeasurement(plan).result(stored)
    let measured = Measurements.OfCompare(
      policy: plan.rules.policy,
      compared: .init(base, candidate, plan),
      run: candidate.run, ending: candidate.ending)
    let found = await report.write(
      CompareReport(measured),
      candidate: RunReport(of: ReplayedResult(candidate.file), in: plan.program.store),
      baseline: base.file,
      filmedBy: FilmStudios(candidate: FilmStudio(file: candidate.file, of: plan.program)))
    let exit = found.reporting { try plan.saveShard(.compare(measured), since: start) }
    candidate.tellIfUnsaved()
    return exit
  }

  /// Compares what two displays recorded.
  private func compareLogs() async throws -> ToolExit {
    let files = try log.map(logFormat.file)
    try report.check(inputs: files.map(\.url))
    let contents = try files.map { try $0.content() }
    let logs = try zip(files, contents).map { file, content in
      try file.translating { try SeparateLogs.Log(content.name, content.stream) }
    }
    let both = try SeparateLogs(logs[0], logs[1], threshold: options.gate.threshold.share)
    return await report.write(
      CompareReport(
        Gate(both.comparison, policy: options.gate.policy), baseline: files[0].label(),
        candidate: files[1].label()))
  }
}
