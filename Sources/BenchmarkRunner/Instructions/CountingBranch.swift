import BenchmarkModel
import Foundation
import WorkerClient
import WorkerProtocol

/// A copy of a worker under callgrind, which measures one benchmark.
///
/// Reports the copy's end as the failure of the question during which it ended.
struct CountingBranch: WorkerConnection {
  let processIdentifier: Int32
  private let worker: WorkerProcess
  private let files: CountingFiles

  /// The length of valgrind's messages before the copy was made.
  private let messageCount: Int

  /// The position in the worker's standard error before the copy was made.
  private let lastWordsMark: Int

  /// How often the last words of a crash are looked for, every 50 ms.
  private static let lookCount = 40

  private static let gone = Unavailable("callgrind has ended")

  init(of worker: WorkerProcess, _ files: CountingFiles) async throws {
    messageCount = files.messages.count
    lastWordsMark = worker.lastWords.mark
    do {
      switch try await worker.reply(to: .branch) {
      case .branch(let identifier): processIdentifier = identifier
      case .failed(let reason): throw WorkerFailure.refused(reason: reason)
      case let reply: throw WorkerFailure.implausible("\(reply)")
      }
    } catch is WorkerPipes.Closed { throw Self.gone }
    self.worker = worker
    self.files = files
  }

  var hello: WorkerHello { worker.hello }

  func reply<Asked: AskedQuestion>(
    to question: Asked
  ) async throws -> WorkerReply<Asked.Answer> {
    let reply = try await worker.reply(to: question)
    if case .ended(let signal, let code) = reply { throw await failure(signal: signal, code: code) }
    return reply
  }

  /// Lets `body` run counted regions, and ends the copy.
  func run(_ body: (CountingBranch) async throws -> Int) async throws -> Int {
    do {
      let count = try await body(self)
      switch try await worker.reply(to: .end) {
      case .ended(signal: 0, code: 0): return count
      case .ended(let signal, let code): throw await failure(signal: signal, code: code)
      case let reply: throw WorkerFailure.implausible("\(reply)")
      }
    } catch let end as End {
      throw end.cause
    } catch is WorkerPipes.Closed {
      throw Self.gone
    } catch {
      try Task.checkCancellation()
      // The worker reported this identifier, and may be wrong. A copy of it is in the same group.
      if processIdentifier > 1, getpgid(processIdentifier) == worker.processGroup {
        kill(processIdentifier, SIGKILL)
      }
      // Late answers, or bytes that a benchmark wrote, must not be taken for the next answer.
      try? await worker.skipToEnd()
      throw error
    }
  }

  /// The copy has ended too early, for this reason.
  private struct End: Error { let cause: any Error }

  private func failure(signal: Int32, code: Int32) async -> End {
    if let unknown = files.unknownInstruction(after: messageCount) { return End(cause: unknown) }
    // Standard error is another pipe than the answers', so the last words may arrive later. On a
    // busy machine that takes more than a moment.
    var lastWords = ""
    for _ in 0..<(signal == 0 ? 1 : Self.lookCount) where !lastWords.contains("Fatal error: ") {
      try? await Task.sleep(for: .milliseconds(50))
      lastWords = worker.lastWords.text(after: lastWordsMark)
    }
    return End(
      cause: signal == 0
        ? WorkerFailure.exited(code: code, lastWords: lastWords)
        : WorkerFailure.crashed(signal: signal, lastWords: lastWords))
  }
}
