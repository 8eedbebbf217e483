import BenchmarkModel
import Dispatch
import FrameTiming
import Testing

@testable import FramegateKit

@Suite("Metrics that benchmarks record", .serialized)
struct MetricRecorderTests {
  private static let hits = CustomMetric("hits", unit: "%", polarity: .prefersLarger)
  private static let misses = CustomMetric("misses")

  private static func answer(
    metrics: [CustomMetric] = [hits], iterations: Int = 3, body: @escaping () throws -> Void
  ) -> WorkerReply<[String: [Double]]> {
    var registry = BenchmarkRegistry()
    registry.benchmark("recording", options: .init(metrics: metrics), body: body)
    let worker = Worker(registry: registry)
    _ = worker.answer(
      Prepare("recording", ScenarioParameters(refreshRate: .hz60)))
    return worker.answer(RecordMetrics(metrics, iterations: iterations))
  }

  @Test("Every call is a sample, without those of the first iteration")
  func samples() {
    var value = 0.0
    let answer = Self.answer {
      value += 1
      Self.hits.record(value)
      Self.hits.record(10 * value)
    }
    #expect(answer == .answer(["hits": [2, 20, 3, 30, 4, 40]]))
  }

  @Test("A metric that is not recorded has no values")
  func none() {
    #expect(Self.answer {} == .answer([:]))
  }

  @Test("Outside of the pass that records, nothing is kept")
  func outside() {
    Self.hits.record(5)
    #expect(Self.answer { Self.hits.record(1) } == .answer(["hits": [1, 1, 1]]))
  }

  @Test("Nothing is lost while the answer of another benchmark is recorded")
  func besideAnswers() {
    nonisolated(unsafe) var metrics = 0
    nonisolated(unsafe) var answers = 0
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      for _ in 0..<200 {
        if index == 0 {
          let found = Self.answer { Self.hits.record(1) }
          if found == .answer(["hits": [1, 1, 1]]) { metrics += 1 }
        } else {
          let found = try? AnswerRecorder.record { recorder in
            recorder.listen(at: "") { for value in 0..<20 { blackHole(value) } }
            return 1
          }
          if found?.answer.count == 20 { answers += 1 }
        }
      }
    }
    #expect(metrics == 200 && answers == 200)
  }

  @Test("Only so many values are kept")
  func limit() {
    let answer = Self.answer(iterations: 1) {
      for value in 0..<20_000 { Self.hits.record(Double(value)) }
    }
    #expect(answer == .answer(["hits": (0..<10_000).map(Double.init)]))
  }

  @Test(
    "Numbers that no table can show, and metrics that are not declared, fail the benchmark",
    arguments: [
      (hits, -1.0, "It recorded -1.0 for the metric 'hits'. Record values from 0 to 1e18."),
      (hits, 2e18, "It recorded 2e+18 for the metric 'hits'. Record values from 0 to 1e18."),
      (hits, .nan, "It recorded nan for the metric 'hits'. Record values from 0 to 1e18."),
      (
        misses, 1,
        """
        It recorded the metric 'misses', which its options do not have, or have with another unit or \
        polarity. Add it to 'metrics' there.
        """
      ),
    ])
  func refused(metric: CustomMetric, value: Double, reason: String) {
    #expect(Self.answer { metric.record(value) } == .failed(reason: reason))
    // What was kept until then is gone.
    #expect(Self.answer {} == .answer([:]))
  }

  @Test(
    "Metrics that cannot be told apart, or have no place in a file, are refused",
    arguments: [
      ([CustomMetric("wallClock")], "measured anyway"),
      ([CustomMetric("hit rate")], "no valid name"),
      ([CustomMetric("")], "no valid name"),
      ([CustomMetric("hits", unit: "a\nb")], "printable ASCII"), ([hits, hits], "two metrics"),
    ])
  func registration(metrics: [CustomMetric], problem: String) {
    var registry = BenchmarkRegistry()
    registry.benchmark("recording", options: .init(metrics: metrics)) {}

    #expect(registry.listing.benchmarks.isEmpty)
    #expect(registry.listing.problems.first?.reason.contains(problem) == true)
  }

  @Test("A gate needs its metric")
  func gate() {
    var registry = BenchmarkRegistry()
    registry.benchmark(
      "recording",
      options: .init(metrics: [Self.hits], gates: [.metric(Self.misses, atMost: 3)])
    ) {}

    #expect(
      registry.listing.problems.first?.reason
        == "'recording' has a gate for 'misses', which is not one of its metrics. Add it to 'metrics'."
    )
  }
}
