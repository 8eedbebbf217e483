import BenchmarkModel
import FramegateKit

/// A benchmark in the style of ordo-one's package.
///
///     let benchmarks: @Sendable () -> Void = {
///       Benchmark("Sum of squares", configuration: .init(scalingFactor: .kilo)) { benchmark in
///         for number in benchmark.scaledIterations { blackHole(number * number) }
///       }
///     }
///
/// Creating a benchmark registers it. Closures run in the process that measures, one iteration
/// after the other; they may pass `benchmark` to other threads.
///
/// `@unchecked` because suites may capture it in closures that run on other threads, as ordo-one's
/// package allows; its counts change only between iterations.
public final class Benchmark: @unchecked Sendable {
  /// The name, with the tags in parentheses.
  public let name: String

  /// The configuration of the benchmark.
  public let configuration: Configuration

  /// The number of the iteration, from 0, including unmeasured ones.
  public private(set) var currentIteration = 0

  /// The first description that ``error(_:)`` was given, or nil if it was not called.
  public private(set) var failureReason: String?

  /// What the setup of the benchmark returned, or nil before it has run.
  public private(set) var setupState: Any?

  private let part = MeasuredPart()

  /// The custom metrics of the configuration, and the divisor of their values.
  private let recordedMetrics: [String: (metric: CustomMetric, scale: Double)]
  private let work: Work
  private let setup: (() async throws -> Any)?

  private let teardown: BenchmarkHook?

  private let location: SourceLocation

  private enum Work {
    case sync((Benchmark) throws -> Void)
    case async((Benchmark) async throws -> Void)
  }

  private init<State>(
    _ name: String, _ configuration: Configuration, _ work: Work,
    setup: (() async throws -> State)?, teardown: BenchmarkHook?, file: StaticString, line: Int
  ) {
    let tags = configuration.tags.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
    self.name = tags.isEmpty ? name : "\(name) (\(tags.joined(separator: ", ")))"
    self.configuration = configuration
    recordedMetrics = BenchmarkMetric.recorded(
      configuration.metrics, scale: configuration.scalingFactor.rawValue)
    self.work = work
    self.setup = setup.map { setup in { try await setup() } }
    self.teardown = teardown
    location = SourceLocation(file: "\(file)", line: line)
    Self.declared.append(self)
  }
}

// MARK: - Declaring

extension Benchmark {
  /// Declares a benchmark.
  ///
  /// - Parameters:
  ///   - name: Its name; results are stored under it, with `_` for runs of characters other than
  ///     ASCII letters, digits, `.` and `-`.
  ///   - configuration: The configuration of the benchmark.
  ///   - file: The source file, for messages and annotations.
  ///   - line: The line in it.
  ///   - closure: The work of an iteration.
  ///   - setup: Runs before the first iteration; ``setupState`` has what it returns.
  ///   - teardown: Runs after the last iteration.
  @discardableResult
  public convenience init?<State>(
    _ name: String, configuration: Configuration = defaultConfiguration,
    file: StaticString = #filePath, line: Int = #line,
    closure: @escaping (_ benchmark: Benchmark) throws -> Void,
    setup: (() async throws -> State)? = Optional<() async throws -> Void>.none,
    teardown: BenchmarkHook? = nil
  ) {
    self.init(
      name, configuration, .sync(closure), setup: setup, teardown: teardown, file: file, line: line)
  }

  /// Declares a benchmark whose closure gets what its setup returns.
  ///
  /// The other parameters are those of the initializer whose closure gets only the benchmark.
  @discardableResult
  public convenience init?<State>(
    _ name: String, configuration: Configuration = defaultConfiguration,
    file: StaticString = #filePath, line: Int = #line,
    closure: @escaping (_ benchmark: Benchmark, _ setupState: State) throws -> Void,
    setup: @escaping () async throws -> State, teardown: BenchmarkHook? = nil
  ) {
    self.init(
      name, configuration, .sync { try closure($0, $0.state()) }, setup: setup, teardown: teardown,
      file: file, line: line)
  }

  /// Declares a benchmark of asynchronous work; the rest is as for synchronous work.
  @discardableResult
  public convenience init?<State>(
    _ name: String, configuration: Configuration = defaultConfiguration,
    file: StaticString = #filePath, line: Int = #line,
    closure: @escaping (_ benchmark: Benchmark) async throws -> Void,
    setup: (() async throws -> State)? = Optional<() async throws -> Void>.none,
    teardown: BenchmarkHook? = nil
  ) {
    self.init(
      name, configuration, .async(closure), setup: setup, teardown: teardown, file: file, line: line
    )
  }

  /// Declares a benchmark of asynchronous work that gets what its setup returns.
  @discardableResult
  public convenience init?<State>(
    _ name: String, configuration: Configuration = defaultConfiguration,
    file: StaticString = #filePath, line: Int = #line,
    closure: @escaping (_ benchmark: Benchmark, _ setupState: State) async throws -> Void,
    setup: @escaping () async throws -> State, teardown: BenchmarkHook? = nil
  ) {
    self.init(
      name, configuration, .async { try await closure($0, $0.state()) }, setup: setup,
      teardown: teardown, file: file, line: line)
  }
}

// MARK: - Inside a closure

extension Benchmark {
  /// One value for each operation of an iteration.
  public var scaledIterations: Range<Int> { 0..<configuration.scalingFactor.rawValue }

  /// Starts measuring: what this iteration did before is not measured.
  public func startMeasurement() { part.start() }

