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
