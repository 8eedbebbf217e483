/// An executable that measures the benchmarks that it registers; it has every command of the tool.
///
///     import FramegateKit
///
///     @main
///     struct MyBenchmarks: FramegateMain {
///       static func register(in registry: inout BenchmarkRegistry) {
///         registry.benchmark("layout.grid.1k", operations: 1_000) {
///           blackHole(Grid.layout(itemCount: 1_000))
///         }
///       }
///     }
///
/// `FramegateKit` adds `main()`.
public protocol FramegateMain: SendableMetatype {
  /// Adds the benchmarks and scenarios; measures nothing.
  static func register(in registry: inout BenchmarkRegistry)
}

extension FramegateMain {
  /// Serves requests if this process was started as a worker.
  ///
  /// Runs before anything asynchronous, so that a worker has one thread, whose allocations are its
  /// own.
  ///
  /// - Returns: Whether it was; then the requests have ended.
  package static func serveIfWorker() -> Bool {
    guard CommandLine.arguments.dropFirst().first == Worker.verb else { return false }
    Worker.seedHashing()
    var registry = BenchmarkRegistry()
    register(in: &registry)
    Worker(registry: registry).serve()
    return true
  }
}
