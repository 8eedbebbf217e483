package import BenchmarkHarness
import BenchmarkModel
package import BenchmarkWorker

/// Something that answers the questions to a worker.
package protocol WorkerConnection {
  var hello: WorkerHello { get }

  /// Sends a question and waits for the answer; ``ask(_:)`` also looks whether it is plausible.
  ///
  /// - Throws: ``WorkerFailure`` when there is no answer, `Unavailable` when the benchmark cannot
  ///   run on this machine.
  func reply<Asked: Question>(to question: Asked) async throws -> Asked.Answer
}

extension WorkerConnection {
  /// Asks a worker.
  ///
  /// - Throws: ``WorkerFailure``, also for an answer that no measurement gives; `Unavailable` when
  ///   the benchmark cannot run on this machine.
  @discardableResult
  package func ask<Asked: Question>(_ question: Asked) async throws -> Asked.Answer {
    let answer = try await reply(to: question)
    guard question.accepts(answer) else {
      throw WorkerFailure.implausible("\(String(describing: answer).prefix(80))")
    }
    return answer
  }

  /// Makes a benchmark or scenario ready to measure, about which the next questions are.
  @discardableResult
  package func prepare(
    _ name: String, _ parameters: ScenarioParameters = ScenarioParameters()
  ) async throws -> Self {
    try await ask(Prepare(name, parameters))
    return self
  }
}

/// A worker inside the tool's own process, for debuggers and profilers.
package struct InProcessConnection: WorkerConnection {
  private let worker: Worker

  package init(registry: BenchmarkRegistry) { worker = Worker(registry: registry) }

  package var hello: WorkerHello { worker.hello }

  package func reply<Asked: Question>(to question: Asked) async throws -> Asked.Answer {
    await inPlace { $0.forget(before: question) }
    return try await inPlace { $0.answer(question) }.value
  }

  private func inPlace<Value: Sendable>(_ body: @Sendable (Worker) -> Value) async -> Value {
    if worker.isAsync { return body(worker) }
    // Nobody else uses the worker meanwhile.
    nonisolated(unsafe) let worker = worker
    return await MainActor.run { body(worker) }
  }
}

extension WorkerReply {
  /// The answer; throws the reason why there is none.
  package var value: Answer {
    get throws {
      switch self {
      case .answer(let answer): answer
      case .unavailable(let reason): throw Unavailable(reason)
      case .failed(let reason): throw WorkerFailure.refused(reason: reason)
      case .ended: throw WorkerFailure.implausible("the end of a copy that nobody asked for")
      }
    }
  }
}
