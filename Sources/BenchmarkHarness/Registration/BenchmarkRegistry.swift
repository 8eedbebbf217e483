public import BenchmarkModel
public import FrameTiming

/// The benchmarks and scenarios that a tool knows, in the order in which they were added.
///
///     registry.benchmark("layout.grid.1k", operations: 1_000) {
///       blackHole(Grid.layout(itemCount: 1_000))
///     }
///
/// Registering runs nothing: inputs are built by `setup`, in a process of its own, when their
/// benchmark is measured.
public struct BenchmarkRegistry {
  package private(set) var entries: [RegistryEntry] = []

  /// Creates an empty registry.
  public init() {}

  /// Adds a benchmark that needs no inputs.
  ///
  /// A name that ends with a ``Variant`` (`kernel.concat.l2.simd`) states the variant.
  ///
  /// - Parameters:
  ///   - name: Dotted, from general to particular. The key in result files.
  ///   - operations: How many operations one call of `body` does; times are given per operation.
  ///   - bytesPerOperation: Bytes one operation reads and writes; 0 if that is not known.
  ///   - flopsPerOperation: Additions, multiplications, divisions and roots of one operation; 0 if
  ///     that is not known.
  ///   - runsByDefault: Whether a `run` without `--all` and without `--filter` takes it.
  ///   - body: What is timed. Give its result to ``blackHole(_:)`` once.
  /// - Precondition: `name` is valid and new, `operations` is positive.
  public mutating func benchmark(
    _ name: String,
    operations: Int = 1,
    bytesPerOperation: Int = 0,
    flopsPerOperation: Int = 0,
    runsByDefault: Bool = true,
    body: @escaping () -> Void
  ) {
    let work = BenchmarkWork(
      operations: operations, bytesPerOperation: bytesPerOperation,
      flopsPerOperation: flopsPerOperation
    ) {
      MeasuredLoop(body: body)
    }
    add(RegistryEntry(name: name, runsByDefault: runsByDefault, work: .benchmark(work)))
  }

  /// Adds a benchmark over inputs that are built once, untimed.
  ///
  /// - Parameters:
  ///   - name: Dotted, from general to particular. The key in result files.
  ///   - operations: How many operations one call of `body` does; times are given per operation.
  ///   - bytesPerOperation: Bytes one operation reads and writes; 0 if that is not known.
  ///   - flopsPerOperation: Additions, multiplications, divisions and roots of one operation; 0 if
  ///     that is not known.
  ///   - runsByDefault: Whether a `run` without `--all` and without `--filter` takes it.
  ///   - setup: Builds the inputs, once per process. Throws ``Unavailable`` where the benchmark
  ///     cannot run on this machine.
  ///   - body: What is timed; may change its inputs in place.
  /// - Precondition: `name` is valid and new, `operations` is positive.
  public mutating func benchmark<Input>(
    _ name: String,
    operations: Int = 1,
    bytesPerOperation: Int = 0,
    flopsPerOperation: Int = 0,
    runsByDefault: Bool = true,
    setup: @escaping () throws -> Input,
    body: @escaping (inout Input) -> Void
  ) {
    let work = BenchmarkWork(
      operations: operations, bytesPerOperation: bytesPerOperation,
      flopsPerOperation: flopsPerOperation
    ) {
      MeasuredLoop(input: try setup(), body: body)
    }
    add(RegistryEntry(name: name, runsByDefault: runsByDefault, work: .benchmark(work)))
  }

  /// Adds a workload that is driven frame by frame.
  ///
  /// Frame i is evaluated at vsync i + 1, `targetTimestamp`; there are ⌈duration · rate⌉ frames.
  ///
  /// - Parameters:
  ///   - name: Dotted, from general to particular; carries no variant.
  ///   - duration: How long the animation lasts.
  ///   - budget: What its frames may cost; judged by `check`.
  ///   - variants: What it can run on; the first is the default.
  ///   - runsByDefault: Whether a `run` without `--all` and without `--filter` takes it.
  ///   - makeScenario: Builds the scene: untimed, once per repetition.
  /// - Precondition: `name` is valid and new, `duration` is positive, `variants` is not empty.
  public mutating func scenario(
    _ name: String,
    duration: Duration,
    budget: [FrameBudget] = [],
    variants: [Variant] = [.struct],
    runsByDefault: Bool = true,
    makeScenario: @escaping (ScenarioParameters) throws -> Scenario
  ) {
    precondition(duration > .zero, "'\(name)' must last longer than 0, got \(duration)")
    precondition(!variants.isEmpty, "'\(name)' needs at least one variant")
    let work = ScenarioWork(
      duration: duration, budget: budget, variants: variants, makeScenario: makeScenario)
    add(RegistryEntry(name: name, runsByDefault: runsByDefault, work: .scenario(work)))
  }

  private mutating func add(_ entry: RegistryEntry) {
    precondition(
      !entry.name.isEmpty
        && entry.name.utf8.allSatisfy { byte in
          byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
        },
      "A name is made of ASCII letters, digits, '.', '-' and '_', got '\(entry.name)'")
    precondition(
      !entries.contains { $0.name == entry.name }, "'\(entry.name)' is registered twice")
    entries.append(entry)
  }
}

extension BenchmarkRegistry {
  /// The entry registered under `name`, if there is one.
  package func entry(named name: String) -> RegistryEntry? {
    entries.first { $0.name == name }
  }
}
