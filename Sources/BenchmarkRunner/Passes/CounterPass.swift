import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming

/// Counts the allocations and instructions of benchmarks of one tool: the part of measuring that
/// `run` and `compare` share.
struct CounterPass {
  /// Iterations whose allocations are counted together.
  private static let allocationIterations = 10

  /// Iterations in which a process records custom metrics.
  private static let recordingIterations = 10

  let settings: MeasuringSettings
  let workers: WorkerSource
  let instructionPass: InstructionPass

  /// How often allocations are counted, each time in another process.
  let allocationCounts: Int

  /// Lets `body` use a pass, and ends the processes that it needs.
  static func with<Value: Sendable>(
    _ settings: MeasuringSettings, _ workers: WorkerSource, allocationCounts: Int = 2,
    _ body: (CounterPass) async throws -> Value
  ) async throws -> Value {
    try await workers.withInstructionPass(isWanted: settings.countsInstructions) { pass in
      try await body(
        CounterPass(
          settings: settings, workers: workers, instructionPass: pass,
          allocationCounts: allocationCounts))
    }
  }
}

extension CounterPass {
  /// The counters of a benchmark that the settings ask for, per operation, by metric name.
  func metrics(
    of name: String, _ traits: BenchmarkTraits
  ) async throws -> [String: Measured<MetricResult>] {
    var metrics: [String: Measured<MetricResult>] = [:]
    if settings.countsAllocations {
      let totals = try await allocations { worker in
        try await worker.prepare(name)
          .ask(CountAllocations(iterations: Self.allocationIterations))
      }
      let operations = Double(Self.allocationIterations) * Double(traits.operations)
      metrics[Metric.mallocBytesCount.name] = totals.flatMap {
        .counts($0.map { Double($0.bytes) / operations }, of: .mallocBytesCount)
      }
      metrics[Metric.mallocCountTotal.name] = totals.flatMap {
        .counts($0.map { Double($0.count) / operations }, of: .mallocCountTotal)
      }
    }
    if settings.countsInstructions {
      let counted = try await recorded { try await instructionPass.regions(of: name) }
      let operations = Double(InstructionPass.iterations) * Double(traits.operations)
      metrics[Metric.instructions.name] = counted.flatMap {
        .samples($0.instructions.map { Double($0) / operations }, of: .instructions)
      }
    }
    return metrics.merging(try await customMetrics(of: name, traits)) { $1 }
  }

