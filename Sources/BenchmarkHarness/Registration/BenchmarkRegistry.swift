public import BenchmarkModel
public import FrameTiming

/// The benchmarks and scenarios of a tool, in the order in which they were registered.
///
///     registry.benchmark("layout.grid.1k", operations: 1_000) {
///       blackHole(Grid.layout(itemCount: 1_000))
///     }
///
/// Registering runs nothing. `setup` builds inputs in a separate process, when the benchmark is
/// measured. A registration that makes no sense (a name that is taken, a duration of 0) is refused: the
/// tool reports its file and line, and still runs the others.
public struct BenchmarkRegistry {
  package private(set) var entries: [RegistryEntry] = []
  private var problems: [RegistrationProblem] = []
  private var variables: [WorkerVariable] = []

  /// The full names of reference variants, by the name that all variants share.
  private var references: [String: String] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Adds a benchmark that needs no inputs.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular. The key in
  ///     result files.
  ///   - variant: The implementation, one of several of the same work. It is appended to the name:
  ///     `layout.grid` with the variant `cached` is called `layout.grid.cached`.
  ///   - isReference: Whether reports compare the other variants of `name` with this one.
  ///   - operations: The number of operations in one call of `body`; times are reported per operation.
  ///   - bytesPerOperation: Bytes that one operation reads and writes; 0 if not known.
  ///   - flopsPerOperation: Additions, multiplications, divisions and roots of one operation; 0 if
  ///     not known.
  ///   - roofline: The limits of the machine that apply to it, or that it measures.
  ///   - runsByDefault: Whether a command without `--all` and without `--filter` takes it.
  ///   - file: The source file, for messages.
  ///   - line: The line in it.
  ///   - body: The work to time. Pass its result to ``blackHole(_:)`` once.
  public mutating func benchmark(
    _ name: String,
    variant: Variant? = nil,
    isReference: Bool = false,
    operations: Int = 1,
    bytesPerOperation: Int = 0,
    flopsPerOperation: Int = 0,
    roofline: Roofline? = nil,
    runsByDefault: Bool = true,
    file: StaticString = #filePath,
    line: Int = #line,
    body: @escaping () -> Void
  ) {
    let traits = BenchmarkTraits(
      variant: variant, operations: operations, bytesPerOperation: bytesPerOperation,
      flopsPerOperation: flopsPerOperation, roofline: roofline)
    add(
      name, traits, isReference: isReference, runsByDefault: runsByDefault,
      at: SourceLocation(file: "\(file)", line: line)
    ) {
      MeasuredLoop(body: body)
    }
  }

  /// Adds a benchmark whose inputs are built once, untimed.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular. The key in
  ///     result files.
  ///   - variant: The implementation, one of several of the same work. It is appended to the name:
  ///     `layout.grid` with the variant `cached` is called `layout.grid.cached`.
  ///   - isReference: Whether reports compare the other variants of `name` with this one.
  ///   - operations: The number of operations in one call of `body`; times are reported per operation.
  ///   - bytesPerOperation: Bytes that one operation reads and writes; 0 if not known.
  ///   - flopsPerOperation: Additions, multiplications, divisions and roots of one operation; 0 if
  ///     not known.
  ///   - roofline: The limits of the machine that apply to it, or that it measures.
  ///   - runsByDefault: Whether a command without `--all` and without `--filter` takes it.
  ///   - file: The source file, for messages.
  ///   - line: The line in it.
  ///   - setup: Builds the inputs, once per process. Throws ``Unavailable`` where the benchmark
  ///     cannot run on this machine.
  ///   - body: The work to time; may change its inputs in place.
  public mutating func benchmark<Input>(
    _ name: String,
    variant: Variant? = nil,
    isReference: Bool = false,
    operations: Int = 1,
    bytesPerOperation: Int = 0,
    flopsPerOperation: Int = 0,
    roofline: Roofline? = nil,
    runsByDefault: Bool = true,
    file: StaticString = #filePath,
    line: Int = #line,
    setup: @escaping () throws -> Input,
    body: @escaping (inout Input) -> Void
  ) {
    let traits = BenchmarkTraits(
      variant: variant, operations: operations, bytesPerOperation: bytesPerOperation,
      flopsPerOperation: flopsPerOperation, roofline: roofline)
    add(
      name, traits, isReference: isReference, runsByDefault: runsByDefault,
      at: SourceLocation(file: "\(file)", line: line)
    ) {
      MeasuredLoop(input: try setup(), body: body)
    }
  }

