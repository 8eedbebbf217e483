import BenchmarkModel
package import BenchmarkResults
import FrameTiming
import WorkerClient
package import WorkerProtocol

/// Measures benchmarks one after the other, each in worker processes of its own.
package struct BenchmarkRun {
  /// Is told about the progress of a run.
  package protocol Observer {
    /// Measuring number `index` of `count` starts.
    func begins(_ name: String, index: Int, count: Int)

    /// A scenario needs this much memory, so its processes run one after the other.
    func fillsMemory(_ name: String, bytes: Int)

    /// A benchmark was measured or has failed; its result is reported only once.
    func finished(_ result: BenchmarkResult) throws
  }

  private let workload: Workload
  private let effort: Effort
  private let workers: WorkerSource

  /// The cost of one read of the thread CPU clock, in nanoseconds.
  private let clockCostNs: Int64

  package init(_ workload: Workload, _ effort: Effort, workers: WorkerSource, clockCostNs: Int64) {
    self.workload = workload
    self.effort = effort
    self.workers = workers
    self.clockCostNs = clockCostNs
  }

  /// Measures `benchmarks` in order; a failure affects only its own benchmark.
  package func measure(_ benchmarks: [ListedBenchmark], observer: some Observer) async throws {
    var time = ScenarioTime(effort.scenarioTime, for: benchmarks)
    let gates = benchmarks.flatMap { listed -> [BenchmarkGate] in
      if case .benchmark(let traits) = listed.work { traits.gates } else { [] }
    }
    try await CounterPass.with(workload, workers, .run, judging: gates) { counters in
      for (index, listed) in benchmarks.enumerated() {
        try Task.checkCancellation()
        observer.begins(listed.name, index: index, count: benchmarks.count)
        let start = SteadyClock.now
        var result = try await result(of: listed, counters, within: time.share) {
          observer.fillsMemory(listed.name, bytes: $0)
        }
        let taken = start.duration(to: SteadyClock.now)
        if listed.kind == .scenario { time.spend(taken) }
        result.measuringSeconds = (taken / .milliseconds(1)).rounded() / 1_000
        try observer.finished(result)
      }
    }
  }

  private func result(
    of listed: ListedBenchmark, _ counters: CounterPass, within timeLimit: Duration?,
    fillsMemory: @escaping (Int) -> Void
  ) async throws -> BenchmarkResult {
    var result = BenchmarkResult(listed, workload)
    do {
      switch listed.work {
      case .benchmark(let traits):
        result.body = .benchmark(try await timed(listed.name, traits, counters))
      case .scenario(let traits):
        try await measure(
          listed.name, traits, counters, within: timeLimit, into: &result.body,
          fillsMemory: fillsMemory)
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch let replaced as ProgramReplaced {
      throw replaced
    } catch {
      try Task.checkCancellation()
      result.status = .failed(String(describing: error))
    }
    return result
  }

  private func timed(
    _ name: String, _ traits: BenchmarkTraits, _ counters: CounterPass
  ) async throws -> TimedResult {
    var timed = TimedResult(traits)
    do {
      timed.metrics = try await metrics(of: name, traits, counters)
    } catch let unavailable as Unavailable {
      timed.metrics = .unavailable(Array(workload.metrics), unavailable)
    }
    return timed
  }

  /// Measures a scenario; a pass that fails keeps the results of those before it.
  private func measure(
    _ name: String, _ traits: ScenarioTraits, _ counters: CounterPass, within timeLimit: Duration?,
    into body: inout BenchmarkResult.Body, fillsMemory: @escaping (Int) -> Void
  ) async throws {
    let measurement = ScenarioMeasurement(
      name: name, traits: traits, effort: effort, counters: counters, clockCostNs: clockCostNs,
      timeLimit: timeLimit, fillsMemory: fillsMemory)
    var scenario = ScenarioResult(traits, workload)
    defer { body = .scenario(scenario) }
    do {
      let frames = try await measurement.frames()
      scenario.frames = .value(frames)
      scenario.largestJump = try await measurement.largestJump()
      scenario.paced = try await measurement.paced(frames)
      scenario.capacity = try await measurement.capacity()
    } catch let unavailable as Unavailable { scenario.frames = .unavailable(unavailable.reason) }
  }

  /// Every metric that the workload asks for; one that cannot be measured is unavailable.
  private func metrics(
    of name: String, _ traits: BenchmarkTraits, _ counters: CounterPass
  ) async throws -> [String: Measured<MetricResult>] {
    var metrics: [String: Measured<MetricResult>] = [:]
    if workload.measuresTimes { metrics = try await times(of: name, traits) }
    let operationNs = metrics[Metric.wallClock.name]?.value?.median ?? 0
    let work = WorkTime(iterationNs: operationNs * Double(traits.operations))
    metrics.merge(try await counters.metrics(of: name, traits, work)) { $1 }
    let measured = workload.metrics(limitedBy: traits.gates)
    let wanted = Set(measured.map(\.name) + traits.metrics.map(\.name))
    return metrics.filter { wanted.contains($0.key) }
  }

  private func times(
    of name: String, _ traits: BenchmarkTraits
  ) async throws -> [String: Measured<MetricResult>] {
    do {
      let measured = try await workers.withWorker { worker in
        try await TimePass(
          shortestSample: effort.shortestSample, timeLimit: effort.samplingTime(of: traits),
          warmUpLimit: effort.warmUpLimit(of: traits), answerLimit: workload.timeout
        ).measure(try await worker.prepare(name))
      }
      let operations = Double(measured.iterations) * Double(traits.operations)
      return [
        Metric.wallClock.name: .samples(
          measured.samples.map { $0.wallNs / operations }, of: .wallClock),
        Metric.cpuTotal.name: .samples(
          measured.samples.map { $0.cpuNs / operations }, of: .cpuTotal),
      ]
    } catch let unavailable as Unavailable {
      return .unavailable([.wallClock, .cpuTotal], unavailable)
    }
  }
}

/// Time that scenarios share: what one leaves over, the others get.
struct ScenarioTime {
  /// The minimum for each scenario, so that a heavy one leaves enough time for light ones.
  static let least = Duration.milliseconds(40)

  private var left: Duration?
  private var count: Int

  init(_ time: Duration?, for benchmarks: [ListedBenchmark]) {
    left = time
    count = benchmarks.count { $0.kind == .scenario }
  }

  var share: Duration? { left.map { max(Self.least, $0 / max(1, count)) } }

  /// Subtracts the time that a scenario took.
  mutating func spend(_ time: Duration) {
    left = left.map { $0 - time }
    count -= 1
  }
}

extension BenchmarkResult {
  /// The result of a benchmark before anything is measured.
  init(_ listed: ListedBenchmark, _ workload: Workload) {
    switch listed.work {
    case .benchmark(let traits):
      self.init(
        name: listed.name, variant: traits.variant, location: listed.location,
        .benchmark(TimedResult(traits)))
    case .scenario(let traits):
      self.init(
        name: listed.name, variant: workload.variant(of: traits), location: listed.location,
        .scenario(ScenarioResult(traits, workload)))
    }
  }
}

extension ScenarioResult {
  /// What a scenario states about itself, before anything is measured.
  fileprivate init(_ traits: ScenarioTraits, _ workload: Workload) {
    self.init()
    parameters = Parameters(
      layers: workload.layers, screen: workload.screen, scene: workload.scene(of: traits))
    bytesPerLayer = traits.bytesPerLayer
    budgets = traits.budgets(with: workload.parameters(of: traits))
  }
}

extension [String: Measured<MetricResult>] {
  fileprivate static func unavailable(_ metrics: [Metric], _ reason: Unavailable) -> Self {
    Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, .unavailable(reason.reason)) })
  }
}
