package import BenchmarkHarness

/// Starts the workers of a run: processes of their own, or, for debuggers, none.
package struct WorkerPool {
  private let registry: BenchmarkRegistry
  private let executable: String
  private var timeout: Duration
  let isInProcess: Bool
  private let instructionSet: String?

  /// What counts instructions; nil where nobody asked for them.
  var instructionPass: InstructionPass?

  package init(
    registry: BenchmarkRegistry, executable: String, timeout: Duration, isInProcess: Bool,
    instructionSet: String? = nil
  ) {
    (self.registry, self.executable) = (registry, executable)
    (self.timeout, self.isInProcess) = (timeout, isInProcess)
    self.instructionSet = instructionSet
  }

  /// The same workers, waited for as long as this.
  func withTimeout(_ timeout: Duration) -> WorkerPool {
    var pool = self
    pool.timeout = timeout
    return pool
  }

  /// How to start one of these workers.
  func launch(on allocator: WorkerLaunch.Allocator = .system) -> WorkerLaunch {
    WorkerLaunch(
      executable: executable, allocator: allocator, timeout: timeout,
      instructionSet: instructionSet)
  }

  /// Lets `body` talk to a new worker on the given allocator, and ends the worker.
  ///
  /// - Throws: What `body` throws, or ``WorkerFailure``; `Unavailable` when the allocator cannot be
  ///   had.
  package func withWorker<Value: Sendable>(
    on allocator: WorkerLaunch.Allocator = .system,
    _ body: (any WorkerConnection) async throws -> Value
  ) async throws -> Value {
    guard isInProcess else {
      return try await WorkerProcess.with(launch(on: allocator), body)
    }
    guard allocator == .system else {
      throw Unavailable("not counted with '--in-process', which keeps the system's allocator")
    }
    return try await body(InProcessConnection(registry: registry))
  }

  /// Lets `body` talk to a worker whose allocations are counted.
  package func withCountingWorker<Value: Sendable>(
    _ body: (any WorkerConnection) async throws -> Value
  ) async throws -> Value {
    guard let path = Jemalloc.path else { throw Unavailable(Jemalloc.absence) }
    return try await withWorker(on: .jemalloc(path: path), body)
  }
}
