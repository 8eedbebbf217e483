import BenchmarkResults
package import BenchmarkVerdicts
import SampleStatistics
import WorkerProtocol

extension Lockstep {
  /// The minimum and the maximum number of launches of each order of linking.
  private static let launchesPerLayout = 2...6

  /// Measures one row again with both sides linked in several orders, for about as long as the time
  /// limit of a benchmark.
  ///
  /// - Parameters:
  ///   - entry: A row of times that both sides have.
  ///   - layouts: The two builds in each order.
  ///   - sides: What both have registered.
  /// - Returns: Nil if the ratios allow no judgement.
  /// - Throws: ``SideFailure``, `CancellationError`.
  package func judge(
    _ entry: ComparisonEntry, over layouts: [BySide<String>], of sides: ListedPrograms
  ) async throws -> LayoutEvidence? {
    let isCold = entry.frameMetric == .coldWork
    var lockstep = self
    lockstep.layouts = layouts
    if isCold, let limit = effort.coldTimeLimit { lockstep.effort.timeLimit = limit }
    // Where a launch has time for one rate only, it would not be that of the row in every order.
    if let rate = entry.rate { lockstep.workload.chosenRates = [rate] }
    guard let listed = sides.shared[entry.benchmark],
      var pair = LockstepBenchmark(listed, of: sides, by: lockstep, isCold ? .cold : .warm)
    else { return nil }
    let level = SequentialLevel(familywise: Lockstep.chanceOfError)
    let rule = rules.pairedRule(for: pair.name, kind: pair.kind)
    var sets = layouts.map { _ in pair.emptySet(at: level) }
    let end = pair.now() + lockstep.effort.timeLimit
    for round in 1...Self.launchesPerLayout.upperBound {
      for index in sets.indices { try await pair.launch(into: &sets[index]) }
      if round >= Self.launchesPerLayout.lowerBound, pair.now() >= end { break }
    }
    let ratios = sets.compactMap { set in
      set.entries(atLook: 1, rule: rule).first { $0.rate == entry.rate }?.ratio
    }
    return LayoutEvidence(ratios: ratios, rule: rule)
  }
}
