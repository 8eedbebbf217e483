/// The value of a parameter that a family of benchmarks shares: a size, a count, a depth.
///
///     for count in [10, 100, 1_000] {
///       registry.benchmark("sort", options: .init(parameter: .init("count", count))) { … }
///     }
///
/// The value is appended to the name (`sort.1000`), and reports show how the cost grows with it.
public struct BenchmarkParameter: Hashable, Codable, Sendable {
  /// The parameter's name: `count`.
  public let name: String

  /// Above 0.
  public let value: Int

  /// Creates a value.
  public init(_ name: String, _ value: Int) {
    self.name = name
    self.value = value
  }
}

/// The benchmarks that differ only in the value of a parameter.
package struct BenchmarkFamily: Hashable, Codable, Sendable {
  /// The name without the value: `sort`, or `sort.simd` with a variant.
  package let name: String

  /// The parameter, with this benchmark's value.
  package let parameter: BenchmarkParameter

  package init(name: String, parameter: BenchmarkParameter) {
    self.name = name
    self.parameter = parameter
  }
}
