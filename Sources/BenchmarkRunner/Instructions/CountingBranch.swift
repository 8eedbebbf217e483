import BenchmarkHarness
import Foundation

/// A copy of a worker under callgrind, for one benchmark.
struct CountingBranch {
  let processIdentifier: Int32
  private let worker: WorkerProcess
  private let files: CountingFiles

  /// How far valgrind's words, and the worker's own, had come before.
  private let wordCount, lastWordsMark: Int

  private static let gone = Unavailable("callgrind has ended")

  /// The copy has ended too early.
  private struct End: Error {
    let signal, code: Int32
  }

  /// Copies the worker.
  ///
  /// - Throws: `Unavailable` when callgrind has ended, ``WorkerFailure``, `CancellationError`.
  init(of worker: WorkerProcess, _ files: CountingFiles) async throws {
    (wordCount, lastWordsMark) = (files.words.count, worker.lastWords.mark)
    let answer: WorkerResponse
    do {
      answer = try await worker.ask(.branch)
    } catch is WorkerPipes.Closed {
      throw Self.gone
    }
    guard case .branched(let identifier) = answer else { throw WorkerFailure.unexpected(answer) }
    (processIdentifier, self.worker, self.files) = (identifier, worker, files)
  }

  /// Runs the regions and ends the copy; where this is cancelled, it ends with its worker.
  ///
  /// - Returns: How many there were.
  /// - Throws: `Unavailable` for instructions that callgrind does not know, or when it has ended;
  ///   ``WorkerFailure``, `CancellationError`.
  func run(
    _ name: String, _ parameters: ScenarioParameters, _ request: WorkerRequest
  ) async throws -> Int {
    do {
      _ = try await ask(.prepare(name: name, parameters: parameters))
      let answer = try await ask(request)
      guard case .counted(let count) = answer else { throw WorkerFailure.unexpected(answer) }
      let end = try await worker.ask(.bye)
      guard case .ended(let signal, let code) = end else { throw WorkerFailure.unexpected(end) }
      guard signal == 0, code == 0 else { throw End(signal: signal, code: code) }
      return count
    } catch let end as End {
      throw await failure(of: end)
    } catch is WorkerPipes.Closed {
      throw Self.gone
    } catch {
      try Task.checkCancellation()
      kill(processIdentifier, SIGKILL)
      // What it still said, or what a benchmark wrote among it, is no answer to the next request.
      try? await worker.skipToEnd()
      throw error
    }
  }

  private func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
    let answer = try await worker.ask(request)
    if case .ended(let signal, let code) = answer { throw End(signal: signal, code: code) }
    return answer
  }

  private func failure(of end: End) async -> any Error {
    if let unknown = files.unknownInstruction(after: wordCount) { return unknown }
    // They come through another pipe than the end does, and may come later.
    try? await Task.sleep(for: .milliseconds(50))
    let lastWords = worker.lastWords.text(after: lastWordsMark)
    return end.signal == 0
      ? WorkerFailure.exited(code: end.code, lastWords: lastWords)
      : WorkerFailure.crashed(signal: end.signal, lastWords: lastWords)
  }
}
