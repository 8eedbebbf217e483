import BenchmarkHarness
package import BenchmarkResults

/// Two workers at once, one of each side.
struct WorkerPair {
  let baseline, candidate: any WorkerConnection
}

/// Why one side of a pair has no numbers.
package struct SideFailure: Error, CustomStringConvertible {
  package let side: ComparisonEntry.Side
  let cause: any Error

  package var description: String { String(describing: cause) }

  /// Whether the benchmark cannot run here, which is no failure.
  package var isUnavailable: Bool { cause is Unavailable }
}

extension WorkerPair {
  /// Starts both, lets `body` talk to them, and ends them.
  ///
  /// - Throws: ``SideFailure`` for what went wrong with a worker, else what `body` throws.
  static func with<Value: Sendable>(
    _ baseline: WorkerLaunch, _ candidate: WorkerLaunch,
    _ body: (WorkerPair) async throws -> Value
  ) async throws -> Value {
    do {
      return try await WorkerProcess.start(baseline) { outer in
        do {
          return try await WorkerProcess.start(candidate) { inner in
            // Both are on their way before the first is waited for.
            let baseline = try await OuterConnection(outer)
            let candidate = InnerConnection(connection: try await WorkerProcess(inner))
            return try await body(WorkerPair(baseline: baseline, candidate: candidate))
          }
        } catch let escape as Escape {
          // How the baseline's process ended is known outside of this closure only.
          throw escape.cause
        } catch let error as WorkerFailure {
          throw SideFailure(side: .candidate, cause: error)
        }
      }
    } catch let error as WorkerFailure {
      try Task.checkCancellation()
      throw SideFailure(side: .baseline, cause: error)
    } catch is WorkerPipes.Closed {
      throw CancellationError()
    }
  }

  /// What the baseline's connection threw, on its way through the candidate's.
  private struct Escape: Error {
    let cause: any Error
  }

  private struct OuterConnection: WorkerConnection {
    private let connection: any WorkerConnection

    init(_ pipes: WorkerPipes) async throws {
      do {
        connection = try await WorkerProcess(pipes)
      } catch {
        throw Escape(cause: error)
      }
    }

    var hello: WorkerHello { connection.hello }

    func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
      do {
        return try await connection.ask(request)
      } catch let error as Unavailable {
        throw SideFailure(side: .baseline, cause: error)
      } catch {
        throw Escape(cause: error)
      }
    }
  }

  private struct InnerConnection: WorkerConnection {
    let connection: any WorkerConnection

    var hello: WorkerHello { connection.hello }

    func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
      do {
        return try await connection.ask(request)
      } catch let error as Unavailable {
        throw SideFailure(side: .candidate, cause: error)
      }
    }
  }
}
