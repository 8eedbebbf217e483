import BenchmarkModel
import FramegateKit
import Foundation
import FrameTiming
import WorkerProtocol

/// Measures the frames of a scenario in two processes, one after the other, and judges budgets.
struct FrameMeasurement {
  let name: String
  let process: TestProcess

  /// What to judge, or nil for the budgets that the scenario declares.
  let budgets: [FrameBudget]?
  let timeout: Duration

  /// The frames of a scenario, and what they say about its budgets.
  struct JudgedFrames {
    let judgements: [BudgetJudgement]

    /// The vsyncs at which frames were sampled, and their work, by rate.
    let frames: [RefreshRate: (grid: VsyncGrid, costs: CostVector)]
  }

  /// Measures.
  ///
  /// - Throws: `Unavailable`, ``TestWorker/Failure``.
  func find() throws -> JudgedFrames {
    var measured: FrameRepetitions?
    var evidence = FrameEvidence()
    evidence.missingJump = "a test does not look for jumps; 'check' does"
    var found: (traits: ScenarioTraits, budgets: [FrameBudget])?
    for launch in 1...2 {
      let worker = try TestWorker(process, timeout: timeout)
      defer { worker.end() }
      let traits = try traits(worker)
      let parameters = traits.standardParameters
      let budgets = budgets ?? traits.budgets(with: parameters)
      guard !budgets.isEmpty else {
        throw Unavailable(
          "it has no budget. Pass one as 'keep', such as .noDroppedFrames(at: .hz60)")
      }
      found = (traits, budgets)
      let rates = Set(budgets.compactMap { $0.display?.rate }).sorted()
      let state = try state(worker)
      evidence.isWarm = state == .warm
      let clockCostNs = try worker.ask(MeasureOverhead()).threadClock.minimumNs
      var repetitions = measured ?? FrameRepetitions(clockCostNs: clockCostNs)
      _ = try worker.ask(Prepare(name, parameters))
      for rate in rates.isEmpty ? [.hz60] : rates {
        evidence.grids[rate] = traits.grid(at: rate)
        // The first repetitions find code that has never run.
        _ = try worker.ask(TimeFrames(at: rate, repetitions: 2))
        let most =
          state == .warm
          ? FrameRepetitions.warmPerProcess : BudgetJudgement.fewestRepetitions / 2
        for repetition in 1...most {
          let times = try worker.ask(TimeReferenceFrames(FrameRepetitions.referenceFrames, state))
          if !times.isEmpty {
            repetitions.references[rate, default: []].append(FrameRepetitions.median(of: times))
          }
          repetitions.frames[rate, default: []] += try worker.ask(
            TimeFrames(at: rate, repetitions: 1, state))
          if repetition >= FrameRepetitions.coldPerProcess,
            repetitions.leaveNoDoubt(about: budgets, on: { traits.grid(at: $0) })
          {
            break
          }
        }
      }
      measured = repetitions
      try evidence.take(repetitions)
      if launch == 2 { try count(rates, parameters, budgets, &evidence) }
    }
    guard let found else { throw Unavailable("nothing was measured") }
    return JudgedFrames(
      judgements: found.budgets.map { $0.judge(evidence) },
      frames: evidence.grids.reduce(into: [:]) { frames, grid in
        frames[grid.key] = evidence.costs[grid.key].map { (grid.value, $0) }
      })
  }

  /// The registered scenario of this name.
  private func traits(_ worker: TestWorker) throws -> ScenarioTraits {
    let listing = try worker.ask(ListBenchmarks())
    if let problem = listing.problems.first { throw Unavailable(problem.reason) }
    switch listing.byName[name]?.work {
    case .scenario(let traits)?: return traits
    case .benchmark?: throw Unavailable("it is a benchmark, which has no frames. Name a scenario")
    case nil:
      throw Unavailable(
        """
        no scenario of this name is registered. Choose one of \
        \(listing.benchmarks.filter { $0.kind == .scenario }.map(\.name).joined(separator: ", "))
        """)
    }
  }

  /// Cold where caches can be emptied, as they are after a wait for vsync.
  private func state(_ worker: TestWorker) throws -> CacheState {
    do {
      _ = try worker.ask(TimeReferenceFrames(1, .cold))
      return .cold
    } catch is Unavailable { return .warm }
  }

  /// Counts the allocations of every frame in a process of its own, if a budget limits them.
  private func count(
    _ rates: [RefreshRate], _ parameters: ScenarioParameters, _ budgets: [FrameBudget],
    _ evidence: inout FrameEvidence
  ) throws {
    guard budgets.contains(where: \.limitsAllocations) else { return }
    do {
      let worker = try TestWorker(process, countsAllocations: true, timeout: timeout)
      defer { worker.end() }
      _ = try worker.ask(Prepare(name, parameters))
      for rate in rates.isEmpty ? [.hz60] : rates {
        evidence.allocations[rate] = try worker.ask(CountFrameAllocations(at: rate)).map(\.count)
      }
    } catch let unavailable as Unavailable { evidence.missingAllocations = unavailable.reason }
  }
}

extension FrameEvidence {
  /// Takes the estimates of all repetitions.
  fileprivate mutating func take(_ measured: FrameRepetitions) throws {
    for (rate, repetitions) in measured.frames {
      guard let workNs = measured.workNs(at: rate) else {
        throw Unavailable("its number of frames changes. Let it not print what answers look like")
      }
      costs[rate] = try CostVector(workNs: workNs)
      self.repetitions[rate] = repetitions.count
    }
    relativeWork = measured.relativeWork
  }
}
