public import BenchmarkModel
import CMeasure

/// The benchmarks and scenarios of a program, in the order in which they were registered.
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
  ///   - options: Its tags, gates and parameter, and a reason to skip it.
  ///   - file: The source file, for messages and annotations.
  ///   - line: The line in it.
  ///   - digest: Returns the value to compare between revisions, instead of those that the body
  ///     passes to ``blackHole(_:)``; called after an iteration, untimed. If it throws, the
  ///     comparison reports that the benchmark failed.
  ///   - body: The work to time. Pass its result to ``blackHole(_:)`` once. What it throws fails
  ///     the benchmark.
  public mutating func benchmark(
    _ name: String, variant: Variant? = nil, operations: Int = 1,
    options: BenchmarkOptions = BenchmarkOptions(), file: StaticString = #filePath,
    line: Int = #line, digest: (() throws -> any Encodable)? = nil,
    body: @escaping () throws -> Void
  ) {
    benchmark(
      name, variant: variant, operations: operations, options: options, file: file, line: line,
      work: BenchmarkWork(isAsync: false) { MeasuredLoop(digest: digest, body: body) })
  }

  /// Adds a benchmark with inputs, or of work that is asynchronous or belongs to the main actor.
  ///
  /// - Parameters:
  ///   - name: The key in result files, like the name of a benchmark without inputs.
  ///   - variant: The implementation, one of several of the same work.
  ///   - operations: The number of operations in one call of the body of `work`.
  ///   - options: What else it states about itself.
  ///   - file: The source file, for messages and annotations.
  ///   - line: The line in it.
  ///   - work: Its inputs and its body.
  public mutating func benchmark(
    _ name: String, variant: Variant? = nil, operations: Int = 1,
    options: BenchmarkOptions = BenchmarkOptions(), file: StaticString = #filePath,
    line: Int = #line, work: BenchmarkWork
  ) {
    add(name, variant, operations, options, at: SourceLocation(file: "\(file)", line: line), work)
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
    at location: SourceLocation, _ work: BenchmarkWork
  ) {
    let stem = options.parameter.map { "\(base).\($0.value)" } ?? base
    let name = variant.map { "\(stem).\($0)" } ?? stem
    if let problem = Self.problem(operations, options, variant) {
      refuse("'\(name)' \(problem)", at: location)
      return
    }
    var traits = options.traits
    traits.variant = variant
    traits.operations = operations
    traits.family = options.parameter.map {
      BenchmarkFamily(name: variant.map { "\(base).\($0)" } ?? base, parameter: $0)
    }
    if options.isReference { references[stem] = references[stem] ?? name }
    let skip = options.skip
    add(
      ListedBenchmark(
        name: name, runsByDefault: options.runsByDefault, tags: options.tags, location: location,
        work: .benchmark(traits)),
      .benchmark {
        if let skip { throw Unavailable("skipped: \(skip)") }
        return try work.makeLoop()
      }, isAsync: work.isAsync, at: location)
  }

  /// What is wrong and what to do, as a message to follow the benchmark's name, or nil if valid.
  private static func problem(
    _ operations: Int, _ options: BenchmarkOptions, _ variant: Variant?
  ) -> String? {
    let traits = options.traits
    let (bytes, flops) = (traits.bytesPerOperation ?? 0, traits.flopsPerOperation ?? 0)
    let counts = 0...ListedBenchmark.largestCount
    guard operations > 0, [operations, bytes, flops].allSatisfy(counts.contains) else {
      return """
        does \(operations) operations of \(bytes) bytes and \(flops) flops. Give it at least one \
        operation, and no number below 0 or above 2^50.
        """
    }
    if options.isReference, variant == nil {
      return "is a reference without a variant. Give it one."
    }
    if let parameter = options.parameter, parameter.value < 1 {
      return "has the \(parameter.name) \(parameter.value). Give it one above 0."
    }
    if let problem = traits.metrics.lazy.compactMap(\.problem).first {
      return "is refused: its metric \(problem)"
    }
    if Set(traits.metrics.map(\.name)).count < traits.metrics.count {
      return "has two metrics of one name. Name each one differently."
    }
    for case .custom(let metric, _, _) in traits.gates.map(\.limit)
    where !traits.metrics.contains(metric) {
      return
        "has a gate for '\(metric.name)', which is not one of its metrics. Add it to 'metrics'."
    }
    if let gate = traits.gates.first(where: { !($0.number >= 0 && $0.number.isFinite) }) {
      return "has a gate of \(gate.number). Give it a limit of 0 or more."
    }
    return problem(tolerance: traits.answerTolerance) ?? problem(measuredFor: traits.samplingTime)
      ?? problem(measuredFor: traits.warmUpTime)
  }

  static func problem(tolerance: Double?) -> String? {
    guard let tolerance, !(tolerance >= 0 && tolerance.isFinite) else { return nil }
    return "has an answer tolerance of \(tolerance). Use 0 or a positive number."
  }

  static func problem(measuredFor time: Duration?) -> String? {
    guard let time, time < .zero || time > .seconds(3_600) else { return nil }
    return "is to be measured for \(time). Give it at most an hour, and no negative time."
  }

  mutating func add(
    _ listed: ListedBenchmark, _ work: RegistryEntry.Work, isAsync: Bool = false,
    at location: SourceLocation
  ) {
    let name = listed.name
    guard Self.isValid(name) else {
      refuse(
        """
        '\(name.prefix(80))' is not a name. Use 1 to \(ListedBenchmark.longestName) ASCII letters, \
        digits, '.', '-' and '_'.
        """, at: location)
      return
    }
    if let first = entry(named: name) {
      let place = first.listed.location.map { " at \($0)" } ?? ""
      refuse("'\(name)' is already registered\(place). Choose another name.", at: location)
      return
    }
    indices[name] = entries.count
    entries.append(RegistryEntry(listed: listed, work: work, isAsync: isAsync))
  }

  private static func isValid(_ name: String) -> Bool {
    (1...ListedBenchmark.longestName).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  mutating func refuse(_ reason: String, at location: SourceLocation) {
    problems.append(RegistrationProblem(location: location, reason: reason))
  }
}

extension BenchmarkRegistry {
  package func entry(named name: String) -> RegistryEntry? { indices[name].map { entries[$0] } }

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
    traits.reference = references[String(listed.name.dropLast(variant.rawValue.count + 1))]
    var listed = listed
    listed.work = .benchmark(traits)
    return listed
  }
}

/// Keeps the optimizer from removing the computation of `value`.
///
/// Pass the result of the whole body once, not each element. If the value is `Encodable`, a
/// comparison of two revisions also compares it, unless another thread than the body's passes it,
/// whose order is not deterministic. While times are measured, a call costs a load and a branch.
@inline(never)
@_optimize(none)
public func blackHole<T>(_ value: T) {
  if framegate_is_recording(FRAMEGATE_ANSWERS) { AnswerRecorder.add(passed: value) }
}
