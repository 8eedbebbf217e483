import BenchmarkModel
import BenchmarkResults
import Foundation
import FramegateKit
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Traits of benchmarks")
struct TraitsTests {
  private let hits = CustomMetric("hits", unit: "%")

  @Test("Go from the registration over the worker's list to the result file as one value")
  func journey() throws {
    var registry = BenchmarkRegistry()
    registry.benchmark(
      "sort", variant: "fast", operations: 3,
      options: BenchmarkOptions(
        isReference: true, bytesPerOperation: 64, flopsPerOperation: 2,
        roofline: Roofline(limits: "base", memory: "L2"), tags: ["a"],
        parameter: BenchmarkParameter("count", 10), metrics: [hits],
        gates: [.allocations(1), .metric(hits, atMost: 3)], samplingTime: .seconds(1),
        warmUpTime: .milliseconds(5))
    ) {}
    let sent = try JSONEncoder().encode(registry.listing)
    let listed = try #require(
      try JSONDecoder().decode(BenchmarkListing.self, from: sent).benchmarks.first)
    guard case .benchmark(let traits) = listed.work else {
      Issue.record("it is not a benchmark")
      return
    }
    #expect(registry.listing.benchmarks == [listed])
    #expect(listed.name == "sort.10.fast" && traits.reference == listed.name)
    #expect(traits.metrics == [hits] && traits.samplingTime == .seconds(1))
    #expect(traits.warmUpTime == .milliseconds(5))

    let result = BenchmarkResult(listed, Workload())
    let written = try JSONEncoder().encode(result)
    let read = try JSONDecoder().decode(BenchmarkResult.self, from: written)

    #expect(read == result)
    #expect(read.timed?.traits == traits.stored)
    #expect(read.timed?.gates == traits.gates && read.variant == "fast")
    let object = try #require(try JSONSerialization.jsonObject(with: written) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "name", "kind", "variant", "operations", "bytesPerOperation", "flopsPerOperation",
        "location", "roofline", "family", "gates", "reference", "status", "metrics",
      ])
  }

  @Test("What is not stated is left out")
  func nothing() throws {
    let result = BenchmarkResult(name: "a", .benchmark(TimedResult()))
    let object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(result)) as? [String: Any])
    #expect(Set(object.keys) == ["name", "kind", "operations", "status", "metrics"])
  }
}
