import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import FrameTiming

/// How thoroughly to measure, and what.
struct MeasuringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sample scenarios at these rates, not 60 and 120 Hz.", valueName: "hertz,…"))
  var rate: Checked<RateList>?

  @Option(
    help: ArgumentHelp(
      """
      Measure these metrics only, such as instructions. Otherwise \
      \(Metric.measuredByDefault.map(\.name).joined(separator: ", ")), and those of benchmarks.
      """, valueName: "name,…"))
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

  @Option(
    help: ArgumentHelp(
      "Set an environment variable of workers (repeatable).",
      valueName: "name=value"))
  var env: [Checked<VariableAssignment>] = []

  @Flag(help: "Seed Swift's hashing randomly, as in an app.")
  var randomHashing = false

  @Flag(help: "Run inside the tool's process, to debug or profile.")
  var inProcess = false

  @Flag(help: "Measure even a build without optimization.")
  var allowDebugBuild = false

  @Flag(help: ArgumentHelp("Show no progress bar.", visibility: .hidden))
  var noProgress = false

  func validate() throws {
    _ = try rate?.value
    _ = try metric?.value
    for assignment in env { _ = try assignment.value }
    guard env.isEmpty || !inProcess else {
      throw ValidationError("'--env' sets variables of workers. Leave '--in-process' out.")
    }
    try ValidationError.check(timeout, in: 0.1...86_400, "--timeout", "seconds")
  }
}

extension MeasuringOptions {
  /// What to measure, as one value.
  func settings(_ scenarios: ScenarioOptions) throws -> MeasuringSettings {
    var settings = try scenarios.settings()
    settings.chosenRates = try rate?.value.rates
    settings.chosenMetrics = try metric?.value.metrics
    settings.chosenCustomMetrics = try metric?.value.custom ?? []
    settings.timeout = .seconds(timeout)
    settings.hashesRandomly = randomHashing
    for assignment in env {
      let assignment = try assignment.value
      settings.environment[assignment.name] = assignment.value
    }
    return settings
  }

  /// A session that measures with these options.
  func session(
    _ selection: SelectionOptions, _ scenarios: ScenarioOptions, isQuiet: Bool,
    pacedSeconds: Double? = nil, findsCapacity: Bool = false
  ) throws -> MeasuringSession {
    MeasuringSession(
      selection: try selection.selection(),
      settings: RunSettings(
        try settings(scenarios), effort: quick ? .quick : .normal, pacedSeconds: pacedSeconds,
        findsCapacity: findsCapacity),
      isInProcess: inProcess, allowsDebugBuild: allowDebugBuild,
      showsProgress: showsProgress(isQuiet: isQuiet))
  }

  func showsProgress(isQuiet: Bool) -> Bool {
    !isQuiet && !noProgress && Terminal.isInteractive
  }
}

/// Refresh rates, such as `60,120`.
struct RateList: ArgumentText {
  let rates: [RefreshRate]
}

extension RateList {
  init(argument text: String) throws {
    rates = try text.split(separator: ",", omittingEmptySubsequences: false)
      .map { try RefreshRate(parsing: $0) }
    guard Set(rates).count == rates.count else {
      throw UsageError("'\(text)' names a rate twice. Name each one once, such as 60,120.")
    }
  }

  var argument: String { rates.map { String($0.hertz) }.joined(separator: ",") }
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
      throw UsageError(
        """
        There is no metric '\(name)'. \
        Choose from \(Metric.all.map(\.name).joined(separator: ", ")).
        """)
    }
  }

  var argument: String {
    (metrics.map(\.name) + custom).sorted().joined(separator: ",")
  }
}

/// An environment variable and its value, such as `FRAMEGATE_ISA=avx2`.
struct VariableAssignment: ArgumentText {
  let name: String
  let value: String

  init(argument text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !text.contains("\0") else {
      throw UsageError("'\(text)' is not a variable. Give its name and value, such as LEVEL=high.")
    }
    name = String(parts[0])
    value = String(parts[1])
  }

  var argument: String { "\(name)=\(value)" }
}
