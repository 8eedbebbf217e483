import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import WorkerClient
import WorkerProtocol

/// All passes over one scenario: frame costs, counters per frame and, if asked for, a real timer.
struct ScenarioMeasurement {
  let name: String
  let traits: ScenarioTraits
  let effort: Effort

  /// Counts what this measures, in workers of the same program.
  let counters: CounterPass

  /// The cost of one read of the thread CPU clock, which is subtracted from every frame.
  let clockCostNs: Int64

  /// The time for the scenario, or nil for no limit.
  let timeLimit: Duration?

  /// Called with the memory of one process if several would not fit.
  var fillsMemory: (Int) -> Void = { _ in }

  private var workload: Workload { counters.workload }
  private var workers: WorkerSource { counters.workers }

  /// The shorter one of the time that it may take and the time that it asks for; nil without
  /// either.
  private var samplingTime: Duration? { [timeLimit, traits.samplingTime].compactMap(\.self).min() }

  private var rates: [RefreshRate] { workload.rates(of: traits) }
  private var parameters: ScenarioParameters { workload.parameters(of: traits) }

  /// The cost of every frame, one entry per rate.
  func frames() async throws -> [FrameCosts] {
    let samples = try await samples()
    let planned = effort.launches * effort.repetitions
    // All frames are counted, however long they take: budgets are about each of them.
    var costs = try await counters.frames(
      of: name, traits, at: rates, memory: samples.peakMemory, WorkTime())
    for (index, rate) in rates.enumerated() {
      let warm = try CostEstimate(repetitions: samples.warm[rate] ?? [], clockCostNs: clockCostNs)
      let cold: Measured<CostEstimate> = try samples.cold.map {
        try CostEstimate(repetitions: $0[rate] ?? [], clockCostNs: clockCostNs)
      }
      try costs[index].add(
        segments: traits.segments(at: rate), warm: warm, cold: cold,
        cooling: cold.value.map { samples.cooling.repeated($0.repetitions) },
        reference: try reference(in: samples, at: rate))
      // A scene that asks for less time is played as planned.
      if warm.repetitions < planned, samplingTime == timeLimit {
        costs[index].plannedRepetitions = planned
      }
      costs[index].signposts = samples.signposts[rate]
    }
    return costs
  }

  private func reference(
    in samples: FramePass.Samples, at rate: RefreshRate
  ) throws -> ReferenceCost? {
    func median(_ times: [RefreshRate: [Int64]]) -> Int64? {
      FrameRepetitions(references: times, clockCostNs: clockCostNs).referenceNs(at: rate)
    }
    guard let warmNs = median(samples.warmReference) else { return nil }
    guard samples.cold.value != nil else {
      return ReferenceCost(warmNs: warmNs, coldNs: nil)
    }
    guard let coldNs = median(samples.coldReference) else {
      throw ResultsError.noColdReference
    }
    return ReferenceCost(warmNs: warmNs, coldNs: coldNs)
  }

  /// Thread CPU time of every frame, pooled over several launches.
  private func samples() async throws -> FramePass.Samples {
    // Building the scene and counting its allocations also take time.
    var pass = FramePass(
      rates: rates, repetitions: effort.repetitions,
      timeLimit: samplingTime.map { $0 / (2 * effort.launches) }, answerLimit: workload.timeout,
      coldRepetitions: workload.isWarm ? nil : effort.coldRepetitions,
      slowdown: effort.slowdown)
    pass.isSettled = isSettled
    var pooled = FramePass.Samples(cold: .value([:]))
    for launch in 1...effort.launches {
      pass.laterLaunches = effort.launches - launch
      pass.earlier = pooled.cold.value ?? [:]
      let pass = pass
      pooled.pool(
        try await workers.withWorker { worker in
          try await worker.prepare(name, parameters)
          var samples = try await pass.measure(worker)
          try requireAllFrames(samples)
          if launch == 1, effort.recordsSignposts {
            samples.signposts = try await pass.signposts(worker, after: samples)
          }
          return samples
        })
      if launch == 1, let bytes = pooled.peakMemory,
        !MemoryProbe.fits(processes: counters.repetition.allocations, using: bytes)
      {
        fillsMemory(bytes)
      }
    }
    return pooled
  }

