import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText
import SampleStatistics

/// All shards of one command as one: what the command would have measured alone.
struct MergedShards {
  /// A shard and what the user called its file.
  typealias Named = (name: String, file: MeasuredShard)

  /// In the order of their numbers.
  private let shards: [Named]

  /// Files that are replaced by a later attempt at the same shard.
  let replaced: [String]

  /// Checks that there is one file for each shard of one command.
  init(_ files: [Named]) throws {
    guard let first = files.first else { throw MergeError.missing([1], total: 1) }
    let identity = first.file.identity
    for other in files.dropFirst() {
      let totals = (first.file.shard.total, other.file.shard.total)
      if totals.0 != totals.1 {
        throw MergeError.foreign(
          first.name, other.name, "totals", "'\(totals.0)' and '\(totals.1)'")
      }
      if let (path, mine, its) = try first.file.difference(from: other.file) {
        throw MergeError.foreign(first.name, other.name, path, "'\(mine)' and '\(its)'")
      }
      for (mine, its) in zip(identity, other.file.identity) where mine.1 != its.1 {
        throw MergeError.foreign(first.name, other.name, mine.0, "'\(mine.1)' and '\(its.1)'")
      }
    }
    var latest: [Int: Named] = [:]
    var replaced: [String] = []
    for next in files.sorted(by: { $0.file.time < $1.file.time }) {
      guard let earlier = latest.updateValue(next, forKey: next.file.shard.index) else { continue }
      // Times in files are whole seconds.
      guard earlier.file.time < next.file.time,
        earlier.file.time.addingTimeInterval(earlier.file.seconds - 1) <= next.file.time
      else { throw MergeError.doubled(earlier.name, next.name, next.file.shard) }
      replaced.append(earlier.name)
    }
    let total = first.file.shard.total
    let missing = (1...total).filter { latest[$0] == nil }
    guard missing.isEmpty else { throw MergeError.missing(missing, total: total) }
    shards = latest.values.sorted { $0.file.shard.index < $1.file.shard.index }
    self.replaced = replaced
    for shard in shards where !shard.file.isComplete { throw MergeError.incomplete(shard.name) }
    for part in first.file.measured.divisions.indices {
      let divisions = shards.compactMap { $0.file.measured.divisions[part] }
      let positions = divisions.flatMap(\.positions).sorted()
      guard positions.count == divisions.first?.count ?? 0,
        positions.elementsEqual(positions.indices)
      else { throw MergeError.incomplete(first.name) }
    }
  }

  /// What the command would have measured alone.
  func merged() -> Measurements {
    // Each shard repeats the problems that concern all.
    let failures = shards.flatMap(\.file.measured.ending.failures).uniqued()
    switch shards[0].file.measured {
    case .run(var shown):
      if let result = result(\.run?.result) { shown.run.result = result }
      shown.ending.failures = failures
      return .run(shown)
    case .check(var found):
      if let result = result(\.run?.result) { found.run.result = result }
      found.again = result(\.again)
      found.compared = compared()
      found.ending.failures = failures
      return .check(found)
    case .compare(var found):
      if let result = result(\.run?.result) { found.run?.result = result }
      if let compared = compared() { found.compared = compared }
      found.ending.failures = failures
      return .compare(found)
    case .trend(var found):
      let histories = shards.compactMap(\.file.measured.history)
      found.history.trend = Trend(merging: histories.map(\.trend))
      found.history.processors = Set(histories.flatMap(\.processors)).sorted()
      found.history.warnings = shards.flatMap { shard in
        (shard.file.measured.history?.warnings ?? []).map { "Shard \(shard.file.shard): \($0)" }
      }
      found.ending.failures = failures
      return .trend(found)
    }
  }

  /// How long each shard took, in seconds.
  var seconds: [Double] { shards.map { min(max($0.file.seconds, 0), 1e9) } }

  /// A result of all shards as one, in the order of the selection, or nil if no shard has it.
  private func result(_ part: (Measurements) -> ResultFile?) -> ResultFile? {
    let runs = shards.map(\.file.measured).compactMap { measured in
      part(measured).map { (measured.run?.division.positionByName ?? [:], $0) }
    }
    guard var file = runs.first?.1 else { return nil }
    let benchmarks = runs.flatMap { positions, result in
      result.benchmarks.map { ($0, positions[$0.name] ?? .max) }
    }
    file.benchmarks = benchmarks.sorted { $0.1 < $1.1 }.map(\.0)
    file.time = runs.map(\.1.time).min() ?? file.time
    file.environment = MeasuringEnvironment(merging: runs.map(\.1.environment))
    return file
  }

  /// The comparisons as one, or nil if the shards have none.
  private func compared() -> Measurements.Compared? {
    let parts = shards.compactMap { shard in
      shard.file.measured.compared.map { (name: "\(shard.file.shard)", part: $0) }
    }
    guard var merged = parts.first?.part else { return nil }
    merged.comparison = Comparison(
      merging: parts.map { ($0.name, $0.part.comparison, $0.part.division.positionByName) })
    let explanations = parts.compactMap(\.part.explanations)
    merged.explanations = explanations.isEmpty ? nil : explanations.flatMap(\.self)
    return merged
  }
}

