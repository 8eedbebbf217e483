import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults

/// All passes over one benchmark: time in one worker, allocations in another.
struct KernelMeasurement {
  let entry: RegistryEntry
  let work: BenchmarkWork
  let settings: RunSettings
  let pool: WorkerPool

  /// Iterations whose allocations are counted together.
  private static let countedIterations = 10

  /// Measures every metric that was asked for; what cannot be had is absent with its reason.
  func metrics() async throws -> [String: Recorded<MetricResult>] {
    var metrics: [String: Recorded<MetricResult>] = [:]
    if !settings.metrics.isDisjoint(with: [.wallClock, .cpuTotal]) {
      metrics.merge(try await times()) { $1 }
    }
    if !settings.metrics.isDisjoint(with: [.mallocBytesCount, .mallocCountTotal]) {
      metrics.merge(try await allocations()) { $1 }
    }
    if settings.metrics.contains(.instructions) {
      metrics[Metric.instructions.name] = try await instructions()
    }
    return metrics.filter { name, _ in settings.metrics.contains { $0.name == name } }
  }

  private func times() async throws -> [String: Recorded<MetricResult>] {
    do {
      let measured = try await pool.withWorker { worker in
        try await prepare(worker)
        let effort = settings.effort
        return try await TimePass(timeLimit: effort.sampling, warmUpLimit: effort.warmUp)
          .measure(worker)
      }
      let operations = Double(measured.iterations) * Double(work.operations)
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

  private func allocations() async throws -> [String: Recorded<MetricResult>] {
    do {
      let counted = try await pool.withCountingWorker { worker in
        try await prepare(worker)
        return try await worker.ask(.countAllocations(iterations: Self.countedIterations))
      }
      guard case .allocations(let total, let iterations) = counted else {
        throw WorkerFailure.unexpected(counted)
      }
      let operations = Double(iterations) * Double(work.operations)
      return [
        Metric.mallocBytesCount.name: .samples(
          [Double(total.bytes) / operations], of: .mallocBytesCount),
        Metric.mallocCountTotal.name: .samples(
          [Double(total.count) / operations], of: .mallocCountTotal),
      ]
    } catch let unavailable as Unavailable {
      return .unavailable([.mallocBytesCount, .mallocCountTotal], unavailable)
    }
  }

  private func prepare(_ worker: any WorkerConnection) async throws {
    _ = try await worker.ask(
      .prepare(name: entry.name, parameters: ScenarioParameters()))
  }
}

extension Recorded<MetricResult> {
  /// The samples' summary, or why there is none.
  static func samples(_ samples: [Double], of metric: Metric) -> Recorded<MetricResult> {
    Recorded(
      MetricResult(unit: metric.unit, samples: samples),
      orUnavailable: "a sample is not a number")
  }
}

extension [String: Recorded<MetricResult>] {
  /// The same reason for several metrics.
  static func unavailable(_ metrics: [Metric], _ reason: Unavailable) -> Self {
    Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, .unavailable(reason.reason)) })
  }
}
