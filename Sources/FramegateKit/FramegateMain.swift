@_exported public import BenchmarkHarness
@_exported public import BenchmarkModel
import Dispatch
@_exported public import FrameTiming

/// An executable that measures what it registers: it is the tool, with every verb.
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
public protocol FramegateMain: SendableMetatype {
  /// Adds the benchmarks and scenarios; measures nothing.
  static func register(in registry: inout BenchmarkRegistry)
}

extension FramegateMain {
  /// Runs the command that the arguments name, and exits.
  public static func main() {
    let registration = Registration(register)
    if CommandLine.arguments.dropFirst().first == Worker.verb {
      // Before anything asynchronous: a worker has one thread, whose allocations are all there are.
      Worker(registry: registration.makeRegistry()).serve()
      return
    }
    Task {
      await Registration.$current.withValue(registration) {
        await Framegate.runAndExit()
      }
    }
    dispatchMain()
  }
}

/// How the running tool fills its registry; the commands find it here.
struct Registration: Sendable {
  @TaskLocal static var current = Registration { _ in }

  private let register: @Sendable (inout BenchmarkRegistry) -> Void

  init(_ register: @escaping @Sendable (inout BenchmarkRegistry) -> Void) {
    self.register = register
  }

  func makeRegistry() -> BenchmarkRegistry {
    var registry = BenchmarkRegistry()
    register(&registry)
    return registry
  }
}
