import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import FrameTiming
import Testing
import WorkerProtocol

@testable import framegate

@Suite("Selection")
struct SelectionTests {
  private static func listed(_ name: String, runsByDefault: Bool = true) -> ListedBenchmark {
    ListedBenchmark(
      name: name, runsByDefault: runsByDefault, location: SourceLocation(file: "f", line: 1),
      work: .benchmark(BenchmarkTraits()))
  }

  private let benchmarks = [
    listed("kernel.concat.l2"), listed("kernel.concat.dram", runsByDefault: false),
    listed("layout.grid"),
  ]

  /// Arguments, and the names that they take.
  struct Example: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let names: [String]

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let examples = [
    Example(arguments: [], names: ["kernel.concat.l2", "layout.grid"]),
    Example(
      arguments: ["--all"], names: ["kernel.concat.l2", "kernel.concat.dram", "layout.grid"]),
    Example(
      arguments: ["--filter", "concat"], names: ["kernel.concat.l2", "kernel.concat.dram"]),
    Example(arguments: ["--filter", "^grid"], names: []),
    Example(
      arguments: ["--filter", "l2$", "--filter", "grid"],
      names: ["kernel.concat.l2", "layout.grid"]),
    Example(arguments: ["--skip", "grid"], names: ["kernel.concat.l2"]),
    Example(arguments: ["--all", "--skip", "kernel"], names: ["layout.grid"]),
  ]

  @Test(
    "Filters take from everything, otherwise what runs by default is taken", arguments: examples)
  func select(_ example: Example) throws {
    let selection = try SelectionOptions.parse(example.arguments).selection()

    #expect(try selection.matching(benchmarks).map(\.name) == example.names)
    if example.names.isEmpty {
      #expect(throws: SelectionError.self) { try selection.select(from: benchmarks) }
    } else {
      #expect(try selection.select(from: benchmarks).map(\.name) == example.names)
    }
  }

  private let listing = BenchmarkListing(
    benchmarks: [
      listed("a"),
      ListedBenchmark(
        name: "fade", runsByDefault: true, location: SourceLocation(file: "f", line: 2),
        work: .scenario(
          ScenarioTraits(
            duration: .seconds(1), variants: ["naive", "cached"], scenes: ["small", "large"]))),
    ],
    variables: [
      WorkerVariable(name: "LEVEL", values: ["low", "high"]),
      WorkerVariable(name: "ANY", values: []),
    ])

  @Test("A variant that no scenario offers is refused, one that some scenario offers is not")
  func variants() throws {
    try listing.require(Workload { $0.variant = "cached" })
    let error = #expect(throws: SelectionError.self) {
      try listing.require(Workload { $0.variant = "fast" })
    }
    #expect(error?.description.hasSuffix("Choose one of naive, cached.") == true)
    let none = #expect(throws: SelectionError.self) {
      try BenchmarkListing(benchmarks: []).require(Workload { $0.variant = "fast" })
    }
    #expect(none?.description.hasSuffix("Leave '--variant' out.") == true)
  }

  @Test("A scene that no scenario offers is refused, one that some scenario offers is not")
  func scenes() throws {
    try listing.require(Workload { $0.scene = "large" })
    let error = #expect(throws: SelectionError.self) {
      try listing.require(Workload { $0.scene = "huge" })
    }
    #expect(error?.description.hasSuffix("Choose one of small, large.") == true)
    let none = #expect(throws: SelectionError.self) {
      try BenchmarkListing(benchmarks: []).require(Workload { $0.scene = "huge" })
    }
    #expect(none?.description.hasSuffix("Leave '--scene' out.") == true)
  }

  @Test("Only declared values of a declared variable are accepted")
  func variables() throws {
    try listing.require(
      Workload { $0.environment = ["LEVEL": "low", "ANY": "x", "OTHER": "y"] })
    let error = #expect(throws: SelectionError.self) {
      try listing.require(Workload { $0.environment = ["LEVEL": "middle"] })
    }
    #expect(error?.description.hasSuffix("Choose one of low, high.") == true)
  }

  @Test("A scenario without variants ignores the chosen one; others get it or their first")
  func parameters() {
    let plain = ScenarioTraits(duration: .seconds(1))
    let choosy = ScenarioTraits(duration: .seconds(1), variants: ["naive", "cached"])

    #expect(Workload { $0.variant = "cached" }.parameters(of: plain).variant == nil)
    #expect(Workload { $0.variant = "cached" }.parameters(of: choosy).variant == "cached")
    #expect(Workload().parameters(of: choosy).variant == "naive")
  }

  @Test("A scenario without scenes ignores the chosen one; others get it or their first")
  func scenesOfScenarios() {
    let plain = ScenarioTraits(duration: .seconds(1))
    let choosy = ScenarioTraits(duration: .seconds(1), scenes: ["small", "large"])

    #expect(Workload { $0.scene = "large" }.parameters(of: plain).scene == nil)
    #expect(Workload { $0.scene = "large" }.parameters(of: choosy).scene == "large")
    #expect(Workload().parameters(of: choosy).scene == "small")
  }
}
