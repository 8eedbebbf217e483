import ArgumentParser
import BenchmarkResults
import Foundation

/// Which part of a suite a job measures.
struct ShardOptions: ParsableArguments {
  @Option(help: .value("K/N", "Measure part K of N. See results/sharding.md"))
  var shard: Checked<ShardChoice>?

  @Option(
    help: ArgumentHelp(
      "Divide by how long benchmarks took in this stored result, not evenly.", valueName: "result",
      visibility: .hidden),
    completion: .file())
  var shardBy: String?

  func validate() throws {
    _ = try shard?.value
    guard shardBy == nil || shard != nil else {
      throw ValidationError("'--shard-by' has no effect without '--shard'. Add '--shard'.")
    }
  }

  /// Tells Bazel, before anything else can fail, that the command can be sharded.
  func announce() throws {
    let file = ProcessInfo.processInfo.environment["TEST_SHARD_STATUS_FILE"]
    guard shard != nil, let file, !file.isEmpty else { return }
    _ = try AtomicFile.store(Data(), to: URL(filePath: file), onConflict: .keep)
  }

  /// The part to measure, or nil for everything.
  func plan(_ store: ResultStore) throws -> ShardPlan? {
    guard let choice = try shard?.value else { return nil }
    let shard: Shard =
      switch choice {
      case .number(let shard): shard
      case .automatic: try SchedulerShard.find(in: ProcessInfo.processInfo.environment)
      }
    return ShardPlan(shard: shard, costs: try costs(store))
  }

  private func costs(_ store: ResultStore) throws -> [String: Double] {
    guard let shardBy else { return [:] }
    let (result, url) = try store.load(store.resolve(shardBy, in: ResultsFolder.workingFolder))
    let costs = result.benchmarks.compactMap { benchmark in
      benchmark.measuringSeconds.map { (benchmark.name, $0) }
    }
    guard !costs.isEmpty else { throw ShardError.noCosts(file: url.relativePath) }
    return Dictionary(costs) { first, _ in first }
  }
}

/// The value of `--shard`.
enum ShardChoice: ArgumentText {
  case number(Shard)

  /// The part that the scheduler's variables name.
  case automatic

  init(argument text: String) throws {
    self = text == "auto" ? .automatic : .number(try Shard(parsing: text))
  }
}
