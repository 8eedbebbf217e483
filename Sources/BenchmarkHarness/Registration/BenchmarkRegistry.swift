public import BenchmarkModel

/// The benchmarks and scenarios of a tool, in the order in which they were registered.
///
///     registry.benchmark("layout.grid.1k", operations: 1_000) {
///       blackHole(Grid.layout(itemCount: 1_000))
///     }
///
/// Registering runs nothing. `setup` builds inputs in a separate process, when the benchmark is
/// measured. A registration that makes no sense (a name that is taken, a duration of 0) is refused:
/// the tool reports its file and line, and still runs the others.
public struct BenchmarkRegistry {
  package private(set) var entries: [RegistryEntry] = []
  private var indices: [String: Int] = [:]
  private var problems: [RegistrationProblem] = []
  private var variables: [WorkerVariable] = []

  /// The full names of reference variants, by the name that all variants share.
  private var references: [String: String] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Adds a benchmark that needs no inputs.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular. The key
  ///     in result files.
  ///   - variant: The implementation, one of several of the same work. It is appended to the name:
  ///     `layout.grid` with the variant `cached` is called `layout.grid.cached`.
  ///   - operations: The number of operations in one call of `body`; times are reported per
  ///     operation.
  ///   - options: What else it states about itself: tags, gates, a parameter, reasons to skip it.
  ///   - file: The source file, for messages and annotations.
  ///   - line: The line in it.
  ///   - body: The work to time. Pass its result to ``blackHole(_:)`` once. What it throws fails
  ///     the benchmark.
  public mutating func benchmark(
    _ name: String, variant: Variant? = nil, operations: Int = 1,
    options: BenchmarkOptions = BenchmarkOptions(), file: StaticString = #filePath,
    line: Int = #line,
    body: @escaping () throws -> Void
  ) {
    add(name, variant, operations, options, at: SourceLocation(file: "\(file)", line: line)) {
      MeasuredLoop(body: body)
    }
  }

  /// Adds a benchmark whose inputs are built once, untimed.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular. The key
  ///     in result files.
  ///   - variant: The implementation, one of several of the same work. It is appended to the name:
  ///     `layout.grid` with the variant `cached` is called `layout.grid.cached`.
  ///   - operations: The number of operations in one call of `body`; times are reported per
  ///     operation.
  ///   - options: What else it states about itself: tags, gates, a parameter, reasons to skip it.
  ///   - file: The source file, for messages and annotations.
  ///   - line: The line in it.
  ///   - setup: Builds the inputs, once per process. Throws ``Unavailable`` where the benchmark
  ///     cannot run on this machine.
  ///   - teardown: Gets the inputs when nothing more is measured with them; a crash there fails the
  ///     benchmark.
  ///   - body: The work to time; may change its inputs in place.
  public mutating func benchmark<Input>(
    _ name: String, variant: Variant? = nil, operations: Int = 1,
    options: BenchmarkOptions = BenchmarkOptions(), file: StaticString = #filePath,
    line: Int = #line,
    setup: @escaping () throws -> Input,
    teardown: @escaping (inout Input) -> Void = { _ in },
    body: @escaping (inout Input) throws -> Void
  ) {
    add(name, variant, operations, options, at: SourceLocation(file: "\(file)", line: line)) {
      MeasuredLoop(input: try setup(), teardown: teardown, body: body)
    }
  }

  /// Adds a benchmark that gets a fresh input in each iteration, such as a sort in place.
  ///
  /// Inputs are made in batches, untimed, before the iterations that use them. The batch is in
  /// memory at once, so the inputs of a small `batch` are warmer in the caches than those of a
  /// large one.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular. The key
  ///     in result files.
  ///   - variant: The implementation, one of several of the same work. It is appended to the name:
  ///     `layout.grid` with the variant `cached` is called `layout.grid.cached`.
  ///   - operations: The number of operations in one call of `body`; times are reported per
  ///     operation.
  ///   - options: What else it states about itself: tags, gates, a parameter, reasons to skip it.
  ///   - file: The source file, for messages and annotations.
  ///   - line: The line in it.
  ///   - batch: How many inputs exist at a time, at least 1; 64 is a good start for small ones.
  ///   - input: Makes the input of one iteration. Throws ``Unavailable`` where the benchmark cannot
  ///     run on this machine.
  ///   - body: The work to time.
  public mutating func benchmark<Input>(
    _ name: String, variant: Variant? = nil, operations: Int = 1,
    options: BenchmarkOptions = BenchmarkOptions(), file: StaticString = #filePath,
    line: Int = #line,
    freshInputs batch: Int,
    input: @escaping () throws -> Input,
    body: @escaping (inout Input) throws -> Void
  ) {
    add(name, variant, operations, options, at: SourceLocation(file: "\(file)", line: line)) {
      try MeasuredLoop(batch: max(1, batch), makeInput: input, body: body)
    }
  }

