import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import WorkerProtocol

/// What a command measures, and how thoroughly.
struct MeasuringOptions: ParsableArguments {
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Scenarios") var scenarios: ScenarioOptions
  @OptionGroup(title: "Measuring") var effort: EffortOptions
}

/// How thoroughly to measure, and what.
struct EffortOptions: ParsableArguments {
  @OptionGroup var rate: RateOptions
  @OptionGroup var shards: ShardOptions

  @Option(
    help: .value(
      "name,…",
      "Measure these metrics only, such as instructions or syscalls; else times and allocations."))
  var metric: Checked<MetricList>?

  @Flag(
    help: """
      Get a rough answer fast, without signposts. Between revisions: '--time 1', without cold frames.
      """)
  var quick = false

  @Option(
    help: ArgumentHelp(
      "Fail a benchmark whose worker does not respond within this time.", valueName: "seconds",
      visibility: .hidden))
  var timeout = 60.0

  @Option(help: .value("name=value", "Set an environment variable of workers (repeatable)."))
  var env: [Checked<VariableAssignment>] = []

  @Flag(help: ArgumentHelp("Measure even a build without optimization.", visibility: .hidden))
  var allowDebugBuild = false

  func validate() throws {
    _ = try metric?.value
    for assignment in env { _ = try assignment.value }
    try ValidationError.check(timeout, in: 0.1...86_400, "--timeout", "seconds")
  }
}

extension MeasuringOptions {
  func settings() throws -> MeasuringSettings {
    var settings = try scenarios.settings()
    settings.chosenRates = try effort.rate.rate?.value.rates
    settings.chosenMetrics = try effort.metric?.value.metrics
    settings.chosenCustomMetrics = try effort.metric?.value.custom ?? []
    settings.timeout = .seconds(effort.timeout)
    for assignment in effort.env {
      let assignment = try assignment.value
      settings.environment[assignment.name] = assignment.value
    }
    if settings.environment[WorkerStart.hashSeedVariable] == "random" {
      settings.environment[WorkerStart.hashSeedVariable] = nil
      settings.hashesRandomly = true
    }
    return settings
  }

  func session(isQuiet: Bool) throws -> MeasuringSession {
    let shard = try effort.shards.plan()
    return MeasuringSession(
      selection: try selection.selection(),
      settings: RunSettings(try settings(), effort: effort.quick ? .quick : .normal),
      allowsDebugBuild: effort.allowDebugBuild, isQuiet: isQuiet, shard: shard,
      // The file of the shard has it.
      storage: shard == nil ? .required : .none)
  }
}

/// Metric names, such as `wallClock,mallocCountTotal`.
struct MetricList: ArgumentText {
  let metrics: Set<Metric>

  /// Those that only benchmarks themselves can record.
  let custom: Set<String>

  init(argument text: String) throws {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    metrics = Set(names.compactMap(Metric.named))
    custom = Set(names.filter { Metric.named($0) == nil })
    if let name = custom.first(where: { !CustomMetric.isValid(name: $0) }) {
      throw CommandError(
        """
        There is no metric '\(name)'. \
        Choose from \(Metric.all.map(\.name).joined(separator: ", ")).
        """)
    }
  }
}

/// An environment variable and its value, such as `FRAMEGATE_ISA=avx2`.
struct VariableAssignment: ArgumentText {
  let name: String
  let value: String

  init(argument text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !text.contains("\0") else {
      throw CommandError(
        "'\(text)' is not a variable. Give its name and value, such as LEVEL=high.")
    }
    name = String(parts[0])
    value = String(parts[1])
  }
}
