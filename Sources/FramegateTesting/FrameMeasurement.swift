import BenchmarkModel
import Foundation
import FrameTiming
import FramegateKit
import WorkerClient
import WorkerProtocol

/// Measures the frames of a scenario in two processes, one after the other, and judges budgets.
struct FrameMeasurement {
  let name: String
  let process: TestProcess

  /// The budgets to judge, or nil for those that the scenario declares.
  let budgets: [FrameBudget]?
  let timeout: Duration

  /// The frames of a scenario, and the judgements of its budgets.
  struct JudgedFrames {
    let judgements: [BudgetJudgement]

    /// The vsyncs at which frames were sampled, and their work, by rate.
    let frames: [RefreshRate: (grid: VsyncGrid, costs: CostVector)]
  }

  /// The scenario as its process lists it, and how it is measured.
  private struct ListedScenario {
    let traits: ScenarioTraits
    let budgets: [FrameBudget]

    /// Cold, as after a wait for vsync, if the system can empty the caches; otherwise warm.
    let state: CacheState

    var parameters: ScenarioParameters { traits.standardParameters }

    /// The rates of the budgets, or 60 Hz if none has one.
    var rates: [RefreshRate] {
      let rates = Set(budgets.compactMap { $0.display?.rate }).sorted()
      return rates.isEmpty ? [.hz60] : rates
    }

    var grids: [RefreshRate: VsyncGrid] {
      rates.reduce(into: [:]) { $0[$1] = traits.grid(at: $1) }
    }
  }

  /// Plays the scenario in processes of its own, and judges its budgets.
  ///
  /// - Throws: `Unavailable`, ``TestWorker/Failure``.
  func find() throws -> JudgedFrames {
    let (scenario, first) = try withWorker { worker -> (ListedScenario, FrameRepetitions) in
      let scenario = try listed(worker)
      let clockCostNs = try worker.ask(MeasureOverhead()).threadClock.minimumNs
      var repetitions = FrameRepetitions(clockCostNs: clockCostNs)
      try measure(scenario, worker, into: &repetitions)
      return (scenario, repetitions)
    }
    var measured = first
    try withWorker { try measure(scenario, $0, into: &measured) }
    var evidence = FrameEvidence()
    evidence.missingJump = "a test does not look for jumps; 'check' does"
    evidence.isWarm = scenario.state == .warm
    evidence.grids = scenario.grids
    try evidence.take(measured)
    try count(scenario, into: &evidence)
    return JudgedFrames(
      judgements: scenario.budgets.map { $0.judge(evidence) },
      frames: evidence.grids.reduce(into: [:]) { frames, grid in
        frames[grid.key] = evidence.costs[grid.key].map { (grid.value, $0) }
      })
  }

  /// Runs `body` with a worker in a process of its own.
  private func withWorker<Value>(
    countsAllocations: Bool = false, _ body: (TestWorker) throws -> Value
  ) throws -> Value {
    let worker = try TestWorker(
      process, countsAllocations: countsAllocations, timeout: timeout)
    defer { worker.end() }
    return try body(worker)
  }

  /// Adds the repetitions of one process, at one rate after the other.
  private func measure(
    _ scenario: ListedScenario, _ worker: TestWorker, into repetitions: inout FrameRepetitions
  ) throws {
    let state = scenario.state
    _ = try worker.ask(Prepare(name, scenario.parameters))
    for rate in scenario.rates {
      // Discard the first repetitions, in which code runs for the first time.
      _ = try worker.ask(TimeFrames(at: rate, repetitions: 2))
      let most =
        state == .warm ? FrameRepetitions.warmPerProcess : BudgetJudgement.fewestRepetitions / 2
      for repetition in 1...most {
        let times = try worker.ask(TimeReferenceFrames(FrameRepetitions.referenceFrames, state))
        if !times.isEmpty {
          repetitions.references[rate, default: []].append(FrameRepetitions.median(of: times))
        }
        repetitions.frames[rate, default: []] += try worker.ask(
          TimeFrames(at: rate, repetitions: 1, state))
        if repetition >= FrameRepetitions.coldPerProcess,
          repetitions.leaveNoDoubt(
            about: scenario.budgets, isWarm: state == .warm,
            on: { scenario.traits.grid(at: $0) })
        {
          break
        }
      }
    }
  }

  /// The registered scenario of this name, with the budgets to judge.
  private func listed(_ worker: TestWorker) throws -> ListedScenario {
    let traits = try traits(worker)
    let budgets = budgets ?? traits.budgets(with: traits.standardParameters)
    guard !budgets.isEmpty else {
      throw Unavailable(
        "it has no budget. Pass one as 'keep', such as .noDroppedFrames(at: .hz60)")
    }
    return ListedScenario(traits: traits, budgets: budgets, state: try state(worker))
  }

  /// The registered scenario of this name.
  private func traits(_ worker: TestWorker) throws -> ScenarioTraits {
    let listing = try worker.ask(ListBenchmarks())
    if let problem = listing.problems.first { throw Unavailable(problem.reason) }
    switch listing.byName[name]?.work {
    case .scenario(let traits)?: return traits
    case .benchmark?: throw Unavailable("it is a benchmark, which has no frames. Name a scenario")
    case nil:
      let known = listing.benchmarks.filter { $0.kind == .scenario }.map(\.name)
      throw Unavailable(
        """
        no scenario of this name is registered. \
        \(known.isEmpty ? "Register one" : "Choose one of \(known.joined(separator: ", "))")
        """)
    }
  }

  /// Cold if the worker can empty the caches, otherwise warm.
  private func state(_ worker: TestWorker) throws -> CacheState {
    do {
      _ = try worker.ask(TimeReferenceFrames(1, .cold))
      return .cold
    } catch is Unavailable { return .warm }
  }

  /// Counts the allocations of every frame in a process of its own, if a budget limits them.
  private func count(_ scenario: ListedScenario, into evidence: inout FrameEvidence) throws {
    guard scenario.budgets.contains(where: \.limitsAllocations) else { return }
    do {
      try withWorker(countsAllocations: true) { worker in
        _ = try worker.ask(Prepare(name, scenario.parameters))
        for rate in scenario.rates {
          evidence.allocations[rate] = try worker.ask(CountFrameAllocations(at: rate)).map(\.count)
        }
      }
    } catch let unavailable as Unavailable { evidence.missingAllocations = unavailable.reason }
  }
}

extension FrameEvidence {
  /// Takes over the medians of all repetitions.
  fileprivate mutating func take(_ measured: FrameRepetitions) throws {
    for (rate, repetitions) in measured.frames {
      guard let workNs = measured.workNs(at: rate) else {
        throw Unavailable("its number of frames changes. Do not print lines that look like answers")
      }
      costs[rate] = try CostVector(workNs: workNs)
      self.repetitions[rate] = repetitions.count
    }
    relativeWork = measured.relativeWork
  }
}