  /// Adds a benchmark of work that belongs to the main actor.
  ///
  /// All closures run on the main thread, inside the actor; no iteration pays for getting there.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular. The key
  ///     in result files.
  ///   - variant: The implementation, one of several of the same work. It is appended to the name:
  ///     `layout.grid` with the variant `cached` is called `layout.grid.cached`.
  ///   - operations: The number of operations in one call of `body`; times are reported per
  ///     operation.
  ///   - options: What else it states about itself: tags, gates, a parameter, reasons to skip it.
  ///   - file: The source file, for messages and annotations.
  ///   - line: The line in it.
  ///   - setup: Builds the inputs, once per process.
  ///   - teardown: Gets the inputs when nothing more is measured with them.
  ///   - body: The work to time; may change its inputs in place.
  public mutating func benchmark<Input>(
    _ name: String, variant: Variant? = nil, operations: Int = 1,
    options: BenchmarkOptions = BenchmarkOptions(), file: StaticString = #filePath,
    line: Int = #line,
    setup: @escaping @MainActor () throws -> Input,
    teardown: @escaping @MainActor (inout Input) -> Void = { _ in },
    onMainActor body: @escaping @MainActor (inout Input) throws -> Void
  ) {
    add(name, variant, operations, options, at: SourceLocation(file: "\(file)", line: line)) {
      try MeasuredLoop(setup: setup, teardown: teardown, mainActorBody: body)
    }
  }

  /// Adds a benchmark of asynchronous work.
  ///
  /// It runs on one thread, the same on which it is timed, except where it asks for another
  /// executor: what an actor of its own does is in the wall-clock time, not in the CPU time.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular. The key
  ///     in result files.
  ///   - variant: The implementation, one of several of the same work. It is appended to the name:
  ///     `layout.grid` with the variant `cached` is called `layout.grid.cached`.
  ///   - operations: The number of operations in one call of `body`; times are reported per
  ///     operation.
  ///   - options: What else it states about itself: tags, gates, a parameter, reasons to skip it.
  ///   - file: The source file, for messages and annotations.
  ///   - line: The line in it.
  ///   - setup: Builds the inputs, once per process.
  ///   - teardown: Gets the inputs when nothing more is measured with them.
  ///   - body: The work to time, one iteration after the other; may change its inputs in place.
  public mutating func benchmark<Input>(
    _ name: String, variant: Variant? = nil, operations: Int = 1,
    options: BenchmarkOptions = BenchmarkOptions(), file: StaticString = #filePath,
    line: Int = #line,
    setup: @escaping () async throws -> Input,
    teardown: @escaping (inout Input) async -> Void = { _ in },
    body: @escaping (inout Input) async throws -> Void
  ) {
    add(
      name, variant, operations, options, at: SourceLocation(file: "\(file)", line: line),
      isAsync: true
    ) {
      try MeasuredLoop(setup: setup, teardown: teardown, asyncBody: body)
    }
  }

  /// Adds a benchmark of asynchronous work that needs no inputs.
  ///
  /// It runs on one thread, the same on which it is timed, except where it asks for another
  /// executor.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular. The key
  ///     in result files.
  ///   - variant: The implementation, one of several of the same work. It is appended to the name:
  ///     `layout.grid` with the variant `cached` is called `layout.grid.cached`.
  ///   - operations: The number of operations in one call of `body`; times are reported per
  ///     operation.
  ///   - options: What else it states about itself: tags, gates, a parameter, reasons to skip it.
  ///   - file: The source file, for messages and annotations.
  ///   - line: The line in it.
  ///   - body: The work to time, one iteration after the other.
  public mutating func benchmark(
    _ name: String, variant: Variant? = nil, operations: Int = 1,
    options: BenchmarkOptions = BenchmarkOptions(), file: StaticString = #filePath,
    line: Int = #line,
    body: @escaping () async throws -> Void
  ) {
    add(
      name, variant, operations, options, at: SourceLocation(file: "\(file)", line: line),
      isAsync: true
    ) {
      try MeasuredLoop(
        setup: {}, teardown: { _ in }, asyncBody: { (_: inout Void) in try await body() })
    }
  }

  /// Declares an environment variable that changes what benchmarks do.
  ///
  /// Results record its value, and `--env NAME=VALUE` sets it for the processes that measure.
  ///
  /// - Parameters:
  ///   - name: The variable's name.
  ///   - values: The values that it may have; leave it out if any value is fine.
  public mutating func environmentVariable(_ name: String, values: [String] = []) {
    variables.append(WorkerVariable(name: name, values: values))
  }
}

