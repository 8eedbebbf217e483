import BenchmarkHarness
package import BenchmarkModel
import BenchmarkResults
import SampleStatistics

/// A comparison of two builds that are measured in turn.
package struct LockstepSession: Sendable {
  /// What happens while it measures.
  package protocol Observer {
    /// Number `index` of `count` begins.
    func begins(_ name: String, index: Int, count: Int)
  }

  /// What each side can measure, and what is known of it before anything is measured.
  package struct Sides: Sendable {
    package let baseline, candidate: [ListedBenchmark]
    package let isDebugBuild: Bool

    /// What reading the thread CPU clock costs on this machine, in nanoseconds.
    let clockCostNs: Int64

    /// What starts workers at addresses that are not random; nil without.
    let launcher: String?
  }

  let settings: LockstepSettings

  package init(_ settings: LockstepSettings) {
    self.settings = settings
  }

  /// Asks both sides what they have.
  ///
  /// - Throws: ``SideFailure`` when a side is no tool of Framegate's, or of another version.
  package func sides() async throws -> Sides {
    let launch = { executable in
      WorkerLaunch(executable: executable, timeout: max(settings.timeout, .seconds(60)))
    }
    let launcher = await AddressLayout.launcher()
    return try await WorkerPair.with(
      launch(settings.executables.baseline), launch(settings.executables.candidate)
    ) { workers in
      guard case .overhead(let overhead) = try await workers.candidate.ask(.overhead) else {
        throw SideFailure(side: .candidate, cause: WorkerFailure.garbage(line: "no overhead"))
      }
      return Sides(
        baseline: try await Self.list(workers.baseline),
        candidate: try await Self.list(workers.candidate),
        isDebugBuild: workers.baseline.hello.isDebugBuild || workers.candidate.hello.isDebugBuild,
        clockCostNs: overhead.threadClock.minimumNs,
        launcher: launcher)
    }
  }

  private static func list(_ worker: any WorkerConnection) async throws -> [ListedBenchmark] {
    let answer = try await worker.ask(.list)
    guard case .list(let list) = answer else { throw WorkerFailure.unexpected(answer) }
    return list
  }
}

extension LockstepSession {
  /// Compares the benchmarks called `names`, in that order.
  ///
  /// A crash, a hang or an answer that is none fails its benchmark alone.
  ///
  /// A cancelled comparison has what was finished until then.
  package func compare(
    _ names: [String], of sides: Sides, observer: some Observer
  ) async -> LockstepOutcome {
    var outcome = LockstepOutcome()
    #if os(Linux)
      if sides.launcher == nil, settings.comparesTimes {
        outcome.warnings.append(.randomAddresses)
      }
    #endif
    do {
      try await LockstepCounters.with(settings) { counters in
        try await compare(names, of: sides, counters, observer: observer, into: &outcome)
      }
    } catch is CancellationError {
      outcome.isInterrupted = true
    } catch {
      outcome.warnings.append(.endedEarly(reason: "\(error)"))
    }
    return outcome
  }

  private func compare(
    _ names: [String], of sides: Sides, _ counters: LockstepCounters, observer: some Observer,
    into outcome: inout LockstepOutcome
  ) async throws {
    let old = Dictionary(sides.baseline.map { ($0.name, $0) }) { first, _ in first }
    let new = Dictionary(sides.candidate.map { ($0.name, $0) }) { first, _ in first }
    let level = SequentialLevel(
      family: LockstepSettings.chanceOfError,
      sharedBy: max(1, seriesCount(names.compactMap { new[$0] })))
    for (index, name) in names.enumerated() {
      try Task.checkCancellation()
      observer.begins(name, index: index, count: names.count)
      switch (old[name], new[name]) {
      case (let baseline?, let candidate?) where baseline.kind == candidate.kind:
        try await compare(baseline, candidate, sides, level, counters, into: &outcome)
      case (.some, .some):
        outcome.add(gap: name, .candidate, "one side is a scenario, the other is not")
      case (nil, _): outcome.add(gap: name, .baseline, "added")
      case (_, nil): outcome.add(gap: name, .candidate, "removed")
      }
    }
  }

  /// A benchmark is one series of pairs, a scenario one per rate.
  private func seriesCount(_ benchmarks: [ListedBenchmark]) -> Int {
    benchmarks.reduce(0) { $0 + ($1.kind == .scenario ? settings.rates.count : 1) }
  }

  private func compare(
    _ baseline: ListedBenchmark, _ candidate: ListedBenchmark, _ sides: Sides,
    _ level: SequentialLevel, _ counters: LockstepCounters, into outcome: inout LockstepOutcome
  ) async throws {
    do {
      if settings.comparesTimes {
        var judge = LockstepJudge(
          rule: settings.comparison.pairedRule(
            for: candidate.name, kind: candidate.kind, tolerance: settings.tolerance),
          level: level,
          benchmark: LockstepBenchmark(baseline, candidate, of: sides, settings: settings))
        outcome.entries += try await judge.entries()
      }
      if settings.comparesAllocations || settings.comparesInstructions,
        settings.injected == nil
      {
        outcome.entries += try await counters.entries(baseline, candidate)
      }
    } catch let failure as SideFailure {
      try Task.checkCancellation()
      outcome.add(failure, of: candidate.name)
    }
  }
}
