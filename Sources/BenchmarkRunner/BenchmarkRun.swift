package import BenchmarkHarness
import BenchmarkModel
package import BenchmarkResults
import FrameTiming

/// Measures registered benchmarks one after the other, each in worker processes of its own.
package struct BenchmarkRun {
  /// What happens while it measures.
  package protocol Observer {
    /// Number `index` of `count` begins.
    func begins(_ name: String, index: Int, count: Int)

    /// One is finished, measured or failed; what has been finished so far is safe after this.
    func finished(_ result: BenchmarkResult) throws
  }

  private let settings: RunSettings
  private let pool: WorkerPool

  package init(registry: BenchmarkRegistry, settings: RunSettings, executable: String) {
    self.settings = settings
    pool = WorkerPool(
      registry: registry, executable: executable, timeout: settings.timeout,
      isInProcess: settings.isInProcess, instructionSet: settings.instructionSet)
  }

  /// What the harness itself costs per frame, and who its workers are.
  package func probe() async throws -> HarnessProbe {
    // The limit on answers is there for benchmarks, which this is not.
    let pool = pool.withTimeout(max(settings.timeout, .seconds(60)))
    let (timing, hello) = try await pool.withWorker { worker in
      (try await overhead(worker), worker.hello)
    }
    // The allocation counter is one of "all counters", and that needs a worker of its own.
    let counting = try? await pool.withCountingWorker { try await overhead($0) }
    return HarnessProbe(hello: hello, timing: timing, counting: counting)
  }

  private func overhead(_ worker: any WorkerConnection) async throws -> HarnessOverhead {
    let answer = try await worker.ask(.overhead)
    guard case .overhead(let overhead) = answer else { throw WorkerFailure.unexpected(answer) }
    return overhead
  }

  /// Measures `entries` in order; a failure is the failure of one benchmark.
  ///
  /// - Throws: What the observer throws, and `CancellationError`.
  package func measure(
    _ entries: [RegistryEntry], clockCostNs: Int64, observer: some Observer
  ) async throws {
    try await pool.counting(settings.metrics) { pool in
      for (index, entry) in entries.enumerated() {
        try Task.checkCancellation()
        observer.begins(entry.name, index: index, count: entries.count)
        try observer.finished(try await measure(entry, in: pool, clockCostNs: clockCostNs))
      }
    }
  }

  private func measure(
    _ entry: RegistryEntry, in pool: WorkerPool, clockCostNs: Int64
  ) async throws -> BenchmarkResult {
    var result = BenchmarkResult(name: entry.name, kind: entry.kind, variant: entry.variant)
    do {
      switch entry.work {
      case .benchmark(let work):
        result.operations = work.operations
        result.bytesPerOperation = work.bytesPerOperation > 0 ? work.bytesPerOperation : nil
        result.flopsPerOperation = work.flopsPerOperation > 0 ? work.flopsPerOperation : nil
        result.metrics = try await KernelMeasurement(
          entry: entry, work: work, settings: settings, pool: pool
        ).metrics()
      case .scenario(let work):
        try await measure(work, of: entry, in: pool, clockCostNs: clockCostNs, into: &result)
      }
    } catch let unavailable as Unavailable {
      result.metrics = .unavailable(Array(settings.metrics), unavailable)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try Task.checkCancellation()
      result.status = .failed(String(describing: error))
    }
    return result
  }

  private func measure(
    _ work: ScenarioWork, of entry: RegistryEntry, in pool: WorkerPool, clockCostNs: Int64,
    into result: inout BenchmarkResult
  ) async throws {
    let variant = settings.variant ?? entry.variant
    result.variant = variant
    result.budgets = work.budget.map(\.description)
    result.parameters = .init(layers: settings.layers, screen: settings.screen.description)
    let measurement = ScenarioMeasurement(
      entry: entry,
      parameters: ScenarioParameters(
        layers: settings.layers, variant: variant ?? .struct, screen: settings.screen),
      settings: settings, pool: pool, clockCostNs: clockCostNs)
    result.frames = try await measurement.frames()
    result.paced = try await measurement.paced()
    result.capacity =
      settings.findsCapacity
      ? try await capacity(of: entry, work, clockCostNs: clockCostNs)
      : try await estimatedCapacity(of: entry, variant, clockCostNs: clockCostNs)
  }

  /// The capacity on every variant at every rate, a minute in all; variants that cannot run here are
  /// left out.
  private func capacity(
    of entry: RegistryEntry, _ work: ScenarioWork, clockCostNs: Int64
  ) async throws -> [Capacity] {
    let search = CapacitySearch(
      entry: entry, screen: settings.screen, pool: pool, clockCostNs: clockCostNs)
    let variants = settings.variant.map { [$0] } ?? work.variants
    let share = Duration.seconds(60) / (variants.count * settings.rates.count)
    var found: [Capacity] = []
    for variant in variants {
      do {
        for rate in settings.rates {
          found.append(try await search.search(variant, at: rate, timeLimit: share))
        }
      } catch is Unavailable {
        continue
      }
    }
    return found
  }

  /// A guess for the variant that was run, at every rate; none for scenes without layers.
  private func estimatedCapacity(
    of entry: RegistryEntry, _ variant: Variant?, clockCostNs: Int64
  ) async throws -> [Capacity] {
    guard let variant, settings.layers > 0, settings.effort != .quick else { return [] }
    let search = CapacitySearch(
      entry: entry, screen: settings.screen, pool: pool, clockCostNs: clockCostNs)
    var guesses: [Capacity] = []
    for rate in settings.rates {
      guesses.append(try await search.estimate(variant, at: rate, layers: settings.layers))
    }
    return guesses
  }
}