  /// What a benchmark records itself, by metric name, in two processes.
  private func customMetrics(
    of name: String, _ traits: BenchmarkTraits
  ) async throws -> [String: Measured<MetricResult>] {
    let wanted = traits.metrics.filter(settings.measures)
    guard !wanted.isEmpty else { return [:] }
    let recorded = try await recorded(failsWhenRefused: true) {
      var values: [String: [Double]] = [:]
      for _ in 0..<2 {
        let ofProcess = try await workers.withWorker { worker in
          // All that it may record, because one that was not asked for is no mistake.
          try await worker.prepare(name)
            .ask(RecordMetrics(traits.metrics, iterations: Self.recordingIterations))
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

  /// The counters of every frame of a scenario, one entry per rate; those that the settings do not
  /// ask for are unavailable.
  func frames(
    of name: String, _ traits: ScenarioTraits, at rates: [RefreshRate], memory: Int?
  ) async throws -> [FrameCounters] {
    var counters = rates.map { _ in FrameCounters() }
    if settings.countsAllocations {
      // One process for all rates: each is played once before it is counted.
      let parameters = settings.parameters(of: traits)
      let counts = try await allocations(memory: memory) { worker in
        let prepared = try await worker.prepare(name, parameters)
        var ofRates: [[Allocations]] = []
        for rate in rates {
          ofRates.append(try await prepared.ask(CountFrameAllocations(at: rate)))
        }
        return ofRates
      }
      for index in rates.indices { counters[index].count(counts.map { $0.map { $0[index] } }) }
    }
    if settings.countsInstructions {
      for (index, rate) in rates.enumerated() {
        counters[index].instructions = try await recorded {
          try await instructionPass.regions(
            of: name, settings.parameters(of: traits, at: rate)
          ).instructions
        }
      }
    }
    return counters
  }

  /// What ``allocationCounts`` processes count.
  ///
  /// They start together, because starting one often takes longer than counting. Unless all of
  /// their data certainly fits into the memory, only one at a time has it.
  private func allocations<Value: Sendable>(
    memory: Int? = nil,
    _ count: @escaping @Sendable (any WorkerConnection) async throws -> Value
  ) async throws -> Measured<[Value]> {
    let workers = workers
    let takesTurns = !MemoryProbe.fits(processes: allocationCounts, using: memory)
    return try await recorded {
      let turns = Turns()
      return try await withThrowingTaskGroup(of: (index: Int, counted: Value).self) { group in
        for index in 0..<allocationCounts {
          group.addTask {
            do {
              let counted = try await workers.withCountingWorker { worker in
                if takesTurns { try await turns.begin(index) }
                return try await count(worker)
              }
              await turns.end(index)
              return (index: index, counted: counted)
            } catch {
              await turns.stop()
              throw error
            }
          }
        }
        var counts: [(index: Int, counted: Value)] = []
        var failures: [any Error] = []
        while let result = await group.nextResult() {
          switch result {
          case .success(let counted): counts.append(counted)
          case .failure(let error):
            failures.append(error)
            group.cancelAll()
          }
        }
        // A process that was stopped because of another one's failure is not the reason.
        if let failure = failures.first(where: { !($0 is CancellationError) }) ?? failures.first {
          throw failure
        }
        return counts.sorted { $0.index < $1.index }.map(\.counted)
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
    } catch let failure as WorkerFailure where settings.measuresTimes {
      // It ran on the system's allocator before, so what counts is what it does not survive.
      try Task.checkCancellation()
      return .unavailable("the process that counts failed: it \(failure)")
    }
  }
}

/// Lets tasks that run at the same time do a part of their work one after the other, in the order
/// of their numbers from 0.
actor Turns {
  private var ended: Set<Int> = []
  private var isStopped = false
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

  /// Returns when the tasks with all smaller numbers have ended; every task begins at most once.
  func begin(_ number: Int) async throws(CancellationError) {
    if !isNext(number), !isStopped { await withCheckedContinuation { waiting[number] = $0 } }
    if isStopped { throw CancellationError() }
  }

  /// Tells that a task has done its part.
  func end(_ number: Int) {
    ended.insert(number)
    resume(waiting.keys.filter(isNext))
  }

  /// Lets no other task begin.
  func stop() {
    isStopped = true
    resume(Array(waiting.keys))
  }

  private func resume(_ numbers: [Int]) {
    for number in numbers { waiting.removeValue(forKey: number)?.resume() }
  }

  private func isNext(_ number: Int) -> Bool { (0..<number).allSatisfy(ended.contains) }
}

/// The counters of every frame of a scenario.
struct FrameCounters {
  var allocations: Measured<[Allocations]> = .unavailable("not measured in this run")

  /// What another process counted, if it differs.
  var recount: FrameCosts.Recount?

  /// Nil when not asked for.
  var instructions: Measured<[Int64]>?

  var mallocCountTotal: Measured<[Int64]> { allocations.map { $0.map { Int64($0.count) } } }
  var mallocBytesCount: Measured<[Int64]> { allocations.map { $0.map { Int64($0.bytes) } } }

  /// Takes what one or more processes counted.
  fileprivate mutating func count(_ counts: Measured<[[Allocations]]>) {
    allocations = counts.map { $0[0] }
    recount = counts.value.flatMap { FrameCosts.Recount($0[0], again: $0[$0.count - 1]) }
  }
}

extension FrameCosts.Recount {
  /// Nil for counts that repeat.
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
  /// The summary of counts in different processes: one, if all are equal.
  static func counts(_ counts: [Double], of metric: Metric) -> Measured<MetricResult> {
    let hasOne = counts.allSatisfy { $0 == counts.first }
    return samples(hasOne ? Array(counts.prefix(1)) : counts, of: metric)
  }

  /// The summary of what a benchmark recorded: one value, if all are equal.
  static func recorded(_ values: [Double], of metric: CustomMetric) -> Measured<MetricResult> {
    let hasOne = values.allSatisfy { $0 == values.first }
    var result = MetricResult(unit: metric.unit, samples: hasOne ? Array(values.prefix(1)) : values)
    result?.polarity = metric.polarity
    return Measured(result, orUnavailable: "a value is not a number")
  }

  /// The summary of samples, or why there is none.
  static func samples(_ samples: [Double], of metric: Metric) -> Measured<MetricResult> {
    Measured(
      MetricResult(unit: metric.unit, samples: samples),
      orUnavailable: "a sample is not a number")
  }
}
