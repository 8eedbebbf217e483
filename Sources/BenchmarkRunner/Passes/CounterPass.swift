import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SampleStatistics
import WorkerClient
import WorkerProtocol

/// Counts the allocations and instructions of benchmarks of one program, and what the kernel does
/// for them: the part of measuring that `run` and `compare` share.
struct CounterPass {
  /// Iterations of a benchmark that are counted together.
  static let countedIterations = 10

  /// Iterations in which a process records custom metrics.
  private static let recordingIterations = 10

  let workload: Workload
  let workers: WorkerSource
  let instructionPass: InstructionPass

  /// Whether instructions are counted at all: the user named them, or limits are judged that need
  /// them.
  let countsInstructions: Bool

  let repetition: Repetition

  /// In how many processes each number is counted.
  struct Repetition {
    /// A run has to find out which numbers vary.
    static let run = Repetition(allocations: 2, kernel: 5)

    /// A comparison counts again what differs.
    static let comparison = Repetition(allocations: 1, kernel: 1)

    let allocations: Int

    /// Page faults and threads vary by chance: two counts are often equal, and say little.
    let kernel: Int
  }

  /// Lets `body` use a pass, and ends the processes that it needs.
  ///
  /// - Parameters:
  ///   - workload: What is counted.
  ///   - workers: The source of the processes that count.
  ///   - repetition: In how many processes.
  ///   - gates: Those of all benchmarks whose limits are judged.
  ///   - body: Counts.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  static func with<Value: Sendable>(
    _ workload: Workload, _ workers: WorkerSource, _ repetition: Repetition,
    judging gates: [BenchmarkGate] = [], _ body: (CounterPass) async throws -> Value
  ) async throws -> Value {
    let countsInstructions = workload.countsInstructions(limitedBy: gates)
    return try await workers.withInstructionPass(isWanted: countsInstructions) { pass in
      try await body(
        CounterPass(
          workload: workload, workers: workers, instructionPass: pass,
          countsInstructions: countsInstructions, repetition: repetition))
    }
  }
}

extension CounterPass {
  /// The counters of a benchmark that the workload asks for, per operation, by metric name.
  ///
  /// If a benchmark takes long, fewer iterations are counted.
  func metrics(
    of name: String, _ traits: BenchmarkTraits, _ work: WorkTime
  ) async throws -> [String: Measured<MetricResult>] {
    var metrics: [String: Measured<MetricResult>] = [:]
    let limit = workload.timeout
    // Iterations that are not counted run first, so those that are counted get half of the time.
    let iterations = (try? work.iterations(Self.countedIterations, within: limit / 2)) ?? 1
    let operations = Double(iterations) * Double(traits.operations)
    if workload.countsAllocations {
      let totals = try await counted { worker in
        let counts = try await worker.prepare(name).ask(CountAllocations(iterations: iterations))
        return CountedAllocations(counts: counts, program: worker.hello.allocator)
      }
      metrics[Metric.mallocBytesCount.name] = totals.metric(.mallocBytesCount) {
        Double($0.bytes) / operations
      }
      metrics[Metric.mallocCountTotal.name] = totals.metric(.mallocCountTotal) {
        Double($0.count) / operations
      }
    }
    if countsInstructions, workload.countsInstructions(limitedBy: traits.gates) {
      let counted = try await recorded {
        let iterations = try work.iterations(
          InstructionPass.iterations, within: limit, factor: WorkTime.callgrindFactor)
        let regions = try await instructionPass.regions(of: name, iterations: iterations)
        return (iterations: iterations, instructions: regions.instructions)
      }
      metrics[Metric.instructions.name] = counted.flatMap { counted in
        let operations = Double(counted.iterations) * Double(traits.operations)
        return .samples(
          counted.instructions.map { Double($0) / operations }, of: .instructions)
      }
    }
    let wanted = workload.kernelMetrics(limitedBy: traits.gates)
    for (metric, counts) in try await kernelCounts(wanted, of: name, iterations: iterations) {
      let divisor = metric.addsUp ? operations : 1
      metrics[metric.name] = counts.flatMap { processes in
        .counts(processes.flatMap { $0.joined().map { Double($0) / divisor } }, of: metric)
      }
    }
    return metrics.merging(try await customMetrics(of: name, traits, work)) { $1 }
  }

  /// What a benchmark records itself, by metric name, in two processes.
  private func customMetrics(
    of name: String, _ traits: BenchmarkTraits, _ work: WorkTime
  ) async throws -> [String: Measured<MetricResult>] {
    let wanted = traits.metrics.filter(workload.measures)
    guard !wanted.isEmpty else { return [:] }
    let iterations =
      (try? work.iterations(Self.recordingIterations, within: workload.timeout)) ?? 1
    let recorded = try await recorded(failsWhenRefused: true) {
      var values: [String: [Double]] = [:]
      for _ in 0..<2 {
        let ofProcess = try await workers.withWorker { worker in
          // All metrics that it may record, because recording one that was not asked for is not a
          // mistake.
          try await worker.prepare(name)
            .ask(RecordMetrics(traits.metrics, iterations: iterations))
        }
        values.merge(ofProcess) { $0 + $1 }
      }
      return values
    }
    return Dictionary(
      uniqueKeysWithValues: wanted.map { metric in
        let result = recorded.flatMap { values in
          values[metric.name].map { Measured<MetricResult>.recorded($0, of: metric) }
            ?? .unavailable("the benchmark did not record it")
        }
        return (metric.name, result)
      })
  }

