import ArgumentParser
import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import FrameLogs
import FrameTiming
import ReportText

// Options that several commands have, each declared once.

/// Names that a command takes.
struct FilterOptions: ParsableArguments {
  @Option(help: .value("regex", "Select benchmarks whose name matches (repeatable)."))
  var filter: [Checked<NamePattern>] = []

  func validate() throws { for pattern in filter { _ = try pattern.value } }
}

extension NamePattern: ArgumentText {
  init(argument text: String) throws { try self.init(parsing: text) }
}

/// The name under which a result is kept.
struct SaveOptions: ParsableArguments {
  @Option(help: .value("name", "Keep the result under this name, to compare with it."))
  var save: String?

  @Flag(help: "Replace a stored result of that name.")
  var overwrite = false

  /// The name, if a store can keep a result under it, or nil without one.
  func check(_ store: ResultStore) throws -> ResultName? {
    let name = try save.map { try ResultName($0) }
    if let name { try store.checkCanSaveBaseline(name, overwrite: overwrite) }
    return name
  }
}

/// Which rows the tables of a run have.
struct RowOptions: ParsableArguments {
  @Flag(help: "Print every row.")
  var allRows = false
}

/// Refresh rates of the imitated display.
struct RateOptions: ParsableArguments {
  @Option(
    help: .value(
      "hertz,…",
      "Use these rates, not \(Words.list(Workload.standardRates.map { "\($0.hertz)" })) Hz."))
  var rate: Checked<RateList>?

  func validate() throws { _ = try rate?.value }

  /// The rate of a replay, or nil without one.
  func single() throws -> RefreshRate? {
    let rates = try rate?.value.rates ?? []
    guard rates.count <= 1 else {
      throw CommandError("A replay has one rate. Give '--rate' one, such as \(rates[0].hertz).")
    }
    return rates.first
  }
}

/// The change of a time that matters.
struct ThresholdOptions: ParsableArguments {
  @Option(
    help: .value(
      "percent",
      """
      Ignore changes of times below this many percent. Otherwise \
      \(percent(ComparisonRules.pairedThreshold(of: .benchmark))) (benchmarks), \
      \(percent(ComparisonRules.pairedThreshold(of: .scenario))) (scenarios), \
      \(percent(ComparisonRules.separateRunsThreshold)) (stored).
      """))
  var threshold: Double?

  func validate() throws {
    try ValidationError.check(threshold, in: 0...1_000, "--threshold", "percent")
  }

  /// The threshold as a share of the time, or nil for the usual one.
  var share: Double? { threshold.map { $0 / 100 } }
}

/// A share in percent, for help pages.
private func percent(_ share: Double) -> String { ArgumentHelp.number(share * 100) }

/// How long two sides are compared.
struct TimeOptions: ParsableArguments {
  @Option(
    help: .value(
      "seconds",
      """
      Measure each benchmark this long, not \(ArgumentHelp.number(Effort.usualSeconds)) s (cold \
      \(ArgumentHelp.number(Effort.usualColdSeconds))).
      """))
  var time: Double?

  func validate() throws { try ValidationError.check(time, in: 0.1...86_400, "--time", "seconds") }
}

/// Work that is made slower on purpose.
struct InjectOptions: ParsableArguments {
  @Option(help: .value("share", "Make work slower by this share, as a trial."))
  var inject: Double?

  func validate() throws {
    guard let inject, !(inject.isFinite && inject > 0 && inject <= 10) else { return }
    throw ValidationError("'--inject' must be above 0 and at most 10, got \(inject).")
  }
}

/// The log of a real display.
struct LogOptions: ParsableArguments {
  @Option(help: .value("file", "Take this frame log. See results/logs.md"), completion: .file())
  var log: String?

  @OptionGroup var format: LogFormatOptions

  var file: LogFile? { get throws { try log.map(format.file) } }
}

/// How a log is read.
struct LogFormatOptions: ParsableArguments {
  @Option(help: .value("format", "Read the log as this format, not by its content."))
  var logFormat: Checked<LogFormat>?

  @Option(help: .value("name", "Take this process, window or display of a log."))
  var stream: String?

  @Option(
    help: .value(
      "seconds", "State how long a log of hitches alone was recorded.", isHidden: true))
  var elapsed: Double?

  /// Whether none of these options is given.
  var isEmpty: Bool { logFormat == nil && stream == nil && elapsed == nil }

  func validate() throws {
    _ = try logFormat?.value
    try ValidationError.check(elapsed, in: 0.001...31_622_400, "--elapsed", "seconds")
  }

  func file(_ path: String) throws -> LogFile {
    LogFile(path: path, format: try logFormat?.value, stream: stream, elapsedSeconds: elapsed)
  }
}

extension LogFormat: ArgumentText {}

/// A device whose work takes longer.
struct DeviceOptions: ParsableArguments {
  @Option(help: .value("name", "Imitate this device; 'calibrate RESULT' stores it."))
  var device: Checked<ResultName>?

  func validate() throws { _ = try device?.value }

  var name: ResultName? { get throws { try device?.value } }
}

/// How `run` and `check` play scenarios on a real timer.
struct TimerOptions: ParsableArguments {
  @Flag(help: "Also play on a real timer, and judge that in 'check'.")
  var paced = false

  @Option(help: .value("seconds", "Run the timer this long at each rate."))
  var seconds = 2.0

  func validate() throws {
    try ValidationError.check(seconds, in: 0.01...3_600, "--seconds", "seconds")
  }

  /// How long the timer runs at each rate, or nil without one.
  var pacedSeconds: Double? { paced ? seconds : nil }
}

extension ResultName: ArgumentText { init(argument text: String) throws { try self.init(text) } }

/// Refresh rates, such as `60,120`.
struct RateList: ArgumentText {
  let rates: [RefreshRate]

  init(argument text: String) throws {
    rates = try text.split(separator: ",", omittingEmptySubsequences: false)
      .map { try RefreshRate(parsing: $0) }
    guard Set(rates).count == rates.count else {
      throw CommandError("'\(text)' names a rate twice. Name each one once, such as 60,120.")
    }
  }
}
