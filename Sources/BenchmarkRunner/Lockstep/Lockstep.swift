import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
package import FrameTiming
import SampleStatistics
import WorkerClient
package import WorkerProtocol

/// A comparison of two builds whose samples alternate.
package struct Lockstep: Sendable {
  /// Is told about the progress of a comparison.
  package protocol Observer {
    /// Comparing number `index` of `count` starts.
    func begins(_ name: String, index: Int, count: Int)
  }

  /// The probability that any interval of a comparison is wrong, before changes are confirmed.
  package static let chanceOfError = 0.01

  package internal(set) var workload: Workload
  package internal(set) var effort: Effort

  /// Which changes matter.
  package internal(set) var rules: ComparisonRules

  /// The reason that is given for a benchmark that only the candidate has.
  package var addedReason = "new in the candidate"

  /// The programs of both sides, linked in several orders; empty to measure them as they are.
  ///
  /// Each launch has the next one.
  var layouts: [BySide<String>] = []

  /// The workers of a side: processes, but for tests.
  var workers: @Sendable (WorkerLaunch) -> WorkerSource = { WorkerSource($0) }

  /// Reads the clock by which launches are planned and benchmarks get their time.
  var now: @Sendable () -> ContinuousClock.Instant = { SteadyClock.now }

  /// Decides which side goes first and which core is used, or nil for a random one per benchmark.
  var seed: UInt64?

  package init(
    _ workload: Workload, _ effort: Effort = Effort(), _ rules: ComparisonRules = .init()
  ) {
    self.workload = workload
    self.effort = effort
    self.rules = rules
  }
}

extension Lockstep {
  /// Asks two programs what they have registered.
  package func list(_ programs: BySide<String>) async throws -> ListedPrograms {
    let sources = programs.map { executable in
      workers(workload.launch(executable)).waiting(atLeast: .seconds(60))
    }
    let launcher = await AddressLayout.launcher()
    return try await WorkerSides.with(sources) { workers in
      let listing = try await workers.candidate.ask(ListBenchmarks())
      return ListedPrograms(
        baseline: try await workers.baseline.ask(ListBenchmarks()), candidate: listing,
        isDebugBuild: workers.both.contains(where: \.hello.isDebugBuild), programs: programs,
        clockCostNs: try await workers.candidate.overhead().value?.threadClock.minimumNs ?? 0,
        launcher: launcher,
        coldAbsence: listing.benchmarks.contains { $0.kind == .scenario }
          ? try await coldAbsence(of: workers) : nil)
    }
  }

  /// Why frames of both sides cannot have the same cold caches, or nil if they can.
  private func coldAbsence(of workers: WorkerSides) async throws -> String? {
    let cooling = workers.map(\.hello.cooling)
    do {
      let times = try await workers.candidate.ask(TimeReferenceFrames(1, .cold))
      // A worker without a reference frame says in its greeting what it can do.
      if times.isEmpty, cooling.candidate == nil { return "this worker does not empty the caches" }
      return cooling.baseline == cooling.candidate
        ? nil : "the two sides make frames cold in different ways, or one does not say how"
    } catch let failure as SideFailure where failure.isUnavailable { return "\(failure)" }
  }
}

extension Lockstep {
  /// The same comparison with the variables and the limits that benchmarks declare.
  package func adopting(_ listing: BenchmarkListing) -> Lockstep {
    var lockstep = self
    lockstep.workload = workload.setting(listing.variables)
    lockstep.rules = rules.applying(listing.gates)
    return lockstep
  }

  /// How to start the workers of launch `number`, both with the same placement in memory and the
  /// same seed of Swift's hashing.
  func launches(
    of programs: BySide<String>, in layout: AddressLayout, hashSeed: UInt64, number: Int = 0
  ) -> BySide<WorkerLaunch> {
    let linked = layouts.isEmpty ? programs : layouts[number % layouts.count]
    return linked.map { program in
      var launch = workload.launch(program, hashSeed: hashSeed)
      launch.layout = layout
      return launch
    }
  }

