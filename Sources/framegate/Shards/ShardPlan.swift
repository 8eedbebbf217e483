/// Which part of the selection a command measures, and the costs by which the selection is divided.
struct ShardPlan: Sendable {
  let shard: Shard

  /// How many seconds benchmarks took in the result that the user named, by name.
  let costs: [String: Double]

  func division(of names: [String]) -> ShardDivision {
    ShardDivision(of: names, for: shard, costs: costs)
  }
}

extension ShardPlan? {
  /// The part of a selection that this job measures: without a plan, all of it.
  func division(of names: [String]) -> ShardDivision {
    self?.division(of: names) ?? ShardDivision(of: names, for: .whole)
  }
}
