import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText

/// The file of one shard: what a job has measured, and what all jobs of its command have in common.
///
/// `merge` judges the measurements of all shards together, with the same code.
struct MeasuredShard: Codable, Sendable {
  /// The schema that this version writes and reads.
  static let currentSchemaVersion = 5

  var shardSchemaVersion = Self.currentSchemaVersion
  let shard: Shard
  let plan: CommonPlan
  let tool: ToolIdentity

  /// When it started.
  let time: Date

  /// How long it took.
  var seconds = 0.0

  var measured: Measurements

  init(
    _ shard: Shard, of plan: CommonPlan, _ measured: Measurements, by tool: ToolIdentity,
    at time: Date = Date()
  ) {
    self.shard = shard
    self.plan = plan
    self.measured = measured
    self.time = time
    self.tool = tool
  }
}

extension MeasuredShard {
  /// Reads a file's content and checks every value.
  init(json: Data, file: String) throws {
    let schema = try PrettyJSON.decode(Schema.self, from: json, file: file)
    guard let version = schema.shardSchemaVersion else {
      throw MergeError.notAShard(file: file)
    }
    guard version == Self.currentSchemaVersion else {
      throw ResultsError.unknownSchema(
        file: file, version: version,
        supported: Self.currentSchemaVersion...Self.currentSchemaVersion)
    }
    self = try PrettyJSON.decode(MeasuredShard.self, from: json, file: file)
    _ = try Shard(index: shard.index, total: shard.total)
    for result in [measured.run?.result, measured.again] { try result?.validate(file: file) }
  }

  private struct Schema: Decodable { let shardSchemaVersion: Int? }

  /// How many of all benchmarks it has, in words.
  private var extent: String {
    guard let division = measured.divisions.compactMap(\.self).first else { return "nothing" }
    return division.names.isEmpty
      ? "no benchmark, because other shards have all \(division.count)"
      : "\(division.names.count) of \(Words.count(division.count, "benchmark"))"
  }

  /// Saves it, and says where.
  func save(in store: ResultStore, isQuiet: Bool) throws {
    let url = try store.createShard(
      try PrettyJSON.encode(self), commit: measured.commits.last, time: time,
      index: shard.index, of: shard.total)
    guard !isQuiet else { return }
    Terminal.say(
      """
      Saved shard \(shard) in \(lines: url.relativeToWorkingFolder): \(lines: extent). \
      '\(lines: ToolName.current.command) merge' joins all shards.

      """)
  }
}

extension Plan {
  /// Saves what this job has measured since `start`, if it is one of several.
  func saveShard(_ measured: Measurements, since start: Date) throws {
    guard let shard else { return }
    var file = MeasuredShard(
      shard.shard, of: CommonPlan(self), measured, by: program.tool, at: start)
    file.seconds = Date().timeIntervalSince(start)
    try file.save(in: program.store, isQuiet: isQuiet)
  }
}
