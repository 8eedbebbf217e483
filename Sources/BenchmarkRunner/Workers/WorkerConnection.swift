import BenchmarkModel
package import BenchmarkHarness

/// Something that answers a worker's requests.
package protocol WorkerConnection {
  /// The worker's first message.
  var hello: WorkerHello { get }

  /// Sends a request and waits for the answer.
  ///
  /// - Throws: ``WorkerFailure`` when there is no answer, `Unavailable` when the benchmark cannot
  ///   run on this machine.
  func ask(_ request: WorkerRequest) async throws -> WorkerResponse
}

/// A worker inside the tool's own process, for debuggers and profilers.
package struct InProcessConnection: WorkerConnection {
  private let worker: Worker

  package init(registry: BenchmarkRegistry) {
    worker = Worker(registry: registry)
  }

  package var hello: WorkerHello { worker.hello }

  package func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
    await inPlace { $0.forget(before: request) }
    return try await inPlace { $0.answer(request) }.orThrow()
  }

  private func inPlace<Value: Sendable>(_ body: @Sendable (Worker) -> Value) async -> Value {
    if worker.isAsync { return body(worker) }
    // Nobody else uses the worker meanwhile.
    nonisolated(unsafe) let worker = worker
    return await MainActor.run { body(worker) }
  }
}

extension WorkerResponse {
  /// The answer; throws if it says that the request failed.
  package func orThrow() throws -> WorkerResponse {
    switch self {
    case .unavailable(let reason): throw Unavailable(reason)
    case .failed(let reason): throw WorkerFailure.refused(reason: reason)
    case .hello, .list, .prepared, .iterations, .samples, .allocations, .recordedMetrics, .frames,
      .frameAllocations, .signposts, .counted, .paced, .inspected, .reviewed, .overhead,
      .memory, .done,
      .branched, .ended:
      self
    }
  }
}
