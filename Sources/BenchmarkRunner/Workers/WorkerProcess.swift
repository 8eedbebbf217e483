package import BenchmarkHarness
import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A worker in a process of its own, spoken to through its standard input and output.
package final class WorkerProcess: WorkerConnection {
  package let hello: WorkerHello
  private let channel: WorkerPipes

  /// What it has written to standard error.
  var lastWords: LastWords { channel.lastWords }

  /// A worker that has been started; waits for what it says first.
  ///
  /// - Throws: ``WorkerFailure`` when that is not what this tool expects.
  init(_ channel: WorkerPipes) async throws {
    guard case .hello(let hello) = try await channel.receiveHello() else {
      throw WorkerFailure.garbage(line: "an answer before the hello")
    }
    guard hello.protocolVersion == WorkerHello.currentProtocolVersion else {
      throw WorkerFailure.otherProtocol(
        version: hello.protocolVersion, supported: WorkerHello.currentProtocolVersion)
    }
    (self.hello, self.channel) = (hello, channel)
  }

  package func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
    try channel.send(request)
    return try await receive()
  }

  /// Waits for an answer to what was asked before.
  ///
  /// - Throws: ``WorkerFailure``, `Unavailable`, `CancellationError`; ``WorkerPipes/Closed`` when the
  ///   worker has ended.
  func receive() async throws -> WorkerResponse {
    try await channel.receive().orThrow()
  }

  /// Passes over whatever comes until a branch has ended.
  ///
  /// - Throws: As ``receive()`` does when no end comes.
  func skipToEnd() async throws {
    while true {
      do {
        if case .ended = try await channel.receive() { return }
      } catch WorkerFailure.garbage {
        continue
      }
    }
  }
}

extension WorkerProcess {
  /// Starts a worker, lets `body` talk to it, and ends it.
  ///
  /// - Throws: What `body` throws, or ``WorkerFailure`` when the worker ended or could not start.
  package static func with<Value: Sendable>(
    _ launch: WorkerLaunch, _ body: (any WorkerConnection) async throws -> Value
  ) async throws -> Value {
    try await start(launch) { channel in try await body(WorkerProcess(channel)) }
  }

  /// Starts a worker, lets `body` talk to it as soon as its pipes are there, and ends it.
  ///
  /// - Throws: What `body` throws, or ``WorkerFailure`` when the worker ended or could not start.
  static func start<Value: Sendable>(
    _ launch: WorkerLaunch, _ body: (WorkerPipes) async throws -> Value
  ) async throws -> Value {
    // A program that starts another would only say that it could not.
    guard FileManager.default.isExecutableFile(atPath: launch.executable) else {
      throw WorkerFailure.notStarted(reason: "\(launch.executable) cannot be executed")
    }
    let lastWords = LastWords()
    let commandLine = launch.commandLine
    let (near, far): (WorkerPipes.Ends, WorkerPipes.FarEnds)
    do {
      (near, far) = try WorkerPipes.make()
    } catch let error as Errno {
      throw WorkerFailure.notStarted(reason: error.description)
    }
    // Closed once: a number closed again may be somebody else's by then.
    var unused: WorkerPipes.Ends? = near
    defer { unused?.close() }
    let run: ExecutionResult<Result<Value, any Error>, FileDescriptorOutput, SequenceOutput>
    do {
      run = try await Subprocess.run(
        .path(FilePath(commandLine.executable)),
        arguments: Arguments(commandLine.arguments),
        environment: launch.environment,
        input: .fileDescriptor(far.requests, closeAfterSpawningProcess: true),
        output: .fileDescriptor(far.answers, closeAfterSpawningProcess: true),
        error: .sequence
      ) { execution in
        async let collected: Void = lastWords.collect(execution.standardError)
        let channel = WorkerPipes(near, launch, lastWords)
        unused = nil
        let result: Result<Value, any Error>
        do {
          result = .success(try await body(channel))
        } catch {
          try? execution.send(signal: .kill)
          result = .failure(error)
        }
        // A worker that has done its work ends by the end of its requests.
        near.close()
        await collected
        return result
      }
    } catch let error as SubprocessError {
      throw WorkerFailure.notStarted(reason: String(describing: error))
    }
    return try value(of: run.closureResult, run.terminationStatus, lastWords.text())
  }

  /// The value, or why there is none: a closed channel is explained by how the process ended.
  private static func value<Value>(
    of result: Result<Value, any Error>, _ status: TerminationStatus, _ lastWords: String
  ) throws -> Value {
    guard case .failure(let error) = result, error is WorkerPipes.Closed else {
      return try result.get()
    }
    switch status {
    case .signaled(let signal):
      throw WorkerFailure.crashed(signal: signal, lastWords: lastWords)
    case .exited(let code):
      throw WorkerFailure.exited(code: code, lastWords: lastWords)
    }
  }
}