  /// Fails for a repetition with fewer or more frames than the scenario has: what is counted for
  /// each frame would belong to other frames.
  private func requireAllFrames(_ samples: FramePass.Samples) throws {
    for rate in rates {
      let repetitions = (samples.warm[rate] ?? []) + (samples.cold.value?[rate] ?? [])
      let count = traits.frameCount(at: rate)
      if let other = repetitions.first(where: { $0.count != count }) {
        throw WorkerFailure.implausible("\(other.count) instead of \(count) frames at \(rate)")
      }
    }
  }

  /// Whether more repetitions would hardly change the verdicts on budgets.
  private func isSettled(
    _ frames: [RefreshRate: [[Int64]]], _ references: [RefreshRate: [Int64]]
  ) throws -> Bool {
    let rules = workload.budgets
    return FrameRepetitions(frames: frames, references: references, clockCostNs: clockCostNs)
      .leaveNoDoubt(
        about: try rules.onDisplay(workload.budgets(of: traits)), timesWork: rules.scale.cold
      ) { traits.grid(at: $0) }
  }

  /// The recordings of a real timer, one per rate; empty if not asked for.
  func paced(_ costs: [FrameCosts]) async throws -> Measured<[PacedRun]> {
    guard let seconds = effort.pacedSeconds else { return .value([]) }
    do {
      return .value(try await pacedRuns(costs, seconds: seconds))
    } catch let unavailable as Unavailable {
      return .unavailable(unavailable.reason)
    }
  }

  private func pacedRuns(_ costs: [FrameCosts], seconds: Double) async throws -> [PacedRun] {
    var runs: [PacedRun] = []
    for rate in rates {
      let watch = MachineWatch()
      let measured = try await workers.withWorker { worker in
        try await worker.prepare(name, parameters).ask(RunPaced(at: rate, seconds: seconds))
      }
      let counts = costs.first { $0.rate == rate }?.mallocCountTotal.value
      // The animation repeats, and skips the frames of skipped ticks.
      let allocations = counts.map { counts in
        measured.recording.beginTick.map { counts[$0 % counts.count] }
      }
      var run = PacedRun(measured.recording, costs: measured.costs, allocations: allocations)
      run.stolenCores = watch.use.stolenCores
      runs.append(run)
    }
    return runs
  }

  /// The jump with the largest excess at 60 Hz, or nil unless a budget limits jumps.
  func largestJump() async throws -> Measured<ViewJump>? {
    let budgets = workload.budgets(of: traits)
    guard budgets.contains(where: \.limitsJumps) else { return nil }
    do {
      return try await workers.withWorker { worker in
        try await worker.prepare(name, parameters)
        return .value(try await worker.largestJump(of: traits, on: parameters.screen) ?? .none)
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch { return .unavailable(WorkerFailure.reason(error)) }
  }

  /// How many layers fit at every rate: searched for on every variant, or estimated on the one that
  /// was run.
  func capacity() async throws -> Measured<[Capacity]> {
    let search = CapacitySearch(
      name: name, traits: traits, workload: workload, workers: workers, clockCostNs: clockCostNs)
    do {
      return effort.findsCapacity
        ? try await search.search(
          searchedVariants, at: rates, layers: ScenarioParameters.standardLayers)
        : .value(try await estimatedCapacity(search))
    } catch let unavailable as Unavailable {
      return .unavailable(unavailable.reason)
    } catch let failure as WorkerFailure {
      // With the requested layers, a failure counts as in any other pass.
      let layers = search.asked.withLock { $0 }
      guard layers > workload.layers else { throw failure }
      return .unavailable("with \(layers) layers: \(WorkerFailure.reason(failure))")
    }
  }

  /// The variant that the user named, else all variants; a single nil for a scenario without
  /// variants.
  private var searchedVariants: [Variant?] {
    if traits.variants.isEmpty { return [nil] }
    return workload.variant.map { [$0] } ?? traits.variants
  }

  /// Empty for scenes whose cost does not depend on the layers, and for a quick run.
  private func estimatedCapacity(_ search: CapacitySearch) async throws -> [Capacity] {
    let layers = workload.layers
    guard layers > 0, !effort.isQuick else { return [] }
    return try await search.estimates(parameters.variant, at: rates, layers: layers)
  }
}

extension WorkerHello.Cooling {
  /// This way of making frames cold, as a result records it.
  fileprivate func repeated(_ count: Int) -> Cooling {
    Cooling(method: method, branches: branches, sleepNs: sleepNs, repetitions: count)
  }
}