  /// The counters of every frame of a scenario, one entry per rate, without times; those that the
  /// workload does not ask for are unavailable.
  ///
  /// If a scenario takes long, only the first frames are counted.
  func frames(
    of name: String, _ traits: ScenarioTraits, at rates: [RefreshRate], memory: Int?,
    _ work: WorkTime
  ) async throws -> [FrameCosts] {
    var costs = rates.map { FrameCosts(at: $0) }
    let most = rates.map(traits.frameCount).max() ?? 0
    let mostFrames: Int?
    do {
      mostFrames = try work.frames(of: most, within: workload.timeout)
    } catch {
      // According to its times, a single frame takes too long. The times may be wrong, so one frame
      // is tried. The time limit of an answer ends it.
      mostFrames = 1
    }
    if workload.countsAllocations {
      try await countAllocations(&costs, of: name, traits, memory: memory, mostFrames: mostFrames)
    }
    if workload.countsInstructions() {
      try await countInstructions(&costs, of: name, traits, work)
    }
    try await countKernel(&costs, of: name, traits, memory: memory, mostFrames: mostFrames)
    return costs
  }

  /// Adds the allocations of every frame, one entry per rate.
  private func countAllocations(
    _ costs: inout [FrameCosts], of name: String, _ traits: ScenarioTraits, memory: Int?,
    mostFrames: Int?
  ) async throws {
    let rates = costs.map(\.rate)
    // One process for all rates: each is played once before it is counted.
    let parameters = workload.parameters(of: traits)
    let counts = try await counted(memory: memory) { worker in
      try await worker.prepare(name, parameters, mostFrames: mostFrames)
      var ofRates: [[Allocations]] = []
      for rate in rates {
        ofRates.append(
          try await worker.ask(
            CountFrameAllocations(at: rate),
            frames: { traits.frameCount(at: $0, most: mostFrames) }))
      }
      return CountedAllocations(counts: ofRates, program: worker.hello.allocator)
    }
    for index in costs.indices {
      let ofRate = counts.map { $0.map { $0.counts[index] } }
      costs[index].countedBy = counts.value?.first?.program
      costs[index].mallocCountTotal = ofRate.map { $0[0].map { Int64($0.count) } }
      costs[index].mallocBytesCount = ofRate.map { $0[0].map { Int64($0.bytes) } }
      // What another process counted, if it differs.
      costs[index].recount = ofRate.value.flatMap {
        FrameCosts.Recount($0[0], again: $0[$0.count - 1])
      }
    }
  }

  /// Adds the instructions of every frame, one entry per rate.
  private func countInstructions(
    _ costs: inout [FrameCosts], of name: String, _ traits: ScenarioTraits, _ work: WorkTime
  ) async throws {
    for index in costs.indices {
      let rate = costs[index].rate
      costs[index].instructions = try await recorded {
        let mostFrames = try work.frames(
          of: traits.frameCount(at: rate), within: workload.timeout,
          factor: WorkTime.callgrindFactor)
        let counted = try await instructionPass.regions(
          of: name, workload.parameters(of: traits, at: rate), mostFrames: mostFrames
        ).instructions
        let count = traits.frameCount(at: rate, most: mostFrames)
        guard counted.count == count else {
          throw WorkerFailure.implausible("\(counted.count) instead of \(count) frames at \(rate)")
        }
        return counted
      }
    }
  }

  /// Adds what the kernel counts of every frame, one entry per rate.
  private func countKernel(
    _ costs: inout [FrameCosts], of name: String, _ traits: ScenarioTraits, memory: Int?,
    mostFrames: Int?
  ) async throws {
    let wanted = workload.kernelMetrics()
    guard !wanted.isEmpty else { return }
    let found = try await kernelCounts(
      wanted, of: name, workload.parameters(of: traits), at: costs.map(\.rate), memory: memory,
      mostFrames: mostFrames
    ) { traits.frameCount(at: $0, most: mostFrames) }
    for index in costs.indices {
      costs[index].kernel = found.map { metric, counts in
        FrameCosts.KernelCount(
          metric: metric.name,
          frames: counts.map { $0.map { $0[index].map(Int64.init) }.uniqued() })
      }
    }
  }

