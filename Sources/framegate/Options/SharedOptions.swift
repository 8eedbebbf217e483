import ArgumentParser
import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import FrameTiming
import ReportText

// Options that several commands have, each declared once.

/// Which names a command selects.
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

  func validate() throws {
    guard overwrite, save == nil else { return }
    throw ValidationError(
      "'--overwrite' replaces what '--save' names. Add '--save', or leave it out.")
  }

  /// The name, if it is given; throws if the store could not keep a result under it.
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
    guard rates.count <= 1 else { throw ReplayError.severalRates(rates) }
    return rates.first
  }
}

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

/// A device whose work takes longer.
struct DeviceOptions: ParsableArguments {
  @Option(help: .value("name", "Imitate this device; 'calibrate --device' stores it."))
  var device: Checked<ResultName>?

  func validate() throws { _ = try device?.value }

  var name: ResultName? { get throws { try device?.value } }
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
