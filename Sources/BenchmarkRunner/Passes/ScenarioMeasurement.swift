import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming

/// All passes over one scenario: frame costs, allocations per frame, and a real timer if asked for.
struct ScenarioMeasurement {
  let entry: RegistryEntry
  let parameters: ScenarioParameters
  let settings: RunSettings
  let pool: WorkerPool

  /// Cost of reading the thread CPU clock, taken off every frame.
  let clockCostNs: Int64

  /// What every frame costs, one entry per rate.
  func frames() async throws -> [FrameCosts] {
    let samples = try await samples()
    var costs: [FrameCosts] = []
    for rate in settings.rates {
      let estimate = try CostEstimate(
        repetitions: samples[rate] ?? [], clockCostNs: clockCostNs)
      let allocations = try await allocations(at: rate)
      costs.append(
        try FrameCosts(
          rate: rate, estimate: estimate,
          mallocCountTotal: allocations.map { $0.map { Int64($0.count) } },
          mallocBytesCount: allocations.map { $0.map { Int64($0.bytes) } },
          instructions: try await instructions(at: rate)))
    }
    return costs
  }

  /// Thread CPU time per rate, repetition and frame, pooled over several launches.
  private func samples() async throws -> [RefreshRate: [[Int64]]] {
    let pass = FramePass(rates: settings.rates, repetitions: settings.effort.repetitions)
    var pooled: [RefreshRate: [[Int64]]] = [:]
    for _ in 0..<settings.effort.launches {
      let launch = try await pool.withWorker { worker in
        try await prepare(worker)
        return try await pass.measure(worker)
      }
      pooled.merge(launch, uniquingKeysWith: +)
    }
    return pooled
  }

  private func allocations(at rate: RefreshRate) async throws -> Recorded<[Allocations]> {
    guard !settings.metrics.isDisjoint(with: [.mallocBytesCount, .mallocCountTotal]) else {
      return .unavailable("not measured in this run")
    }
    do {
      let answer = try await pool.withCountingWorker { worker in
        try await prepare(worker)
        return try await worker.ask(.countFrameAllocations(refreshRate: rate))
      }
      guard case .frameAllocations(let allocations) = answer else {
        throw WorkerFailure.unexpected(answer)
      }
      return .value(allocations)
    } catch let unavailable as Unavailable {
      return .unavailable(unavailable.reason)
    }
  }

  /// What a real timer shows, one entry per rate; nothing when it was not asked for.
  func paced() async throws -> [PacedRun] {
    guard let seconds = settings.pacedSeconds else { return [] }
    var runs: [PacedRun] = []
    for rate in settings.rates {
      let answer = try await pool.withWorker { worker in
        try await prepare(worker)
        return try await worker.ask(.paced(refreshRate: rate, seconds: seconds))
      }
      guard case .paced(let recording) = answer else { throw WorkerFailure.unexpected(answer) }
      runs.append(PacedRun(recording))
    }
    return runs
  }

  private func prepare(_ worker: any WorkerConnection) async throws {
    _ = try await worker.ask(.prepare(name: entry.name, parameters: parameters))
  }
}