  /// The kernel's counts of a benchmark, or of every frame of a scenario at these rates.
  ///
  /// By metric: for each process, a list per rate, with a count for each frame.
  private func kernelCounts(
    _ wanted: [Metric], of name: String, _ parameters: ScenarioParameters = ScenarioParameters(),
    at rates: [RefreshRate] = [], memory: Int? = nil,
    iterations: Int = CounterPass.countedIterations,
    mostFrames: Int? = nil, frames: @escaping @Sendable (RefreshRate) -> Int = { _ in 0 }
  ) async throws -> [(metric: Metric, counts: Measured<[[[Int]]]>)] {
    guard !wanted.isEmpty else { return [] }
    let answers = try await counted(
      memory: memory, allocations: false, by: repetition.kernel
    ) { worker in
      try await worker.prepare(name, parameters, mostFrames: mostFrames)
        .ask(CountKernel(iterations: iterations, at: rates), frames: frames)
    }
    return wanted.map { metric in
      let counts = answers.flatMap { answers -> Measured<[[[Int]]]> in
        let counts = answers.compactMap { $0.counts[metric.name] }
        return Measured(
          counts.count == answers.count ? counts : nil,
          orUnavailable: answers.lazy.compactMap { $0.missing[metric.name] }.first ?? "not counted")
      }
      return (metric, counts)
    }
  }

  /// The counts of several processes.
  ///
  /// All processes start at the same time, because starting one often takes longer than counting.
  /// Unless their data certainly fits into memory together, they count one after the other.
  private func counted<Value: Sendable>(
    memory: Int? = nil, allocations: Bool = true, by processes: Int? = nil,
    _ count: @escaping @Sendable (any WorkerConnection) async throws -> Value
  ) async throws -> Measured<[Value]> {
    let workers = workers
    let processes = processes ?? repetition.allocations
    let takesTurns = !MemoryProbe.fits(processes: processes, using: memory)
    return try await recorded {
      let ends = (0..<processes).map { _ in AsyncStream.makeStream(of: Never.self) }
      return try await withThrowingTaskGroup(of: (Int, Value).self) { group in
        for index in 0..<processes {
          group.addTask {
            defer { ends[index].continuation.finish() }
            let counted = try await workers.withCountingWorker(ofAllocations: allocations) {
              worker in
              if takesTurns, index > 0 {
                for await _ in ends[index - 1].stream {}
                try Task.checkCancellation()
              }
              return try await count(worker)
            }
            return (index, counted)
          }
        }
        var counts: [Int: Value] = [:]
        for try await (index, counted) in group { counts[index] = counted }
        return (0..<processes).compactMap { counts[$0] }
      }
    }
  }

  /// The value, or the reason why it is unavailable.
  private func recorded<Value>(
    failsWhenRefused: Bool = false, _ count: () async throws -> Value
  ) async throws -> Measured<Value> {
    do {
      return .value(try await count())
    } catch WorkerFailure.refused(let reason) where failsWhenRefused {
      throw WorkerFailure.refused(reason: reason)
    } catch let unavailable as Unavailable {
      return .unavailable(unavailable.reason)
    } catch let failure as WorkerFailure where workload.measuresTimes {
      // The benchmark ran with the system's allocator before, so counting must be what makes it
      // fail.
      try Task.checkCancellation()
      return .unavailable("the process that counts failed: \(WorkerFailure.reason(failure))")
    }
  }
}

/// What a process counted, and with which program.
private struct CountedAllocations<Counts: Sendable>: Sendable {
  let counts: Counts

  /// `jemalloc` or `counting library`.
  let program: String
}

extension Measured<[CountedAllocations<Allocations>]> {
  /// The counts of several processes as a metric that says which program counted.
  fileprivate func metric(
    _ metric: Metric, _ number: (Allocations) -> Double
  ) -> Measured<MetricResult> {
    flatMap { processes in
      var result = Measured<MetricResult>.counts(processes.map { number($0.counts) }, of: metric)
      if case .value(var counted) = result {
        counted.countedBy = processes.first?.program
        result = .value(counted)
      }
      return result
    }
  }
}

extension FrameCosts.Recount {
  /// Nil for counts that are equal in both processes.
  fileprivate init?(_ first: [Allocations], again: [Allocations]) {
    func differing(_ counter: (Allocations) -> Int) -> [Int64]? {
      let counts = again.map { Int64(counter($0)) }
      return counts == first.map { Int64(counter($0)) } ? nil : counts
    }
    guard first != again else { return nil }
    self.init(mallocCountTotal: differing(\.count), mallocBytesCount: differing(\.bytes))
  }
}

extension Measured<MetricResult> {
  /// The summary of counts in different processes: a single count if all are equal.
  static func counts(_ counts: [Double], of metric: Metric) -> Measured<MetricResult> {
    let hasOne = counts.allSatisfy { $0 == counts.first }
    return samples(hasOne ? Array(counts.prefix(1)) : counts, of: metric)
  }

  /// The summary of what a benchmark recorded: a single value if all are equal.
  static func recorded(_ values: [Double], of metric: CustomMetric) -> Measured<MetricResult> {
    let hasOne = values.allSatisfy { $0 == values.first }
    var result = MetricResult(unit: metric.unit, samples: hasOne ? Array(values.prefix(1)) : values)
    result?.polarity = metric.polarity
    return Measured(result, orUnavailable: "a value is not a number")
  }

  /// The summary of samples, or why there is none.
  static func samples(_ samples: [Double], of metric: Metric) -> Measured<MetricResult> {
    Measured(
      MetricResult(unit: metric.unit, samples: samples), orUnavailable: "a sample is not a number")
  }
}
