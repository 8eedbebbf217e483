import BenchmarkModel
import BenchmarkVerdicts
import SampleStatistics
import WorkerClient
import WorkerProtocol

extension Lockstep {
  /// Compares the benchmarks called `names`, in that order.
  ///
  /// The chance of an error is divided among `all`: the benchmarks of all shards, or `names` if
  /// nil. A crash, a hang or a malformed answer fails only its own benchmark. A canceled
  /// comparison returns what was finished.
  package func compare(
    _ names: [String], among all: [String]? = nil, of sides: ListedPrograms,
    observer: some Observer
  ) async -> LockstepOutcome {
    var outcome = LockstepOutcome()
    #if os(Linux)
      if sides.launcher == nil, workload.measuresTimes {
        outcome.warnings.append(.randomAddresses)
      }
    #endif
    let new = sides.candidate.byName
    if let absence = sides.coldAbsence, effort.coldTimeLimit != nil,
      workload.measuresTimes, names.contains(where: { new[$0]?.kind == .scenario })
    {
      outcome.warnings.append(.coldFramesNotCompared(reason: absence))
    }
    var compared: [ComparedBenchmark] = []
    do {
      try await LockstepCounters.with(self, sides.programs) { counters in
        try await compare(
          names, among: all ?? names, of: sides, counters, observer: observer, into: &compared)
      }
      try await recount(&compared, of: sides, observer: observer)
      try await settle(&compared, observer: observer)
    } catch { outcome.end(early: error) }
    for benchmark in compared {
      benchmark.add(to: &outcome, allowsDifferent: rules.allowsDifferent)
    }
    return outcome
  }

  private func compare(
    _ names: [String], among all: [String], of sides: ListedPrograms,
    _ counters: LockstepCounters, observer: some Observer, into compared: inout [ComparedBenchmark]
  ) async throws {
    let level = sides.level(among: all)
    let seriesCount =
      names.count + names.count { coldTimeLimit(of: sides.shared[$0], sides) != nil }
    for (index, name) in names.enumerated() {
      try Task.checkCancellation()
      observer.begins(name, index: index, count: names.count)
      guard let listed = sides.shared[name] else {
        compared.append(ComparedBenchmark(name, gap: gap(name, in: sides)))
        continue
      }
      compared.append(try await compare(name, listed, of: sides, counters, level, seriesCount))
    }
  }

  /// Why a benchmark that one side lacks is not compared.
  private func gap(_ name: String, in sides: ListedPrograms) -> ComparisonEntry.Conclusion {
    sides.baseline.byName[name] == nil
      ? .added(reason: addedReason) : .missing(from: .candidate, reason: "removed")
  }

  /// Compares one benchmark or scenario that both sides have.
  private func compare(
    _ name: String, _ listed: BySide<ListedBenchmark>, of sides: ListedPrograms,
    _ counters: LockstepCounters, _ level: SequentialLevel, _ seriesCount: Int
  ) async throws -> ComparedBenchmark {
    guard let pair = LockstepBenchmark(listed, of: sides, by: self) else {
      return ComparedBenchmark(name, gap: .ofAnotherKind)
    }
    var result = ComparedBenchmark(name)
    do {
      let cold = coldTimeLimit(of: listed, sides).flatMap { limit in
        var cold = self
        cold.effort.timeLimit = limit
        return LockstepBenchmark(listed, of: sides, by: cold, .cold)
      }
      let level = cold == nil ? level : level.shared(by: 2)
      if workload.measuresTimes {
        result.judges.append(try await judge(pair, level, seriesCount))
      }
      try await result.compareAnswers(of: result.judges.first?.benchmark ?? pair)
      if comparesCounters { try await result.count(counters, listed) }
      if let cold { result.judges.append(try await judge(cold, level, seriesCount)) }
    } catch let failure as SideFailure {
      try Task.checkCancellation()
      result.fail(failure)
    }
    return result
  }

  /// Measures for as long as each of `seriesCount` series of pairs may take at first.
  private func judge(
    _ pair: LockstepBenchmark, _ level: SequentialLevel, _ seriesCount: Int
  ) async throws -> LockstepJudge {
    var judge = LockstepJudge(level: level, benchmark: pair)
    try await judge.measure(for: pair.lockstep.effort.firstTimeLimit(sharedBy: seriesCount))
    return judge
  }

  /// How long the frames of a scenario may be compared with cold caches, or nil if they are not.
  private func coldTimeLimit(
    of listed: BySide<ListedBenchmark>?, _ sides: ListedPrograms
  ) -> Duration? {
    guard let listed, listed.both.allSatisfy({ $0.kind == .scenario }), sides.coldAbsence == nil,
      workload.measuresTimes
    else { return nil }
    return effort.coldTimeLimit
  }

  /// The maximum number of times that counters are counted.
  ///
  /// Two counts of code that allocates at random are often equal by chance. Five counts on each
  /// side fail to overlap by chance only once in 126 times.
  private static let mostCounts = 5

  /// Counts again what differs, each time in other processes with another seed, to find counts that
  /// vary within one side.
  ///
  /// What differs is counted at least twice in all, and then again for as long as it still differs
  /// and counting has taken less than the time limit.
  private func recount(
    _ compared: inout [ComparedBenchmark], of sides: ListedPrograms, observer: some Observer
  ) async throws {
    for count in 1..<Self.mostCounts {
      let differing = compared.indices.filter { index in
        (count == 1 || compared[index].countingTime < effort.timeLimit)
          && compared[index].counters.contains { $0.verdict?.isChange == true }
      }
      guard !differing.isEmpty else { return }
      let hashSeed = Workload.hashSeedOfRuns + UInt64(count)
      try await LockstepCounters.with(self, sides.programs, hashSeed: hashSeed) { counters in
        for (number, index) in differing.enumerated() {
          try Task.checkCancellation()
          let name = compared[index].name
          guard let listed = sides.shared[name] else { continue }
          observer.begins("\(name), counted again", index: number, count: differing.count)
          do {
            try await compared[index].count(counters, listed)
          } catch let failure as SideFailure {
            try Task.checkCancellation()
            compared[index].fail(failure)
          }
        }
      }
    }
  }

  /// Gives the remaining time to undecided benchmarks, those that need least first.
  ///
  /// Without a total time, that is the time that others left over, up to the limit of one
  /// benchmark.
  private func settle(_ compared: inout [ComparedBenchmark], observer: some Observer) async throws {
    let spent = compared.reduce(.zero) { $0 + $1.timeSpent }
    let unused = compared.lazy.flatMap(\.judges).reduce(.zero) {
      $0 + max(.zero, $1.benchmark.lockstep.effort.timeLimit - $1.timeSpent)
    }
    let end = now() + (effort.totalTime.map { $0 - spent } ?? unused + effort.longestTime)
    while now() < end {
      let missing = compared.indices.flatMap { index in
        compared[index].judges.indices.compactMap { judge in
          compared[index].judges[judge].missingTime.map { (index, judge, $0) }
        }
      }
      guard let (index, judge, time) = missing.min(by: { $0.2 < $1.2 }) else { return }
      observer.begins("\(compared[index].name), again", index: index, count: compared.count)
      do {
        try await compared[index].judges[judge].measure(for: min(time, now().duration(to: end)))
      } catch let failure as SideFailure {
        try Task.checkCancellation()
        compared[index].fail(failure)
      }
    }
  }
}
