import BenchmarkModel
import WorkerClient
import WorkerProtocol

/// Starts the workers of one program: separate processes or, in tests, something that answers like
/// one.
package struct WorkerSource: Sendable {
  private enum Origin: Sendable {
    case processes(WorkerLaunch)
    case connections(@Sendable () -> any WorkerConnection)
  }

  private static let noProcess = Unavailable("not counted: there is no process to count in")

  private let origin: Origin

  /// Workers that are processes of their own.
  package init(_ launch: WorkerLaunch) { origin = .processes(launch) }

  /// Workers without a process.
  package init(connectingTo connect: @escaping @Sendable () -> any WorkerConnection) {
    origin = .connections(connect)
  }

  /// The same workers with at least this timeout.
  ///
  /// The user's timeout limits benchmarks, which may be short. Requests to the harness itself need
  /// more.
  func waiting(atLeast timeout: Duration) -> WorkerSource {
    guard case .processes(var launch) = origin else { return self }
    launch.timeout = max(launch.timeout, timeout)
    return WorkerSource(launch)
  }

  /// Starts a worker, lets `body` talk to it, and ends it.
  package func withWorker<Value: Sendable>(
    _ body: (any WorkerConnection) async throws -> Value
  ) async throws -> Value { try await start { connect in try await body(connect()) } }

  /// Starts a worker, lets `body` wait for its first message when it wants, and ends it.
  func start<Value: Sendable>(
    _ body: (_ connect: () async throws -> any WorkerConnection) async throws -> Value
  ) async throws -> Value {
    switch origin {
    case .processes(let launch):
      try await WorkerProcess.start(launch) { pipes in
        try await body { try await WorkerProcess(pipes) }
      }
    case .connections(let connect): try await body(connect)
    }
  }

  /// Starts a separate worker that counts, lets `body` talk to it, and ends it.
  ///
  /// - Parameters:
  ///   - countsAllocations: Whether its allocations are counted.
  ///   - body: Talks to it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `Unavailable` without processes, or without a library that
  ///   counts.
  package func withCountingWorker<Value: Sendable>(
    ofAllocations countsAllocations: Bool = true,
    _ body: (any WorkerConnection) async throws -> Value
  ) async throws -> Value {
    guard case .processes(var launch) = origin else {
      throw Self.noProcess
    }
    guard countsAllocations else { return try await WorkerProcess.with(launch, body) }
    launch.allocator = .counting(path: try CountingLibrary.counting())
    // Without jemalloc, that is the compiled library already.
    guard Jemalloc.path != nil else { return try await WorkerProcess.with(launch, body) }
    let value = try await WorkerProcess.with(launch) { worker -> Value? in
      worker.hello.allocator == WorkerHello.systemAllocator ? nil : try await body(worker)
    }
    if let value { return value }
    // A worker that cannot read jemalloc's counters may be able to read the compiled library's.
    launch.allocator = .counting(path: try CountingLibrary.remembering())
    return try await WorkerProcess.with(launch, body)
  }

  /// Starts a pass that counts instructions, lets `body` count with it, and ends it.
  func withInstructionPass<Value: Sendable>(
    isWanted: Bool, _ body: (InstructionPass) async throws -> Value
  ) async throws -> Value {
    guard isWanted else { return try await body(InstructionPass(unavailable: "not measured")) }
    guard case .processes(let launch) = origin else {
      return try await body(InstructionPass(unavailable: Self.noProcess.reason))
    }
    return try await InstructionPass.with(launch, body)
  }
}
