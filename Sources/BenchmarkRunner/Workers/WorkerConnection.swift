package import BenchmarkHarness

/// Something that answers a worker's requests.
package protocol WorkerConnection {
  /// What the worker said first.
  var hello: WorkerHello { get }

  /// Asks and waits for the answer.
  ///
  /// - Throws: ``WorkerFailure`` when there is none, `Unavailable` when the benchmark cannot run on
  ///   this machine.
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
    try worker.answer(request).orThrow()
  }
}

extension WorkerResponse {
  /// The answer, unless it says that there is none.
  func orThrow() throws -> WorkerResponse {
    switch self {
    case .unavailable(let reason): throw Unavailable(reason)
    case .failed(let reason): throw WorkerFailure.refused(reason: reason)
    default: self
    }
  }
}
