import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming

/// The allocations of a benchmark on both sides, counted one after the other: they repeat exactly.
struct LockstepCounters {
  /// Iterations whose allocations are counted together.
  private static let iterations = 10

  let baseline, candidate: ListedBenchmark
  let settings: LockstepSettings

  /// Entries for bytes and counts; absent where jemalloc is.
  func entries() async throws -> [ComparisonEntry] {
    Comparison.counters(
      baseline: try await result(baseline, .baseline, settings.executables.baseline),
      candidate: try await result(candidate, .candidate, settings.executables.candidate),
      settings: settings.comparison)
  }

  private func result(
    _ listed: ListedBenchmark, _ side: ComparisonEntry.Side, _ executable: String
  ) async throws -> BenchmarkResult {
    var result = BenchmarkResult(name: listed.name, kind: listed.kind, variant: listed.variant)
    guard let path = Jemalloc.path else {
      result.metrics = .unavailable(
        [.mallocBytesCount, .mallocCountTotal], .init(Jemalloc.absence))
      return result
    }
    let launch = settings.launch(executable, on: .jemalloc(path: path))
    do {
      if listed.kind == .scenario {
        for rate in settings.rates {
          result.frames.append(FrameCosts(rate, try await frames(listed, at: rate, launch)))
        }
      } else {
        result.metrics = try await metrics(listed, launch)
      }
    } catch let failure as WorkerFailure {
      throw SideFailure(side: side, cause: failure)
    } catch let absence as Unavailable {
      result.metrics = .unavailable([.mallocBytesCount, .mallocCountTotal], absence)
    }
    return result
  }

  private func metrics(
    _ listed: ListedBenchmark, _ launch: WorkerLaunch
  ) async throws -> [String: Recorded<MetricResult>] {
    let answer = try await ask(
      .countAllocations(iterations: Self.iterations), listed, .hz60, launch)
    guard case .allocations(let total, let iterations) = answer else {
      throw WorkerFailure.unexpected(answer)
    }
    let operations = Double(iterations) * Double(listed.operations ?? 1)
    return [
      Metric.mallocBytesCount.name: .samples(
        [Double(total.bytes) / operations], of: .mallocBytesCount),
      Metric.mallocCountTotal.name: .samples(
        [Double(total.count) / operations], of: .mallocCountTotal),
    ]
  }

  private func frames(
    _ listed: ListedBenchmark, at rate: RefreshRate, _ launch: WorkerLaunch
  ) async throws -> [Allocations] {
    let answer = try await ask(.countFrameAllocations(refreshRate: rate), listed, rate, launch)
    guard case .frameAllocations(let allocations) = answer else {
      throw WorkerFailure.unexpected(answer)
    }
    return allocations
  }

  private func ask(
    _ request: WorkerRequest, _ listed: ListedBenchmark, _ rate: RefreshRate,
    _ launch: WorkerLaunch
  ) async throws -> WorkerResponse {
    let parameters = ScenarioParameters(
      layers: settings.layers, variant: settings.variant ?? listed.variant ?? .struct,
      screen: settings.screen, refreshRate: rate)
    return try await WorkerProcess.with(launch) { worker in
      _ = try await worker.ask(.prepare(name: listed.name, parameters: parameters))
      return try await worker.ask(request)
    }
  }
}

extension FrameCosts {
  /// Allocations alone, without times.
  fileprivate init(_ rate: RefreshRate, _ allocations: [Allocations]) {
    let nothing = NanosecondRange(low: 0, high: 0)
    self.init(
      rateHz: rate.hertz, workNs: allocations.map { _ in 0 },
      intervalNs: allocations.map { _ in nothing },
      mallocCountTotal: .value(allocations.map { Int64($0.count) }),
      mallocBytesCount: .value(allocations.map { Int64($0.bytes) }), repetitions: 1)
  }
}
