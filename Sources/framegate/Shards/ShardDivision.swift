import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner

/// The part of a selection that one shard measures.
struct ShardDivision: Hashable, Codable, Sendable {
  /// A hash of all names and of the shard that each belongs to: equal on all shards that divided
  /// the same selection in the same way.
  let digest: String

  /// How many benchmarks all shards have together.
  let count: Int

  /// The benchmarks of this shard, in the order of the selection.
  let names: [String]

  /// Where they are in the whole selection, counted from 0.
  let positions: [Int]

  /// The benchmarks of the other shards; not in files.
  private(set) var others: Set<String> = []

  private enum CodingKeys: String, CodingKey { case digest, count, names, positions }
}

extension ShardDivision {
  /// Divides a selection in which each name appears once.
  ///
  /// The longest come first, each into the shard with the least to do (LPT scheduling: Graham,
  /// "Bounds on multiprocessing timing anomalies", 1969); names decide between equals. So the same
  /// names and costs are divided in the same way everywhere, whatever the order of the names.
  ///
  /// - Parameters:
  ///   - names: The selection.
  ///   - shard: The part to take.
  ///   - costs: How long benchmarks take, in any unit; a benchmark without a cost gets the median
  ///     one.
  init(of names: [String], for shard: Shard, costs: [String: Double] = [:]) {
    let known = costs.values.sorted()
    let usual = known.isEmpty ? 1 : known[known.count / 2]
    let weights = names.map { costs[$0] ?? usual }
    var loads = Array(repeating: 0.0, count: min(shard.total, max(1, names.count)))
    var owners = Array(repeating: 0, count: names.count)
    for position in names.indices.sorted(by: { (weights[$1], names[$0]) < (weights[$0], names[$1]) }
    ) {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[least] += weights[position]
      owners[position] = least + 1
    }
    var hash = StableHash(of: names)
    hash.combine("\(shard.total): \(owners)")
    digest = hash.digits
    count = names.count
    positions = names.indices.filter { owners[$0] == shard.index }
    self.names = positions.map { names[$0] }
    others = Set(names).subtracting(self.names)
  }

  /// The part of a stored baseline that this shard compares.
  ///
  /// The first shard also gets the benchmarks that no shard measures, and reports them as missing.
  func part(of base: ResultFile, measuredBy shard: Shard) -> ResultFile {
    let own = Set(names)
    var part = base
    part.benchmarks.removeAll { benchmark in
      !own.contains(benchmark.name) && (shard.index > 1 || others.contains(benchmark.name))
    }
    return part
  }

  var positionByName: [String: Int] { Dictionary(zip(names, positions)) { first, _ in first } }
}
