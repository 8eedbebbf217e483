import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import WorkerProtocol

/// What a command measures, and how thoroughly.
struct MeasuringOptions: ParsableArguments {
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Scenarios") var scenarios: MeasuredScenarioOptions
  @OptionGroup(title: "Measuring") var effort: EffortOptions
}

/// How thoroughly to measure, at which rates, and which metrics.
struct EffortOptions: ParsableArguments {
  @OptionGroup var rate: RateOptions
  @OptionGroup var shards: ShardOptions

  @Option(
    help: .value(
      "name,…",
      "Measure these metrics only, such as instructions or syscalls; else times and allocations."))
  var metric: Checked<MetricChoice>?

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
  func workload() throws -> Workload {
    var workload = try scenarios.workload()
    workload.chosenRates = try effort.rate.rate?.value.rates
    workload.chosenMetrics = try effort.metric?.value
    workload.timeout = .seconds(effort.timeout)
    for assignment in effort.env {
      let assignment = try assignment.value
      workload.environment[assignment.name] = assignment.value
    }
    if workload.environment[WorkerStart.hashSeedVariable] == "random" {
      workload.environment[WorkerStart.hashSeedVariable] = nil
      workload.hashesRandomly = true
    }
    return workload
  }
}

extension MetricChoice: ArgumentText {
  /// Reads names, such as `wallClock,mallocCountTotal`.
  init(argument text: String) throws {
    self.init(names: text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
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