extension MeasuredShard {
  /// What all shards of one command have in common, part by part, each with its value.
  ///
  /// If trends have different numbers of commits, that is the first difference.
  fileprivate var identity: [(String, String)] {
    let environment = measured.run?.result.environment
    return [
      ("tools", "\(tool.name) \(tool.version)"),
      ("commits", measured.commits.joined(separator: ", ")),
      ("compilers", environment?.toolchain ?? measured.history?.toolchain ?? ""),
      ("build flags", environment?.build ?? ""),
      (
        "selections or '--shard-by'",
        measured.divisions.map { $0?.digest ?? "none" }.joined(separator: " ")
      ),
      ("baselines", hasNoBaseline ? "none" : ""),
    ] + builds
  }

  private var hasNoBaseline: Bool {
    if case .check(let found) = measured { found.noBaseline != nil } else { false }
  }

  /// How it was measured and is judged.
  private struct Planned: Encodable, Hashable {
    let plan: CommonPlan
    let judging: Judging
  }

  private enum Judging: Encodable, Hashable {
    case run(BudgetRules)
    case check(budgets: BudgetRules, isPaced: Bool, policy: GatePolicy)
    case compare(policy: GatePolicy)
    case trend(range: String, failsOnStep: Bool)
  }

  private var planned: Planned {
    let judging: Judging =
      switch measured {
      case .run(let shown): .run(shown.display)
      case .check(let found):
        .check(budgets: found.budgets, isPaced: found.isPaced, policy: found.policy)
      case .compare(let found): .compare(policy: found.policy)
      case .trend(let found): .trend(range: found.range, failsOnStep: found.failsOnStep)
      }
    return Planned(plan: plan, judging: judging)
  }

  /// The first difference in how another shard was measured or is judged, or nil if there is none.
  fileprivate func difference(
    from other: MeasuredShard
  ) throws -> (path: String, mine: String, its: String)? {
    guard planned != other.planned else { return nil }
    return try ValuesByPath(planned).difference(from: ValuesByPath(other.planned))
  }

  /// The commits of a trend, and for each the first commit with the same build, or that it has no
  /// build.
  private var builds: [(String, String)] {
    let points = measured.history?.trend.points ?? []
    var parts = [("numbers of commits", "\(points.count)")]
    var known: [String: Substring] = [:]
    for point in points {
      let commit = point.commit.prefix(12)
      parts.append(("commits", "\(commit)"))
      guard case .built(let digest, _) = point.state else {
        parts.append(("builds of \(commit)", "none"))
        continue
      }
      let first = known[digest] ?? commit
      known[digest] = first
      parts.append(("builds of \(commit)", "that of \(first)"))
    }
    return parts
  }

  /// Whether it was not interrupted, and has a result for each of its benchmarks.
  fileprivate var isComplete: Bool {
    let results = measured.run.map {
      Set($0.result.benchmarks.map(\.name)) == Set($0.division.names)
    }
    return !measured.ending.isInterrupted && results ?? true && measured.history?.trend.next == nil
      && measured.divisions.allSatisfy { $0?.names.count == $0?.positions.count }
  }
}

extension MeasuringEnvironment {
  /// The environment of a result that several machines measured.
  ///
  /// Times of different processors are not comparable, so the processor is then unknown.
  init(merging all: [MeasuringEnvironment]) {
    self = all[0]
    let machines = Set(all.map(\.machine.summary)).sorted()
    if machines.count > 1 {
      machine.cpuModel = .unavailable("shards ran on \(machines.joined(separator: " and "))")
    }
    if Set(all.map(\.binaryHash)).count > 1 {
      binaryHash = .unavailable("each shard was built on its own machine")
    }
    func highest(_ part: (MeasuringEnvironment) -> Measured<Double>) -> Measured<Double> {
      all.compactMap { part($0).value }.max().map { .value($0) } ?? part(all[0])
    }
    loadAtStart = highest(\.loadAtStart)
    loadAtEnd = highest(\.loadAtEnd)
    machineUse = all.map(\.machineUse).max { $0.otherCores ?? 0 < $1.otherCores ?? 0 } ?? machineUse
  }
}

/// Why files are not all shards of one command.
enum MergeError: ToolError {
  case notAShard(file: String)

  /// Two files differ in what all shards of a command have in common.
  case foreign(String, String, _ part: String, _ values: String)

  case doubled(String, String, Shard)
  case missing([Int], total: Int)

  /// It was interrupted, or lacks results.
  case incomplete(String)

  var exitCode: ToolExit { .couldNotRun }

  var description: String {
    switch self {
    case .notAShard(let file):
      "'\(file)' is not a shard. Name files that a command with '--shard' wrote to results/shards."
    case .foreign(let one, let other, let part, let values):
      """
      '\(one)' and '\(other)' have different \(part), \(values). Leave out the one that does not \
      belong to the others, or measure its shard again.
      """
    case .doubled(let one, let other, let shard):
      """
      '\(one)' and '\(other)' are both shard \(shard), measured at the same time. \
      Name each file once, and give each job a number of its own.
      """
    case .missing(let shards, let total):
      """
      \(Self.names(of: shards)) of \(total) \(shards.count == 1 ? "is" : "are") missing. \
      Measure what is missing, and name all files.
      """
    case .incomplete(let file):
      "'\(file)' was interrupted, or lacks results of its benchmarks. Measure its shard again."
    }
  }

  /// `Shard 2`, `Shards 1, 2 and 5`; at most ten of them by number.
  private static func names(of shards: [Int]) -> String {
    let most = 10
    var numbers = shards.prefix(most).map { "\($0)" }
    if shards.count > most { numbers.append("\(shards.count - most) more") }
    guard numbers.count > 1, let last = numbers.popLast() else {
      return "Shard \(numbers.first ?? "")"
    }
    return "Shards \(numbers.joined(separator: ", ")) and \(last)"
  }
}
