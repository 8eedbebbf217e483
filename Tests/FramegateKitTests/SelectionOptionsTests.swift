import ArgumentParser
import BenchmarkHarness
import Testing

@testable import FramegateKit

@Suite("Selection")
struct SelectionOptionsTests {
  private var registry: BenchmarkRegistry {
    var registry = BenchmarkRegistry()
    registry.benchmark("kernel.concat.l1.simd", runsByDefault: false) {}
    registry.benchmark("kernel.concat.l2.simd") {}
    registry.benchmark("kernel.invert.l2.simd") {}
    registry.scenario("transition.fade", duration: .seconds(1)) { _ in Scenario { _ in } }
    return registry
  }

  /// Arguments and the names that they select.
  struct Example: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let names: [String]

    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "Takes what runs by default, all, or what a pattern finds anywhere in the name",
    arguments: [
      Example(
        arguments: [],
        names: ["kernel.concat.l2.simd", "kernel.invert.l2.simd", "transition.fade"]),
      Example(
        arguments: ["--all"],
        names: [
          "kernel.concat.l1.simd", "kernel.concat.l2.simd", "kernel.invert.l2.simd",
          "transition.fade",
        ]),
      Example(
        arguments: ["--filter", "concat"],
        names: ["kernel.concat.l1.simd", "kernel.concat.l2.simd"]),
      Example(
        arguments: ["--filter", "fade", "--filter", #"l1\."#],
        names: ["kernel.concat.l1.simd", "transition.fade"]),
      Example(
        arguments: ["--filter", "^kernel", "--skip", "concat"], names: ["kernel.invert.l2.simd"]),
      Example(arguments: ["--skip", "kernel"], names: ["transition.fade"]),
    ])
  func selects(_ example: Example) throws {
    let options = try SelectionOptions.parse(example.arguments)

    #expect(try options.select(from: registry).map(\.name) == example.names)
  }

  @Test("Selecting nothing is an error", arguments: [["--filter", "nothing"], ["--skip", "."]])
  func nothing(_ arguments: [String]) throws {
    let options = try SelectionOptions.parse(arguments)

    #expect(throws: SelectionError.self) { try options.select(from: registry) }
  }
}
