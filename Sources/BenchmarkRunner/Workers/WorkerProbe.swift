import BenchmarkModel
package import BenchmarkResults
import WorkerClient
package import WorkerProtocol

/// What the workers of a program say about themselves before anything is measured.
package struct WorkerProbe: Sendable {
  /// The first message of a timing worker.
  package let hello: WorkerHello

  /// Everything that the program has registered.
  package let listing: BenchmarkListing

  /// The cost of the harness in a worker on the system's allocator, or why it is not known.
  private let timing: Measured<HarnessOverhead>

  /// The cost of the harness in a worker whose allocations are counted, or why there is none.
  private let counting: Measured<HarnessOverhead>

  package init(of source: WorkerSource) async throws {
    let source = source.waiting(atLeast: .seconds(60))
    (hello, listing, timing) = try await source.withWorker { worker in
      (
        worker.hello, try await worker.ask(ListBenchmarks()),
        try await worker.overhead()
      )
    }
    // Allocations are counted by a worker of its own.
    do {
      counting = .value(
        try await source.withCountingWorker { try await $0.ask(MeasureOverhead()) })
    } catch {
      counting = .unavailable(WorkerFailure.reason(error))
    }
  }
}

extension WorkerProbe {
  /// The cost of one read of the thread CPU clock in nanoseconds, to subtract from every frame; 0
  /// for a worker that has subtracted it.
  package var clockCostNs: Int64 { timing.value?.threadClock.minimumNs ?? 0 }

  /// The cost of the harness, as result files store it.
  package var cost: Measured<HarnessCost> {
    let bytes = counting.flatMap {
      Measured($0.bytesPerFrame.map(Double.init), orUnavailable: "not counted")
    }
    return timing.map { timing in
      HarnessCost(
        clockAlone: perFrame(timing.clockAlone, bytes: bytes),
        allCounters: perFrame((counting.value ?? timing).allCounters, bytes: bytes))
    }
  }

  private func perFrame(
    _ cost: HarnessOverhead.PerFrame, bytes: Measured<Double>
  ) -> HarnessCost.PerFrame {
    HarnessCost.PerFrame(
      medianNs: Double(cost.medianNs), p99Ns: Double(cost.p99Ns), bytes: bytes)
  }
}

extension WorkerConnection {
  /// The cost of the harness; unavailable from a worker that subtracts it from its times.
  func overhead() async throws -> Measured<HarnessOverhead> {
    do {
      return .value(try await ask(MeasureOverhead()))
    } catch is Unavailable {
      return .unavailable(Self.subtracted)
    } catch let failure as SideFailure where failure.isUnavailable {
      return .unavailable(Self.subtracted)
    }
  }

  private static var subtracted: String { "the worker has subtracted it from all times" }
}
