import BenchmarkModel
package import FrameModel
package import WorkerClient
package import WorkerProtocol

/// A connection to a worker, which answers questions.
package protocol WorkerConnection: AnsweringWorker {
  var hello: WorkerHello { get }

  /// Sends a question and waits for the reply; ``ask(_:)`` makes an answer of it.
  ///
  /// - Throws: ``WorkerFailure`` when there is none.
  func reply<Asked: AskedQuestion>(to question: Asked) async throws -> WorkerReply<Asked.Answer>
}

extension WorkerConnection {
  package func pin(to core: Int) -> Bool { false }

  package var peakMemory: Int? { nil }
}

extension WorkerConnection {
  /// Asks a worker.
  ///
  /// - Throws: ``WorkerFailure``, also for an impossible answer; `Unavailable` when the benchmark
  ///   cannot run on this machine.
  @discardableResult
  package func ask<Asked: AskedQuestion>(_ question: Asked) async throws -> Asked.Answer {
    var reply = try await reply(to: question)
    if case .unknown = reply { reply = try await question.substitute(asking: self) }
    switch reply {
    case .answer(let answer) where question.accepts(answer): return answer
    case .answer(let answer): throw WorkerFailure(implausible: answer)
    case .unavailable(let reason): throw Unavailable(reason)
    case .failed(let reason): throw WorkerFailure.refused(reason: reason)
    case .unknown:
      throw Unavailable(
        "this worker does not answer '\(Asked.name)'; one of another version or language may")
    case .branch: throw WorkerFailure.implausible("a copy that nobody asked for")
    case .ended: throw WorkerFailure.implausible("the end of a copy that nobody asked for")
    }
  }

  /// Asks about all frames of a scenario; `frames` is how many are played at each rate.
  ///
  /// - Throws: As ``ask(_:)``, also for an answer about fewer or more frames.
  package func ask<Asked: FrameQuestion>(
    _ question: Asked, frames: (RefreshRate) -> Int
  ) async throws -> Asked.Answer {
    let answer = try await ask(question)
    guard question.isComplete(answer, frames) else { throw WorkerFailure(implausible: answer) }
    return answer
  }

  /// Prepares a benchmark or scenario, which the next questions are about.
  @discardableResult
  package func prepare(
    _ name: String, _ parameters: ScenarioParameters = ScenarioParameters(),
    mostFrames: Int? = nil
  ) async throws -> Self {
    try await ask(Prepare(name, parameters, mostFrames: mostFrames))
    return self
  }
}

extension WorkerFailure {
  fileprivate init(implausible answer: some Any) {
    self = .implausible("\(String(describing: answer).prefix(80))")
  }
}
