import BenchmarkModel
import FramegateKit
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Time that scenarios share")
struct ScenarioTimeTests {
  private static func listed(_ work: ListedBenchmark.Work) -> ListedBenchmark {
    ListedBenchmark(
      name: "x", runsByDefault: true, location: .init(file: "x.swift", line: 1), work: work)
  }

  private let benchmarks = [
    listed(.benchmark(BenchmarkTraits())), listed(.scenario(ScenarioTraits(duration: .seconds(1)))),
    listed(.scenario(ScenarioTraits(duration: .seconds(1)))),
  ]

  @Test("What one leaves over, the next gets; what one takes too much, the next lacks")
  func shares() {
    var time = ScenarioTime(.seconds(4), for: benchmarks)

    #expect(time.share == .seconds(2))
    time.spend(.seconds(1))
    #expect(time.share == .seconds(3))
    time.spend(.seconds(9))
    #expect(time.share == ScenarioTime.least)
  }

  @Test("Without a limit there is no share")
  func unlimited() {
    var time = ScenarioTime(nil, for: benchmarks)
    time.spend(.seconds(9))

    #expect(time.share == nil)
  }
}