extension BenchmarkRegistry {
  /// Adds a benchmark whose loop is made when it is measured.
  package mutating func add(
    _ base: String, _ variant: Variant?, _ operations: Int, _ options: BenchmarkOptions,
    at location: SourceLocation, isAsync: Bool = false,
    makeLoop: @escaping () throws -> MeasuredLoop
  ) {
    let stem = options.parameter.map { "\(base).\($0.value)" } ?? base
    let name = variant.map { "\(stem).\($0)" } ?? stem
    if let problem = Self.problem(operations, options, variant) {
      refuse("'\(name)' \(problem)", at: location)
      return
    }
    let family = options.parameter.map {
      BenchmarkFamily(name: variant.map { "\(base).\($0)" } ?? base, parameter: $0)
    }
    let traits = BenchmarkTraits(
      variant: variant, operations: operations, bytesPerOperation: options.bytesPerOperation,
      flopsPerOperation: options.flopsPerOperation, roofline: options.roofline, family: family,
      metrics: options.metrics, gates: options.gates, samplingTime: options.samplingTime,
      warmUpTime: options.warmUpTime)
    if options.isReference { references[stem] = references[stem] ?? name }
    let skip = options.skip
    add(
      ListedBenchmark(
        name: name, runsByDefault: options.runsByDefault, tags: options.tags, location: location,
        work: .benchmark(traits)),
      .benchmark {
        if let skip { throw Unavailable("skipped: \(skip)") }
        return try makeLoop()
      }, isAsync: isAsync)
  }

  /// What is wrong with a benchmark, after its name, with what to do; nil if nothing is.
  private static func problem(
    _ operations: Int, _ options: BenchmarkOptions, _ variant: Variant?
  ) -> String? {
    if operations < 1 || options.bytesPerOperation < 0 || options.flopsPerOperation < 0 {
      return """
        does \(operations) operations of \(options.bytesPerOperation) bytes and \
        \(options.flopsPerOperation) flops. Give it at least one operation, and no negative numbers.
        """
    }
    if options.isReference, variant == nil {
      return "is a reference without a variant. Give it one."
    }
    if let parameter = options.parameter, parameter.value < 1 {
      return "has the \(parameter.name) \(parameter.value). Give it one above 0."
    }
    if let problem = options.metrics.lazy.compactMap(\.problem).first {
      return "is refused: its metric \(problem)"
    }
    if Set(options.metrics.map(\.name)).count < options.metrics.count {
      return "has two metrics of one name. Name each one differently."
    }
    for case .custom(let metric, _, _) in options.gates.map(\.limit)
    where !options.metrics.contains(metric) {
      return
        "has a gate for '\(metric.name)', which is not one of its metrics. Add it to 'metrics'."
    }
    if let gate = options.gates.first(where: { !($0.number >= 0 && $0.number.isFinite) }) {
      return "has a gate of \(gate.number). Give it a limit of 0 or more."
    }
    return problem(measuredFor: options.samplingTime) ?? problem(measuredFor: options.warmUpTime)
  }

  static func problem(measuredFor time: Duration?) -> String? {
    guard let time, time < .zero || time > .seconds(3_600) else { return nil }
    return "is to be measured for \(time). Give it at most an hour, and no negative time."
  }

  mutating func add(
    _ listed: ListedBenchmark, _ work: RegistryEntry.Work, isAsync: Bool = false
  ) {
    let name = listed.name
    guard Self.isValid(name) else {
      refuse(
        """
        '\(name)' is not a name. Use ASCII letters, digits, '.', '-' and '_', and at least one of \
        them.
        """, at: listed.location)
      return
    }
    if let first = entry(named: name) {
      refuse(
        "'\(name)' is already registered at \(first.listed.location). Choose another name.",
        at: listed.location)
      return
    }
    indices[name] = entries.count
    entries.append(RegistryEntry(listed: listed, work: work, isAsync: isAsync))
  }

  private static func isValid(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default:
          false
        }
      }
  }

  mutating func refuse(_ reason: String, at location: SourceLocation) {
    problems.append(RegistrationProblem(location: location, reason: reason))
  }
}

extension BenchmarkRegistry {
  /// The entry registered under `name`, if there is one.
  package func entry(named name: String) -> RegistryEntry? {
    indices[name].map { entries[$0] }
  }

  /// Everything that was registered, each benchmark with its reference.
  package var listing: BenchmarkListing {
    BenchmarkListing(
      benchmarks: entries.map { withReference($0.listed) }, problems: problems,
      variables: variables)
  }

  private func withReference(_ listed: ListedBenchmark) -> ListedBenchmark {
    guard case .benchmark(var traits) = listed.work, let variant = traits.variant else {
      return listed
    }
    let stem = String(listed.name.dropLast(variant.rawValue.count + 1))
    traits.reference = references[stem]
    return ListedBenchmark(
      name: listed.name, runsByDefault: listed.runsByDefault, tags: listed.tags,
      location: listed.location, work: .benchmark(traits))
  }
}

/// Keeps the optimizer from removing the computation of `value`.
///
/// Pass it the result of a whole call, once, not each element.
@inline(never)
@_optimize(none)
public func blackHole<T>(_ value: T) {}