  /// Stops measuring: what this iteration does from here on is not measured.
  public func stopMeasurement() { part.stop() }

  /// Fails the benchmark when the iteration has ended.
  public func error(_ description: String) { failureReason = failureReason ?? description }

  /// Records a value of a custom metric that is in the configuration's `metrics`; ignores other
  /// metrics.
  ///
  /// - Parameters:
  ///   - metric: A custom metric; only its name counts.
  ///   - value: 0 or more; divided by `scalingFactor` if the metric says so.
  public func measurement(_ metric: BenchmarkMetric, _ value: Int) {
    guard case .custom(let name, _, _) = metric, let recorded = recordedMetrics[name] else {
      return
    }
    recorded.metric.record(Double(value) / recorded.scale)
  }

  /// Keeps the optimizer from removing the computation of `value`, like the global function
  /// `blackHole`.
  ///
  /// Suites that import a module with another `blackHole` write `Benchmark.blackHole`.
  @inline(never)
  @_optimize(none)
  public static func blackHole<T>(_ value: T) { FramegateKit.blackHole(value) }

  private func state<State>() throws -> State {
    guard let state = setupState as? State else { throw Failure(reason: "its setup has not run") }
    return state
  }

  @inline(__always)
  private func advance() throws {
    currentIteration += 1
    if let failureReason { throw Failure(reason: failureReason) }
  }

  private struct Failure: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }
}

// MARK: - For a whole suite

extension Benchmark {
  /// The configuration of benchmarks that are declared from now on, unless they have their own.
  ///
  /// Unchecked, because a process declares its suite on one thread.
  public nonisolated(unsafe) static var defaultConfiguration = Configuration.initial

  /// Runs before the setup of every benchmark.
  public nonisolated(unsafe) static var setup: BenchmarkHook?

  /// Runs after the teardown of every benchmark.
  public nonisolated(unsafe) static var teardown: BenchmarkHook?

  /// Runs before everything else of a benchmark.
  ///
  /// It runs for each benchmark, because a process measures only one or a few of them.
  public nonisolated(unsafe) static var startupHook: BenchmarkHook?

  /// Runs after everything else of a benchmark.
  public nonisolated(unsafe) static var shutdownHook: BenchmarkHook?

  /// The benchmarks that were declared, in order.
  ///
  /// Static, because creating a benchmark declares it as a side effect. Unchecked, because a
  /// process declares its suite on one thread.
  private nonisolated(unsafe) static var declared: [Benchmark] = []

  /// The benchmarks that a closure declares.
  static func declared(by declare: () -> Void) -> [Benchmark] {
    defaultConfiguration = .initial
    startupHook = nil
    setup = nil
    teardown = nil
    shutdownHook = nil
    declared = []
    declare()
    return declared
  }
}

// MARK: - Measuring

extension Benchmark {
  func register(as key: String, in registry: inout BenchmarkRegistry) {
    let scale = configuration.scalingFactor.rawValue
    let options = BenchmarkOptions(
      tags: configuration.tags.map { "\($0)=\($1)" }.sorted(),
      metrics: Set(recordedMetrics.values.map(\.metric)).sorted { $0.name < $1.name },
      gates: BenchmarkThresholds.gates(configuration.thresholds ?? [:], scale: scale),
      skip: configuration.skip ? "its configuration says so" : nil)
    let isAsync = if case .async = work { true } else { false }
    registry.add(
      key, nil, scale, options, at: location,
      BenchmarkWork(isAsync: isAsync) { try self.makeLoop() })
  }

  private func makeLoop() throws -> MeasuredLoop {
    currentIteration = 0
    failureReason = nil
    switch work {
    case .sync(let closure):
      let nothing = Self.opaque { (_: Benchmark) throws in }
      return try MeasuredLoop(
        part: part, setup: allSetups, teardown: allTeardowns,
        nothing: {
          try nothing(self)
          try self.advance()
        },
        body: {
          try closure(self)
          try self.advance()
        })
    case .async(let closure):
      let nothing = Self.opaque { (_: Benchmark) async throws in }
      return try MeasuredLoop(
        part: part, setup: allSetups, teardown: allTeardowns,
        nothing: {
          try await nothing(self)
          try self.advance()
        },
        asyncBody: {
          try await closure(self)
          try self.advance()
        })
    }
  }

  // Not generic, because that would add a call between the loop and the closure.

  /// Returns a closure and hides from the optimizer what it does.
  @inline(never)
  @_optimize(none)
  private static func opaque(
    _ closure: @escaping (Benchmark) throws -> Void
  ) -> (Benchmark) throws -> Void { closure }

  @inline(never)
  @_optimize(none)
  private static func opaque(
    _ closure: @escaping (Benchmark) async throws -> Void
  ) -> (Benchmark) async throws -> Void { closure }

  /// What runs before it, besides its own setup; read when it runs, because a suite may set hooks
  /// after it has declared its benchmarks.
  private var before: [BenchmarkHook] {
    [Self.startupHook, Self.setup, configuration.setup].compactMap(\.self)
  }

  private var after: [BenchmarkHook] {
    [teardown, configuration.teardown, Self.teardown, Self.shutdownHook].compactMap(\.self)
  }

  private var allSetups: BenchmarkHook? {
    guard !before.isEmpty || setup != nil else { return nil }
    return {
      for hook in self.before { try await hook() }
      if let setup = self.setup { self.setupState = try await setup() }
    }
  }

  private var allTeardowns: BenchmarkHook? {
    after.isEmpty ? nil : { for hook in self.after { try await hook() } }
  }
}
