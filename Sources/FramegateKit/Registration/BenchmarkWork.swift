/// The inputs of a benchmark and its body, which is timed.
///
///     registry.benchmark(
///       "layout.grid.1k",
///       work: .init {
///         Grid.sample(itemCount: 1_000)
///       } body: { grid in
///         blackHole(grid.layout())
///       })
///
/// A setup builds inputs once per process, untimed, and throws ``Unavailable`` where the benchmark
/// cannot run on this machine. What a body throws fails the benchmark.
public struct BenchmarkWork {
  // Initializers with a digest are separate, and generic over its result: if the digest is optional
  // or returns `any Encodable`, the compiler does not infer its parameter from a setup with several
  // statements.

  /// Whether the main thread must be free while the work runs.
  let isAsync: Bool
  let makeLoop: () throws -> MeasuredLoop

  package init(isAsync: Bool, makeLoop: @escaping () throws -> MeasuredLoop) {
    self.isAsync = isAsync
    self.makeLoop = makeLoop
  }

  /// Work on inputs that all iterations share.
  ///
  /// - Parameters:
  ///   - setup: Builds the inputs.
  ///   - teardown: Gets the inputs when nothing more is measured with them; a crash there fails the
  ///     benchmark.
  ///   - body: The work to time; may change its inputs in place.
  public init<Input>(
    setup: @escaping () throws -> Input,
    teardown: @escaping (inout Input) -> Void = { _ in },
    body: @escaping (inout Input) throws -> Void
  ) {
    self.init(isAsync: false) {
      MeasuredLoop(input: try setup(), teardown: teardown, digest: nil, body: body)
    }
  }

  /// Work on inputs that all iterations share; a comparison compares a digest of the inputs.
  ///
  /// - Parameters:
  ///   - setup: Builds the inputs.
  ///   - teardown: Gets the inputs when nothing more is measured with them; a crash there fails the
  ///     benchmark.
  ///   - digest: What a comparison compares, of the inputs after an iteration, instead of what
  ///     the body passes to ``blackHole(_:)``. Untimed.
  ///   - body: The work to time; may change its inputs in place.
  public init<Input, Answer: Encodable>(
    setup: @escaping () throws -> Input,
    teardown: @escaping (inout Input) -> Void = { _ in },
    digest: @escaping (inout Input) throws -> Answer,
    body: @escaping (inout Input) throws -> Void
  ) {
    self.init(isAsync: false) {
      MeasuredLoop(input: try setup(), teardown: teardown, digest: digest, body: body)
    }
  }

  /// Work that gets a fresh input in each iteration, such as a sort in place.
  ///
  /// Inputs are made in batches, untimed, before the iterations that use them. A whole batch is in
  /// memory at once, so a small batch leaves its inputs warmer in the caches than a large one.
  ///
  /// - Parameters:
  ///   - batch: How many inputs exist at a time, at least 1; 64 is a good start for small ones.
  ///   - input: Makes the input of one iteration.
  ///   - body: The work to time.
  public init<Input>(
    freshInputs batch: Int, input: @escaping () throws -> Input,
    body: @escaping (inout Input) throws -> Void
  ) {
    self.init(isAsync: false) {
      try MeasuredLoop(batch: max(1, batch), makeInput: input, digest: nil, body: body)
    }
  }

  /// Work that gets a fresh input in each iteration; a comparison compares a digest of the inputs.
  ///
  /// - Parameters:
  ///   - batch: How many inputs exist at a time, at least 1; 64 is a good start for small ones.
  ///   - input: Makes the input of one iteration.
  ///   - digest: What a comparison compares, of the input after an iteration, instead of what
  ///     the body passes to ``blackHole(_:)``. Untimed.
  ///   - body: The work to time.
  public init<Input, Answer: Encodable>(
    freshInputs batch: Int, input: @escaping () throws -> Input,
    digest: @escaping (inout Input) throws -> Answer,
    body: @escaping (inout Input) throws -> Void
  ) {
    self.init(isAsync: false) {
      try MeasuredLoop(batch: max(1, batch), makeInput: input, digest: digest, body: body)
    }
  }

  /// Work that belongs to the main actor.
  ///
  /// All closures run on the main thread, inside the actor; no iteration pays for entering it.
  ///
  /// - Parameters:
  ///   - setup: Builds the inputs.
  ///   - teardown: Gets the inputs when nothing more is measured with them.
  ///   - body: The work to time; may change its inputs in place.
  public init<Input>(
    setup: @escaping @MainActor () throws -> Input,
    teardown: @escaping @MainActor (inout Input) -> Void = { _ in },
    onMainActor body: @escaping @MainActor (inout Input) throws -> Void
  ) {
    self.init(isAsync: false) {
      try MeasuredLoop(setup: setup, teardown: teardown, digest: nil, mainActorBody: body)
    }
  }

  /// Work that belongs to the main actor, whose inputs a comparison compares by a digest.
  ///
  /// - Parameters:
  ///   - setup: Builds the inputs.
  ///   - teardown: Gets the inputs when nothing more is measured with them.
  ///   - digest: What a comparison compares, of the inputs after an iteration, instead of what
  ///     the body passes to ``blackHole(_:)``. Untimed.
  ///   - body: The work to time; may change its inputs in place.
  public init<Input, Answer: Encodable>(
    setup: @escaping @MainActor () throws -> Input,
    teardown: @escaping @MainActor (inout Input) -> Void = { _ in },
    digest: @escaping @MainActor (inout Input) throws -> Answer,
    onMainActor body: @escaping @MainActor (inout Input) throws -> Void
  ) {
    self.init(isAsync: false) {
      try MeasuredLoop(setup: setup, teardown: teardown, digest: digest, mainActorBody: body)
    }
  }

  /// Asynchronous work, one iteration after the other.
  ///
  /// It runs on the thread that times it, except where it asks for another executor: work on an
  /// actor with its own executor is included in the wall-clock time, but not in the CPU time.
  ///
  /// - Parameters:
  ///   - setup: Builds the inputs.
  ///   - teardown: Gets the inputs when nothing more is measured with them.
  ///   - body: The work to time; may change its inputs in place.
  public init<Input>(
    setup: @escaping () async throws -> Input,
    teardown: @escaping (inout Input) async -> Void = { _ in },
    body: @escaping (inout Input) async throws -> Void
  ) {
    self.init(isAsync: true) {
      try MeasuredLoop(setup: setup, teardown: teardown, digest: nil, asyncBody: body)
    }
  }

  /// Asynchronous work, whose inputs a comparison compares by a digest.
  ///
  /// - Parameters:
  ///   - setup: Builds the inputs.
  ///   - teardown: Gets the inputs when nothing more is measured with them.
  ///   - digest: What a comparison compares, of the inputs after an iteration, instead of what
  ///     the body passes to ``blackHole(_:)``. Untimed.
  ///   - body: The work to time; may change its inputs in place.
  public init<Input, Answer: Encodable>(
    setup: @escaping () async throws -> Input,
    teardown: @escaping (inout Input) async -> Void = { _ in },
    digest: @escaping (inout Input) async throws -> Answer,
    body: @escaping (inout Input) async throws -> Void
  ) {
    self.init(isAsync: true) {
      try MeasuredLoop(setup: setup, teardown: teardown, digest: digest, asyncBody: body)
    }
  }

  /// Asynchronous work that needs no inputs.
  ///
  /// - Parameter body: The work to time, on one thread except where it asks for another executor.
  public init(body: @escaping () async throws -> Void) {
    self.init(setup: {}, body: { (_: inout Void) async throws in try await body() })
  }
}