  /// Adds a workload that is driven frame by frame.
  ///
  /// Frame i is evaluated at vsync i + 1, its `targetTimestamp`; there are ⌈duration · rate⌉ frames.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular, without a
  ///     variant.
  ///   - duration: The length of the animation.
  ///   - budget: What its frames may cost; `check` fails when a budget is broken.
  ///   - variants: The implementations that the scene can run on, the default first. Leave it out for
  ///     a scene that has only one.
  ///   - runsByDefault: Whether a command without `--all` and without `--filter` takes it.
  ///   - file: The source file, for messages.
  ///   - line: The line in it.
  ///   - makeScenario: Builds the scene: untimed, once per repetition.
  public mutating func scenario(
    _ name: String,
    duration: Duration,
    budget: [FrameBudget] = [],
    variants: [Variant] = [],
    runsByDefault: Bool = true,
    file: StaticString = #filePath,
    line: Int = #line,
    makeScenario: @escaping (ScenarioParameters) throws -> Scenario
  ) {
    let location = SourceLocation(file: "\(file)", line: line)
    guard duration > .zero else {
      refuse("'\(name)' lasts \(duration). Give it a duration above 0.", at: location)
      return
    }
    let traits = ScenarioTraits(duration: duration, budgets: budget, variants: variants)
    let listed = ListedBenchmark(
      name: name, runsByDefault: runsByDefault, location: location, work: .scenario(traits))
    add(listed, .scenario(ScenarioWork(traits: traits, makeScenario: makeScenario)))
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
  private mutating func add(
    _ stem: String, _ traits: BenchmarkTraits, isReference: Bool, runsByDefault: Bool,
    at location: SourceLocation, makeLoop: @escaping () throws -> MeasuredLoop
  ) {
    let name = traits.variant.map { "\(stem).\($0)" } ?? stem
    guard traits.operations > 0, traits.bytesPerOperation >= 0, traits.flopsPerOperation >= 0 else {
      refuse(
        """
        '\(name)' does \(traits.operations) operations of \(traits.bytesPerOperation) bytes and \
        \(traits.flopsPerOperation) flops. Give it at least one operation, and no negative numbers.
        """, at: location)
      return
    }
    if isReference {
      guard traits.variant != nil else {
        refuse("'\(name)' is a reference without a variant. Give it one.", at: location)
        return
      }
      references[stem] = references[stem] ?? name
    }
    add(
      ListedBenchmark(
        name: name, runsByDefault: runsByDefault, location: location, work: .benchmark(traits)),
      .benchmark(makeLoop))
  }

  private mutating func add(_ listed: ListedBenchmark, _ work: RegistryEntry.Work) {
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
    entries.append(RegistryEntry(listed: listed, work: work))
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

  private mutating func refuse(_ reason: String, at location: SourceLocation) {
    problems.append(RegistrationProblem(location: location, reason: reason))
  }
}

extension BenchmarkRegistry {
  /// The entry registered under `name`, if there is one.
  package func entry(named name: String) -> RegistryEntry? {
    entries.first { $0.listed.name == name }
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
      name: listed.name, runsByDefault: listed.runsByDefault, location: listed.location,
      work: .benchmark(traits))
  }
}

/// Keeps the optimizer from removing the computation of `value`.
///
/// Pass it the result of a whole call, once, not each element.
@inline(never)
@_optimize(none)
public func blackHole<T>(_ value: T) {}
