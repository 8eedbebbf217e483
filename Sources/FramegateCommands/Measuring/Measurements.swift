import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import WorkerProtocol

/// How what was measured is judged.
enum Judging: Hashable, Codable, Sendable {
  /// Nothing is; the tables are shown for this display and device.
  case run(BudgetRules)

  case check(budgets: BudgetRules, isPaced: Bool, policy: GatePolicy)
  case compare(policy: GatePolicy)
  case trend(range: String, failsOnStep: Bool)
}

/// What a command has measured, and how that is judged: all that its report and its exit code are
/// made of.
struct Measurements: Codable, Sendable {
  /// Results of the measured program, and those that exceeded budgets measured once more.
  struct Run: Codable, Sendable {
    let division: ShardDivision
    var result: ResultFile
    var again: ResultFile?
  }

  /// What changed against a baseline.
  struct Compared: Codable, Sendable {
    let division: ShardDivision
    let baseline, candidate: ResultLabel
    var comparison: Comparison

    /// Why benchmarks changed, or nil if not asked for.
    var explanations: ExplanationReport?
  }

  /// The course of benchmarks over commits.
  struct History: Codable, Sendable {
    let division: ShardDivision
    let toolchain: String

    /// What measured it.
    var processors: [String]
    var trend: BenchmarkVerdicts.Trend
  }

  let judging: Judging
  var isInterrupted = false
  var run: Run?
  var compared: Compared?
  var history: History?

  /// Why nothing was compared although that was asked for.
  var noBaseline: String?

  /// What failed, apart from what the results say.
  var failures: [Gate.Failure] = []

  init(_ judging: Judging) { self.judging = judging }
}

extension Measurements {
  /// Adds a run of the measured program, or a stored result.
  mutating func add(_ result: MeasuredResult) {
    run = Run(division: result.division, result: result.file)
    isInterrupted = result.isInterrupted
    failures += result.problems.map(\.failure)
  }

  /// Adds what changed between two revisions.
  mutating func add(_ revisions: ComparedRevisions) {
    compared = revisions.compared
    isInterrupted = isInterrupted || revisions.isInterrupted
    failures += revisions.failures
  }

  /// Adds what changed between a stored result, or the part of it that `shard` measures, and the
  /// added one.
  mutating func compare(
    _ base: StoredResult, with candidate: MeasuredResult, _ rules: ComparisonRules,
    shard: ShardPlan?
  ) {
    compared = Compared(
      division: candidate.division, baseline: base.label, candidate: candidate.label,
      comparison: .compare(
        base: candidate.division.part(of: base.content, measuredBy: shard?.shard ?? .whole),
        candidate: candidate.file, rules: rules,
        spread: ResultsFolder.store.runSpread(like: candidate.file)))
  }

  /// The commits that were measured: that of the run, both sides of a comparison, or both ends of
  /// a trend.
  var commits: [String] {
    let ends = [history?.trend.points.first, history?.trend.points.last].map { $0?.commit }
    let sides = [compared?.baseline.commit, compared?.candidate.commit]
    return ([run?.result.environment.commit.value] + sides + ends).compactMap(\.self)
  }

  /// How the selection of its run, its comparison and its trend is divided.
  var divisions: [ShardDivision?] { [run?.division, compared?.division, history?.division] }
}

extension Gate {
  /// Adds what changed, and what went wrong while it was measured.
  mutating func add(_ measured: Measurements) {
    comparison = measured.compared?.comparison
    // What failed, or was refused, in the run and in the comparison is one.
    let failed = Set(failures.map(\.name))
    failures += measured.failures.uniqued().filter { !failed.contains($0.name) }
    isInterrupted = measured.isInterrupted
    noBaseline = measured.noBaseline
  }
}

extension CheckReport {
  /// Judges a run by budgets, and what changed against a baseline if there is one.
  init(_ measured: Measurements, _ run: Measurements.Run) throws {
    guard case .check(let budgets, let isPaced, let policy) = measured.judging else {
      throw MergeError.unknownCommand
    }
    var gate = try Gate(run.result, budgets: budgets, isPaced: isPaced, policy: policy)
    if let again = run.again {
      gate = gate.confirmed(
        by: try Gate(again, budgets: budgets, isPaced: isPaced, policy: policy))
    }
    gate.add(measured)
    let limited = Set(gate.findings.map(\.benchmark))
    self.init(
      gate, sides: measured.compared.map { ($0.baseline, $0.candidate) },
      explanations: measured.compared?.explanations,
      unlimited: run.result.benchmarks.count {
        $0.kind == .benchmark && !limited.contains($0.name)
      })
  }
}

extension CompareReport {
  /// Judges what changed.
  init(_ measured: Measurements, _ compared: Measurements.Compared) throws {
    guard case .compare(let policy) = measured.judging else { throw MergeError.unknownCommand }
    var gate = Gate(compared.comparison, policy: policy)
    gate.failures = measured.run?.result.failures ?? []
    gate.add(measured)
    self.init(
      gate, baseline: compared.baseline, candidate: compared.candidate,
      explanations: compared.explanations)
  }
}

extension RegistrationProblem {
  /// The problem as a benchmark that failed.
  var failure: Gate.Failure { Gate.Failure(name: "\(location)", reason: reason) }
}
