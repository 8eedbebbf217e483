package import BenchmarkModel
package import BenchmarkVerdicts
import WorkerProtocol

/// Two workers at once, one of each side.
struct WorkerPair {
  let baseline: any WorkerConnection
  let candidate: any WorkerConnection

  subscript(side: ComparisonEntry.Side) -> any WorkerConnection {
    side == .baseline ? baseline : candidate
  }
}

/// The reason why one side of a pair has no numbers.
package struct SideFailure: ToolError {
  package let side: ComparisonEntry.Side
  package let cause: any Error

  package var exitCode: ToolExit { (cause as? any ToolError)?.exitCode ?? .couldNotRun }

  package var description: String { String(describing: cause) }

  /// Whether the side did not answer in time.
  var isTimeout: Bool {
    if case WorkerFailure.timedOut = cause { true } else { false }
  }

  /// Whether the benchmark cannot run on this machine, which is not a failure.
  package var isUnavailable: Bool { cause is Unavailable }
}

extension WorkerPair {
  /// Starts both workers, lets `body` talk to them, and ends them.
  ///
  /// - Parameters:
  ///   - baseline: Starts that side.
  ///   - candidate: Starts the other one.
  ///   - order: Which of them starts first: it gets the better memory, such as the last huge pages.
  ///   - body: Talks to them.
  /// - Returns: What `body` returns.
  /// - Throws: ``SideFailure`` for the failure of a worker, or what `body` throws.
  static func with<Value: Sendable>(
    _ baseline: WorkerSource, _ candidate: WorkerSource, order: PairOrder.Turn = .baselineFirst,
    _ body: (WorkerPair) async throws -> Value
  ) async throws -> Value {
    let sides: [(side: ComparisonEntry.Side, source: WorkerSource)] =
      order.baselineIsFirst
      ? [(.baseline, baseline), (.candidate, candidate)]
      : [(.candidate, candidate), (.baseline, baseline)]
    do {
      return try await start(sides[0].side, sides[0].source) { outer in
        try await start(sides[1].side, sides[1].source) { inner in
          // Both processes are starting before the first one is waited for.
          let first = try await SideConnection(sides[0].side, outer)
          let second = try await SideConnection(sides[1].side, inner)
          return try await body(
            order.baselineIsFirst
              ? WorkerPair(baseline: first, candidate: second)
              : WorkerPair(baseline: second, candidate: first))
        }
      }
    } catch is WorkerPipes.Closed { throw CancellationError() }
  }

  /// Starts the worker of one side alone, lets `body` talk to it, and ends it.
  static func side<Value: Sendable>(
    _ side: ComparisonEntry.Side, _ source: WorkerSource,
    _ body: (any WorkerConnection) async throws -> Value
  ) async throws -> Value {
    do {
      return try await start(side, source) { connect in
        try await body(try await SideConnection(side, connect))
      }
    } catch is WorkerPipes.Closed { throw CancellationError() }
  }

  /// Starts the worker of one side.
  ///
  /// Only the process whose own pipes were closed explains a ``WorkerPipes/Closed``, so an error of
  /// one side passes the other side's process unchanged.
  private static func start<Value: Sendable>(
    _ side: ComparisonEntry.Side, _ source: WorkerSource,
    _ body: (_ connect: () async throws -> any WorkerConnection) async throws -> Value
  ) async throws -> Value {
    do {
      return try await source.start(body)
    } catch let error as WorkerFailure {
      try Task.checkCancellation()
      throw SideFailure(side: side, cause: error)
    }
  }
}

/// A connection whose failures name its side.
private struct SideConnection: WorkerConnection {
  private let side: ComparisonEntry.Side
  private let connection: any WorkerConnection

  /// Waits for the first message of a worker that has been started.
  init(
    _ side: ComparisonEntry.Side, _ connect: () async throws -> any WorkerConnection
  ) async throws {
    self.side = side
    connection = try await Self.naming(side) { try await connect() }
  }

  var hello: WorkerHello { connection.hello }

  func reply<Asked: Question>(to question: Asked) async throws -> WorkerReply<Asked.Answer> {
    // Asked here, because an answer that is not believed is a failure of this side, too.
    .answer(try await Self.naming(side) { try await connection.ask(question) })
  }

  private static func naming<Value>(
    _ side: ComparisonEntry.Side, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as WorkerFailure {
      throw SideFailure(side: side, cause: error)
    } catch let error as Unavailable { throw SideFailure(side: side, cause: error) }
  }
}
