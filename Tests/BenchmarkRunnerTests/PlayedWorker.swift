import BenchmarkRunner
import FramegateKit
import TestSupport
import WorkerClient
import WorkerProtocol
import WorkerTestSupport

/// A worker in memory: closures play the answers to the questions that a test expects.
struct PlayedWorker: WorkerConnection {
  var hello = InProcessConnection(registry: BenchmarkRegistry()).hello
  private var parts: [String: any Sendable] = [:]

  private struct Part<Asked: AskedQuestion>: Sendable {
    let answer: @Sendable (Asked) async throws -> Asked.Answer
  }

  /// The same worker, which answers one more kind of question.
  func answering<Asked: AskedQuestion>(
    _ answer: @escaping @Sendable (Asked) async throws -> Asked.Answer
  ) -> PlayedWorker {
    var worker = self
    worker.parts[Asked.name] = Part(answer: answer)
    return worker
  }

  func reply<Asked: AskedQuestion>(
    to question: Asked
  ) async throws -> WorkerReply<Asked.Answer> {
    if let part = parts[Asked.name] as? Part<Asked> {
      return .answer(try await part.answer(question))
    }
    // Nothing has to be done.
    if let done = Done.done as? Asked.Answer { return .answer(done) }
    throw WorkerFailure.refused(reason: "nobody plays '\(Asked.name)'")
  }
}
