package import BenchmarkModel
package import BenchmarkVerdicts
import ReportText
import WorkerClient
import WorkerProtocol

/// Two workers at the same time, one of each side.
typealias WorkerSides = BySide<any WorkerConnection>

/// The reason why one side of a pair has no numbers.
package struct SideFailure: ToolError {
  package let side: ComparisonSide
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

extension WorkerSides {
  /// Starts both workers, lets `body` talk to them, and ends them.
  ///
  /// - Parameters:
  ///   - sources: Start the workers of the sides.
  ///   - order: Which of them starts first: it gets the better memory, such as the last huge pages.
  ///   - body: Talks to them.
  /// - Returns: What `body` returns.
  /// - Throws: ``SideFailure`` for the failure of a worker, or what `body` throws.
  static func with<Answer: Sendable>(
    _ sources: BySide<WorkerSource>, order: PairOrder.Turn = .baselineFirst,
    _ body: (WorkerSides) async throws -> Answer
  ) async throws -> Answer {
    let (first, second) = (order.first, order.first.other)
    do {
      return try await start(first, sources[first]) { outer in
        try await start(second, sources[second]) { inner in
          // Both processes are starting before the first one is waited for.
          let one = try await SideConnection(first, outer)
          let other = try await SideConnection(second, inner)
          return try await body(WorkerSides(first, one, other: other))
        }
      }
    } catch is WorkerPipes.Closed { throw CancellationError() }
  }

  /// Starts the worker of one side alone, lets `body` talk to it, and ends it.
  static func side<Answer: Sendable>(
    _ side: ComparisonSide, _ source: WorkerSource,
    _ body: (any WorkerConnection) async throws -> Answer
  ) async throws -> Answer {
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
  private static func start<Answer: Sendable>(
    _ side: ComparisonSide, _ source: WorkerSource,
    _ body: (_ connect: () async throws -> any WorkerConnection) async throws -> Answer
  ) async throws -> Answer {
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
  private let side: ComparisonSide
  private let connection: any WorkerConnection

  /// Waits for the first message of a worker that has been started.
  init(
    _ side: ComparisonSide, _ connect: () async throws -> any WorkerConnection
  ) async throws {
    self.side = side
    connection = try await Self.naming(side) { try await connect() }
  }

  var hello: WorkerHello { connection.hello }

  func reply<Asked: AskedQuestion>(to question: Asked) async throws -> WorkerReply<Asked.Answer> {
    // Asked here, because an answer that is not accepted is also a failure of this side.
    .answer(try await Self.naming(side) { try await connection.ask(question) })
  }

  private static func naming<Value>(
    _ side: ComparisonSide, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as WorkerFailure {
      throw SideFailure(side: side, cause: error)
    } catch let error as Unavailable { throw SideFailure(side: side, cause: error) }
  }
}