  /// The clock that the user asked for; nil to let the samples decide.
  var timeMetric: Metric? {
    guard let metrics = workload.chosenMetrics?.metrics else { return nil }
    switch (metrics.contains(.wallClock), metrics.contains(.cpuTotal)) {
    case (true, false): return .wallClock
    case (false, true): return .cpuTotal
    case (true, true), (false, false): return nil
    }
  }

  /// Whether counters, and metrics of benchmarks' own, are compared.
  ///
  /// Trials compare only times.
  var comparesCounters: Bool {
    effort.slowdown == nil
      && (workload.countsAllocations || workload.countsInstructions
        || !workload.kernelMetrics().isEmpty || workload.chosenMetrics?.custom.isEmpty == false)
  }
}

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
      let reason = "one side is a scenario, the other is not"
      return ComparedBenchmark(name, gap: .missing(from: .candidate, reason: reason))
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

  /// Measures for the first time that each of `seriesCount` series of pairs gets.
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

  /// How often counters are counted at most.
  ///
  /// Two counts of code that allocates at random are often equal by chance. That five of one side
  /// and five of the other never overlap happens by chance once in 126 times.
  private static let mostCounts = 5

  /// Counts what differs again, each time in other processes with another seed: what then differs
  /// on one side does not repeat.
  ///
  /// Twice at least, and after that as long as it still differs and counting takes less than the
  /// time limit.
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

extension Lockstep {
  /// Names the functions that made a benchmark slower or faster; takes a few seconds.
  ///
  /// - Parameters:
  ///   - benchmark: One that both sides have.
  ///   - rate: The rate of a scenario's frames, or nil for a benchmark.
  ///   - sides: The two builds.
  /// - Returns: What changed, or the reason why that cannot be determined: no valgrind, or a side
  ///   that fails under it.
  /// - Throws: `CancellationError`.
  package func explain(
    _ benchmark: String, at rate: RefreshRate?, of sides: ListedPrograms
  ) async throws -> Measured<Explanation> {
    guard let listed = sides.shared[benchmark] else {
      return .unavailable("only one side has it")
    }
    do {
      return try await explainer(of: sides).explain(
        benchmark, listed.map { workload.counted($0, at: rate) })
    } catch let failure as WorkerFailure {
      try Task.checkCancellation()
      let reason = WorkerFailure.reason(failure)
      return .unavailable("it failed while its instructions were counted: \(reason)")
    }
  }

  func explainer(of sides: ListedPrograms) -> Explainer {
    Explainer(sides.programs.map { workload.launch($0) })
  }

  /// Finds who allocates more or less in one entry of a comparison; takes a second.
  ///
  /// - Parameters:
  ///   - entry: A benchmark, or a scenario at one rate.
  ///   - sides: The two builds.
  ///   - sources: The folder of the user's code, in which both were built.
  ///   - lines: Which lines of the baseline are which of the candidate.
  /// - Returns: What changed, or why that is unknown.
  /// - Throws: `CancellationError`.
  package func explainAllocations(
    _ entry: ComparisonEntry, of sides: ListedPrograms, sources: String, lines: LineChanges
  ) async throws -> Measured<AllocationSites> {
    guard let listed = sides.shared[entry.benchmark] else {
      return .unavailable("only one side has it")
    }
    let found = try await PairOrder.Turn.baselineFirst.take { side in
      try await AllocationFinder(workload.launch(sides.programs[side]), sources: sources)
        .sites(of: entry.benchmark, workload.counted(listed[side], at: entry.rate))
    }
    return found.baseline.flatMap { before in
      found.candidate.map { $0.changes(since: before, lines: lines) }
    }
  }
}

extension BenchmarkListing {
  /// What benchmarks demand of themselves, by name.
  fileprivate var gates: [String: [BenchmarkGate]] {
    byName.compactMapValues { listed in
      guard case .benchmark(let traits) = listed.work else { return nil }
      return traits.gates
    }
  }
}
