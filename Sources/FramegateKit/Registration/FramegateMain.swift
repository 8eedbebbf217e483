/// An executable with benchmarks, which the tool measures.
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
/// Without arguments, its `main()` lists what is registered. It passes every command to the tool,
/// except for `profile`.
public protocol FramegateMain: SendableMetatype {
  /// Adds the benchmarks and scenarios; measures nothing.
  static func register(in registry: inout BenchmarkRegistry)
}
