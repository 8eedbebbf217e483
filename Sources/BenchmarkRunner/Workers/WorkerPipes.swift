import BenchmarkHarness
import Foundation
import Subprocess

/// The runner's ends of a worker's two pipes, with a watch on how long an answer takes.
final class WorkerPipes {
  typealias Process = Execution<CustomWriteInput, SequenceOutput, SequenceOutput>
  typealias Lines = SubprocessOutputSequence.StringSequence<UTF8>

  /// The worker has closed its end; how its process ended says why.
  struct Closed: Error {}

  private let process: Process
  private var lines: Lines.AsyncIterator
  private let timeout: Duration
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  init(_ process: Process, timeout: Duration) {
    self.process = process
    self.timeout = timeout
    lines = process.standardOutput
      .strings(
        separatedBy: .unicodeScalarSequence("\n".unicodeScalars), bufferingPolicy: .unbounded
      )
      .makeAsyncIterator()
  }

  /// Writes one request.
  func send(_ request: WorkerRequest) async throws {
    let line = try encoder.encode(request) + Data("\n".utf8)
    do {
      _ = try await process.standardInputWriter.write(line)
    } catch {
      // A worker that has ended cannot read; its end says more than the broken pipe does.
      try Task.checkCancellation()
      throw Closed()
    }
  }

  /// Reads one answer.
  ///
  /// - Throws: ``Closed`` at the end, ``WorkerFailure`` for silence and for what is no answer.
  func receive() async throws -> WorkerResponse {
    let watchdog = Watchdog(process, timeout: timeout)
    let line = try await lines.next()
    watchdog.cancel()
    try Task.checkCancellation()
    if watchdog.hasFired { throw WorkerFailure.timedOut(after: timeout) }
    guard let line else { throw Closed() }
    guard let response = try? decoder.decode(WorkerResponse.self, from: Data(line.utf8)) else {
      throw WorkerFailure.garbage(line: String(line.prefix(80)))
    }
    return response
  }

  /// Ends the worker: by the end of its requests when it has done its work, else at once.
  func close(isFinished: Bool) async {
    if isFinished {
      try? await process.standardInputWriter.finish()
    } else {
      try? process.send(signal: .kill)
    }
  }
}
