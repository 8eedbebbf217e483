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
    switch entry.work {
    case .benchmark(let work):
      var timed = TimedResult(
        operations: work.operations,
        bytesPerOperation: work.bytesPerOperation > 0 ? work.bytesPerOperation : nil,
        flopsPerOperation: work.flopsPerOperation > 0 ? work.flopsPerOperation : nil)
      let status = try await status {
        do {
          timed.metrics = try await KernelMeasurement(
            entry: entry, work: work, settings: settings, pool: pool
          ).metrics()
        } catch let unavailable as Unavailable {
          timed.metrics = .unavailable(Array(settings.metrics), unavailable)
        }
      }
      return BenchmarkResult(
        name: entry.name, variant: entry.variant, status: status, .benchmark(timed))
    case .scenario(let work):
      var scenario = ScenarioResult(
        parameters: .init(layers: settings.layers, screen: settings.screen.description),
        budgets: work.budget)
      let status = try await status {
        do {
          try await measure(work, of: entry, in: pool, clockCostNs: clockCostNs, into: &scenario)
        } catch let unavailable as Unavailable {
          scenario.frames = .unavailable(unavailable.reason)
        }
      }
      return BenchmarkResult(
        name: entry.name, variant: settings.variant ?? entry.variant, status: status,
        .scenario(scenario))
    }
  }

  /// Whether measuring succeeded.
  private func status(_ body: () async throws -> Void) async throws -> BenchmarkResult.Status {
    do {
      try await body()
      return .measured
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try Task.checkCancellation()
      return .failed(String(describing: error))
    }
  }

  private func measure(
    _ work: ScenarioWork, of entry: RegistryEntry, in pool: WorkerPool, clockCostNs: Int64,
    into result: inout ScenarioResult
  ) async throws {
    let variant = settings.variant ?? entry.variant
    let measurement = ScenarioMeasurement(
      entry: entry,
      parameters: ScenarioParameters(
        layers: settings.layers, variant: variant ?? .struct, screen: settings.screen),
      settings: settings, pool: pool, clockCostNs: clockCostNs)
    result.frames = .value(try await measurement.frames())
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
