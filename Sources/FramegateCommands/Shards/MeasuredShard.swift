import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText
import WorkerProtocol

/// What a command has measured before it judges; without `--shard`, the only shard.
///
/// Its file is all that `merge` needs, which judges all shards together with the same code.
struct MeasuredShard: Codable, Sendable {
  /// The schema that this version writes and reads.
  static let currentSchemaVersion = 1

  /// Results of this tool, and those that exceeded budgets measured once more.
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

  var shardSchemaVersion = Self.currentSchemaVersion
  let shard: Shard

  /// The command line without what may differ between shards, or nil without `--shard`.
  let arguments: [String]?

  let tool: ToolIdentity

  /// When it started.
  let time: Date

  /// How long it took.
  var seconds = 0.0

  var isInterrupted = false
  var run: Run?
  var compared: Compared?
  var history: History?

  /// Why nothing was compared although that was asked for.
  var noBaseline: String?

  /// What failed, apart from what the results say.
  var failures: [Gate.Failure] = []

  init(_ plan: ShardPlan?, at time: Date = Date()) {
    shard = plan?.shard ?? .whole
    arguments = plan?.arguments
    tool = MeasuredProgram.tool
    self.time = time
  }
}

extension MeasuredShard {
  /// Reads a file's content and checks every value.
  init(json: Data, file: String) throws {
    guard !json.isEmpty else { throw ResultsError.emptyFile(file: file) }
    do {
      guard let version = try PrettyJSON.decode(Schema.self, from: json).shardSchemaVersion else {
        throw MergeError.notAShard(file: file)
      }
      guard version == Self.currentSchemaVersion else {
        throw ResultsError.unknownSchema(
          file: file, version: version, supported: Self.currentSchemaVersion)
      }
      self = try PrettyJSON.decode(MeasuredShard.self, from: json)
    } catch let error as DecodingError { throw ResultsError(error, file: file) }
    guard arguments != nil else { throw MergeError.notAShard(file: file) }
    _ = try Shard(index: shard.index, total: shard.total)
    for result in [run?.result, run?.again] { try result?.validate(file: file) }
  }

  private struct Schema: Decodable { let shardSchemaVersion: Int? }

  /// The commits that were measured: that of the run, both sides of a comparison, or both ends of
  /// a trend.
  var commits: [String] {
    let ends = [history?.trend.points.first, history?.trend.points.last].map { $0?.commit }
    let sides = [compared?.baseline.commit, compared?.candidate.commit]
    return ([run?.result.environment.commit.value] + sides + ends).compactMap(\.self)
  }

  /// How the selection of its run, its comparison and its trend is divided.
  var divisions: [ShardDivision?] { [run?.division, compared?.division, history?.division] }

  /// What is left of a stored baseline for this shard; the first one also has what no shard
  /// measures, which is missing.
  func part(of base: ResultFile) -> ResultFile {
    guard let division = run?.division else { return base }
    let own = Set(division.names)
    var part = base
    part.benchmarks.removeAll { benchmark in
      !own.contains(benchmark.name)
        && (shard.index > 1 || division.others.contains(benchmark.name))
    }
    return part
  }
}

extension MeasuredShard {
  /// Adds a run of this tool, or a stored result.
  mutating func add(_ outcome: SessionOutcome) {
    run = Run(division: outcome.division, result: outcome.file)
    isInterrupted = outcome.isInterrupted
    failures += outcome.problems.map(\.failure)
  }

  /// Adds what changed between a stored result, or this shard's part of it, and the added one.
  mutating func compare(
    _ base: StoredResult, with candidate: SessionOutcome, _ settings: ComparisonSettings
  ) {
    compared = Compared(
      division: candidate.division, baseline: base.label, candidate: candidate.label,
      comparison: .compare(
        base: part(of: base.content), candidate: candidate.file, settings: settings,
        spread: ResultsFolder.store.runSpread(like: candidate.file)))
  }

  /// Adds what changed between two revisions.
  mutating func add(_ findings: ComparisonFindings) {
    compared = findings.compared
    isInterrupted = isInterrupted || findings.isInterrupted
    failures += findings.failures
  }

  /// What of how many it has, in words.
  private var extent: String {
    guard let division = divisions.compactMap(\.self).first else { return "nothing" }
    return division.names.isEmpty
      ? "no benchmark, because other shards have all \(division.count)"
      : "\(division.names.count) of \(Words.count(division.count, "benchmark"))"
  }

  fileprivate func save(isQuiet: Bool) throws {
    let url = try ResultsFolder.store.createShard(
      try PrettyJSON.encode(self), commit: commits.last, time: time,
      index: shard.index, of: shard.total)
    guard !isQuiet else { return }
    Terminal.say(
      """
      Saved shard \(shard) in \(lines: url.relativeToWorkingFolder): \(lines: extent). \
      '\(lines: ToolName.current.command) merge' joins all shards.

      """)
  }
}

extension Gate {
  /// Adds what changed, and what went wrong while it was measured.
  mutating func add(_ measured: MeasuredShard) {
    comparison = measured.compared?.comparison
    // What failed, or was refused, in the run and in the comparison is one.
    let failed = Set(failures.map(\.name))
    failures += measured.failures.uniqued().filter { !failed.contains($0.name) }
    isInterrupted = measured.isInterrupted
    noBaseline = measured.noBaseline
  }
}

extension RegistrationProblem {
  /// The problem as a benchmark that failed.
  var failure: Gate.Failure { Gate.Failure(name: "\(location)", reason: reason) }
}

extension MeasuredShard {
  /// Saves it, unless it is the only one.
  ///
  /// - Returns: The exit code, unless it was to pass and the shard is not saved.
  func saved(endingWith exit: ToolExit, isQuiet: Bool) -> ToolExit {
    guard arguments != nil else { return exit }
    var shard = self
    shard.seconds = Date().timeIntervalSince(time)
    return exit.reporting { [shard] in try shard.save(isQuiet: isQuiet) }
  }
}
