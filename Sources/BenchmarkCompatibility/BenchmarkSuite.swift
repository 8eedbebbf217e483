@_exported public import FramegateKit

/// The entry point of a program whose benchmarks are declared in the style of ordo-one's package.
///
/// BenchmarkCompatibilityPlugin writes it. Without the plugin, add a file with these lines:
///
///     import BenchmarkCompatibility
///
///     @main
///     enum Suite: BenchmarkSuite {
///       static func declare() { _ = benchmarks() }
///     }
public protocol BenchmarkSuite: SendableMetatype {
  /// Creates the benchmarks.
  static func declare()
}

extension BenchmarkSuite {
  /// Runs the command that the arguments name, and exits.
  public static func main() { SuiteMain<Self>.main() }
}

private enum SuiteMain<Suite: BenchmarkSuite>: FramegateMain {
  static func register(in registry: inout BenchmarkRegistry) {
    registry.declared(by: Suite.declare)
  }
}

/// Returns `value` and hides from the optimizer where it comes from.
@inline(never)
@_optimize(none)
public func identity<T>(_ value: T) -> T { value }
