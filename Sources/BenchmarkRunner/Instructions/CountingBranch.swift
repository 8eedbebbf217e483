import BenchmarkHarness
import Foundation

/// A copy of a worker under callgrind, for one benchmark.
struct CountingBranch {
  let processIdentifier: Int32
  private let worker: WorkerProcess
  private let files: CountingFiles

  /// How far valgrind's words had come before.
  private let wordCount: Int

  /// The copy has ended too early.
  private struct End: Error {
    let signal, code: Int32
  }

  /// Copies the worker.
  ///
  /// - Throws: ``WorkerFailure``, ``WorkerPipes/Closed``.
  init(of worker: WorkerProcess, _ files: CountingFiles) async throws {
    wordCount = files.words.count
    let answer = try await worker.ask(.branch)
    guard case .branched(let identifier) = answer else { throw WorkerFailure.unexpected(answer) }
    (processIdentifier, self.worker, self.files) = (identifier, worker, files)
  }

  /// Runs the regions and ends the copy, whatever happens.
  ///
  /// - Returns: How many there were.
  /// - Throws: `Unavailable` for instructions that callgrind does not know, ``WorkerFailure``.
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
      throw failure(of: end)
    } catch {
      try Task.checkCancellation()
      kill(processIdentifier, SIGKILL)
      _ = try await worker.receive()
      throw error
    }
  }

  private func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
    let answer = try await worker.ask(request)
    if case .ended(let signal, let code) = answer { throw End(signal: signal, code: code) }
    return answer
  }

  private func failure(of end: End) -> any Error {
    if let unknown = files.unknownInstruction(after: wordCount) { return unknown }
    return end.signal == 0
      ? WorkerFailure.exited(code: end.code, lastWords: "")
      : WorkerFailure.crashed(signal: end.signal, lastWords: "")
  }
}
