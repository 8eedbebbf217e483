import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts

/// What a command has measured, and how it is judged: the source of its report and its exit code.
enum Measurements: Sendable {
  case run(OfRun)
  case check(OfCheck)
  case compare(OfCompare)
  case trend(OfTrend)
}

extension Measurements {
  /// Results of the measured program.
  struct Run: Codable, Sendable {
    let division: ShardDivision
    var result: ResultFile
  }

  /// What changed against a baseline.
  struct Compared: Codable, Sendable {
    let division: ShardDivision
    let baseline, candidate: ResultLabel
    var comparison: Comparison

    /// Why benchmarks changed, or nil if not asked for.
    var explanations: [ExplainedChange]?
  }

  /// The course of benchmarks over commits.
  struct History: Codable, Sendable {
    let division: ShardDivision
    let toolchain: String

    /// The processors that measured it.
    var processors: [String]

    /// What a reader should know about its thresholds, in sentences.
    var warnings: [String] = []
    var trend: BenchmarkVerdicts.Trend
  }
}

extension Measurements {
  /// What `run` has measured; none of it is judged.
  struct OfRun: Codable, Sendable {
    /// The display and device that the tables are for.
    let display: BudgetRules

    var run: Run
    var ending: Ending
  }

  /// What `check` has measured.
  struct OfCheck: Codable, Sendable {
    let budgets: BudgetRules
    let isPaced: Bool
    let policy: GatePolicy

    var run: Run

    /// A second measurement of what exceeded budgets.
    var again: ResultFile?

    /// What changed, if there is a baseline.
    var compared: Compared?

    /// Why there is no comparison although the user requested one.
    var noBaseline: String?

    var ending: Ending
  }

  /// What `compare` has measured.
  struct OfCompare: Codable, Sendable {
    let policy: GatePolicy
    var compared: Compared

    /// The candidate, if it was compared with a stored result.
    var run: Run?

    var ending: Ending
  }

  /// What `trend` has measured.
  struct OfTrend: Codable, Sendable {
    let range: String
    let failsOnStep: Bool
    var history: History
    var ending: Ending
  }
}

// MARK: Parts

extension Measurements {
  /// The results, unless the command has none.
  var run: Run? {
    switch self {
    case .run(let shown): shown.run
    case .check(let measured): measured.run
    case .compare(let measured): measured.run
    case .trend: nil
    }
  }

  /// A second measurement of what exceeded budgets.
  var again: ResultFile? { if case .check(let measured) = self { measured.again } else { nil } }

  /// What changed, unless nothing was compared.
  var compared: Compared? {
    switch self {
    case .check(let measured): measured.compared
    case .compare(let measured): measured.compared
    case .run, .trend: nil
    }
  }

  var history: History? { if case .trend(let measured) = self { measured.history } else { nil } }

  var ending: Ending {
    switch self {
    case .run(let shown): shown.ending
    case .check(let measured): measured.ending
    case .compare(let measured): measured.ending
    case .trend(let measured): measured.ending
    }
  }

  /// The commits that were measured: the run's, both sides of a comparison, or both ends of a
  /// trend.
  var commits: [String] {
    let ends = [history?.trend.points.first, history?.trend.points.last].map { $0?.commit }
    let sides = [compared?.baseline.commit, compared?.candidate.commit]
    return ([run?.result.environment.commit.value] + sides + ends).compactMap(\.self)
  }

  /// How the selections of the run, the comparison and the trend are divided among shards.
  var divisions: [ShardDivision?] { [run?.division, compared?.division, history?.division] }
}

extension Measurements: Codable {
  /// The command that measured it, as shards name it.
  enum Command: String, Codable, CaseIterable {
    case run, check, compare, trend

    /// The formats of the command's report, which `merge` writes too.
    var formats: [ReportFormat] {
      switch self {
      case .run: Framegate.Run.formats
      case .check: Framegate.Check.formats
      case .compare: Framegate.Compare.formats
      case .trend: Framegate.Trend.formats
      }
    }
  }

  var command: Command { encoded.command }

  private enum CodingKeys: CodingKey { case command }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    switch try object.decode(Command.self, forKey: .command) {
    case .run: self = .run(try OfRun(from: decoder))
    case .check: self = .check(try OfCheck(from: decoder))
    case .compare: self = .compare(try OfCompare(from: decoder))
    case .trend: self = .trend(try OfTrend(from: decoder))
    }
  }

  /// Writes the command along with what it has measured.
  func encode(to encoder: any Encoder) throws {
    let (command, measured) = encoded
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(command, forKey: .command)
    try measured.encode(to: encoder)
  }

  private var encoded: (command: Command, measured: any Encodable) {
    switch self {
    case .run(let shown): (.run, shown)
    case .check(let measured): (.check, measured)
    case .compare(let measured): (.compare, measured)
    case .trend(let measured): (.trend, measured)
    }
  }
}

// MARK: Measuring

extension Measurements.Compared {
  /// What changed between a stored result, or the part of it that a plan measures, and another
  /// one.
  init(_ base: StoredResult, _ candidate: MeasuredResult, _ plan: Plan) {
    self.init(
      division: candidate.run.division, baseline: base.label, candidate: candidate.label,
      comparison: .compare(
        base: candidate.run.division.part(
          of: base.file, measuredBy: plan.shard?.shard ?? .whole),
        candidate: candidate.file, rules: plan.rules.comparison,
        spread: plan.program.store.runSpread(like: candidate.file)))
  }
}
