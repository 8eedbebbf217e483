import BenchmarkRunner
package import FramegateKit
package import WorkerClient
package import WorkerProtocol

/// A worker inside the process of a test.
package struct InProcessConnection: WorkerConnection {
  private let worker: Worker

  package init(registry: BenchmarkRegistry) { worker = Worker(registry: registry) }

  package var hello: WorkerHello { worker.hello }

  package func reply<Asked: AskedQuestion>(
    to question: Asked
  ) async throws -> WorkerReply<Asked.Answer> {
    if let preparation = question as? Prepare {
      await inPlace { $0.forget(before: preparation.name) }
    }
    return await inPlace { $0.answer(question) }
  }

  private func inPlace<Value: Sendable>(_ body: @Sendable (Worker) -> Value) async -> Value {
    if worker.isAsync { return body(worker) }
    // Nobody else uses the worker meanwhile.
    nonisolated(unsafe) let worker = worker
    return await MainActor.run { body(worker) }
  }
}
