import Testing

@testable import BenchmarkRunner

@Suite("Products with benchmarks")
struct BenchmarkProductsTests {
  /// A package by its targets, and the executables that have benchmarks.
  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let targets: [String]
    let names: [String]
  }

  private static func target(
    _ name: String, _ type: String, products: [String] = [], targets: [String] = [],
    memberships: [String] = []
  ) -> String {
    func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ",") }
    return """
      {"name": "\(name)", "path": "Sources/\(name)", "type": "\(type)",
       "product_dependencies": [\(list(products))], "target_dependencies": [\(list(targets))],
       "product_memberships": [\(list(memberships))]}
      """
  }

  static let examples = [
    Example(
      testDescription: "one that links the library",
      targets: [
        target("Feed", "library"),
        target("FeedBenchmarks", "executable", products: ["FramegateKit"], targets: ["Feed"]),
      ], names: ["FeedBenchmarks"]),
    Example(
      testDescription: "a product of another name",
      targets: [
        target("Main", "executable", products: ["FramegateKit"], memberships: ["feed-benchmarks"])
      ], names: ["feed-benchmarks"]),
    Example(
      testDescription: "a moved suite",
      targets: [target("Old", "executable", products: ["BenchmarkCompatibility"])],
      names: ["Old"]),
    Example(
      testDescription: "one that reaches it through a library of suites",
      targets: [
        target("Suites", "library", products: ["FramegateKit"]),
        target("Runner", "executable", targets: ["Suites"]), target("App", "executable"),
      ], names: ["Runner"]),
    Example(
      testDescription: "one that links it hides those that only reach it",
      targets: [
        target("Suites", "library", products: ["FramegateKit"]),
        target("App", "executable", targets: ["Suites"]),
        target("Runner", "executable", products: ["FramegateKit"], targets: ["Suites"]),
      ], names: ["Runner"]),
    Example(
      testDescription: "Framegate's own package, where the library is a target",
      targets: [
        target("FramegateKit", "library"),
        target("FramegateSuites", "executable", targets: ["FramegateKit"]),
        target("framegate", "executable", targets: ["BenchmarkReports"]),
      ], names: ["FramegateSuites"]),
    Example(
      testDescription: "several",
      targets: [
        target("A", "executable", products: ["FramegateKit"]),
        target("B", "executable", products: ["FramegateKit"]),
      ], names: ["A", "B"]),
    Example(
      testDescription: "none: a test and an app",
      targets: [
        target("AppTests", "test", products: ["FramegateKit"]), target("App", "executable"),
      ], names: []),
  ]

  @Test("Are the executables that depend on Framegate", arguments: examples)
  func names(_ example: Example) throws {
    let targets = example.targets.joined(separator: ",")
    let description = "warning: 'x' is unused\n{\"targets\": [\(targets)]}"
    let found = try #require(BenchmarkProducts(description: description))
    #expect(found.names == example.names)
  }

  @Test("Anything else is no description", arguments: ["", "error: x", "{}", #"{"targets": 1}"#])
  func malformed(text: String) {
    #expect(BenchmarkProducts(description: text) == nil)
  }
}
