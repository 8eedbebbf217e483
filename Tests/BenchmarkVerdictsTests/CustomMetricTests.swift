import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ResultTestSupport
import TestSupport
import Testing

@Suite("Metrics that benchmarks record themselves")
struct CustomMetricTests {
  private static let hits = CustomMetric("hits", unit: "%", polarity: .prefersLarger)
  private static let error = CustomMetric("error", unit: "pt")

  private static func benchmark(
    _ metric: CustomMetric, _ values: [Double], gates: [BenchmarkGate] = []
  ) throws -> BenchmarkResult {
    var result = try #require(MetricResult(unit: metric.unit, samples: values))
    result.polarity = metric.polarity
    return BenchmarkResult(
      name: "cache",
      .benchmark(TimedResult(BenchmarkTraits(gates: gates), metrics: [metric.name: .value(result)]))
    )
  }

  private static func verdict(
    _ metric: CustomMetric, _ old: [Double], _ new: [Double], gates: [BenchmarkGate] = []
  ) throws -> Verdict? {
    let comparison = Comparison.compare(
      base: Fixtures.result([try benchmark(metric, old)]),
      candidate: Fixtures.result([try benchmark(metric, new, gates: gates)]))
    return comparison.entries.first?.verdict
  }

  @Test(
    "More is worse unless the metric says that it is better",
    arguments: [
      ([90.0], [91.0], Verdict.improved, Verdict.regressed),
      ([90], [89], .regressed, .improved), ([90], [90], .unchanged, .unchanged),
      // Ranges that overlap, that touch by less than they are wide, and that are far apart.
      ([90, 92], [91, 93], .unchanged, .unchanged),
      ([90, 92], [93, 94], .inconclusive, .inconclusive),
      ([90, 91], [95, 96], .improved, .regressed),
    ])
  func direction(old: [Double], new: [Double], hits: Verdict, error: Verdict) throws {
    #expect(try Self.verdict(Self.hits, old, new) == hits)
    #expect(try Self.verdict(Self.error, old, new) == error)
  }

  @Test(
    "A share of the baseline may be allowed, in either direction",
    arguments: [
      (hits, 0.02, 90.0, 89.0, Verdict.unchanged), (hits, 0.02, 90, 85, .regressed),
      (hits, 0.5, 100, 60, .unchanged), (hits, 0.5, 100, 49, .regressed),
      (hits, 0.01, 100, 99, .unchanged), (hits, 0.5, 100, 201, .improved),
      (error, 0.5, 100, 150, .unchanged), (error, 0.5, 100, 151, .regressed),
    ])
  func tolerance(
    metric: CustomMetric, share: Double, old: Double, new: Double, verdict: Verdict
  ) throws {
    let gates: [BenchmarkGate] = [.metric(metric, within: share)]
    #expect(try Self.verdict(metric, [old], [new], gates: gates) == verdict)
  }

  /// Counts that do not repeat have a range, of which the verdict says so.
  @Test(
    "Where a share is allowed, ranges decide only what it does not",
    arguments: [
      (0.5, [90, 92], [91, 93], .unchanged, false),
      (0.01, [90, 150], [100, 160], .unchanged, true),
      (0.01, [90, 92], [190, 192], .regressed, false),
      (nil, [90, 90], [89, 95], .unchanged, true), (nil, [89, 95], [90, 90], .unchanged, true),
      (nil, [90, 90], [90, 90], .unchanged, false),
    ] as [(Double?, [Double], [Double], Verdict, Bool)])
  func ranges(
    share: Double?, old: [Double], new: [Double], verdict: Verdict, isRange: Bool
  ) throws {
    let gates: [BenchmarkGate] = share.map { [.metric(Self.error, within: $0)] } ?? []
    let entry = try #require(
      Comparison.compare(
        base: Fixtures.result([try Self.benchmark(Self.error, old)]),
        candidate: Fixtures.result([try Self.benchmark(Self.error, new, gates: gates)])
      ).entries.first)
    #expect(entry.verdict == verdict)
    #expect((entry.reason != nil) == isRange)
    #expect(!entry.prefersLarger)
  }

  @Test("Another unit is another quantity")
  func unit() throws {
    let other = CustomMetric("hits", unit: "", polarity: .prefersLarger)
    let comparison = Comparison.compare(
      base: Fixtures.result([try Self.benchmark(other, [90])]),
      candidate: Fixtures.result([try Self.benchmark(Self.hits, [90])]))
    #expect(comparison.entries.first?.verdict == .inconclusive)
    #expect(comparison.entries.first?.prefersLarger == true)
  }

  @Test(
    "Limits hold in the direction that they state",
    arguments: [
      (BenchmarkGate.metric(hits, atLeast: 90), 90.0, false),
      (.metric(hits, atLeast: 90), 89, true),
      (.metric(hits, atMost: 90), 90, false), (.metric(hits, atMost: 90), 91, true),
    ])
  func limits(gate: BenchmarkGate, value: Double, isExceeded: Bool) throws {
    let limits = try Gate(
      Fixtures.result([try Self.benchmark(Self.hits, [value], gates: [gate])])
    ).findings(of: .limit)
    #expect(limits.map(\.status) == [isExceeded ? .exceeded : .kept])
  }

  @Test("Files keep metrics and gates, and refuse gates that make no sense")
  func coding() throws {
    let gates: [BenchmarkGate] = [
      .metric(Self.hits, atLeast: 90), .metric(Self.error, atMost: 0.5),
      .metric(Self.error, within: 0.1), .allocations(0),
    ]
    let file = Fixtures.result([try Self.benchmark(Self.hits, [89, 90], gates: gates)])
    let read = try ResultFile(json: try file.json(), file: "x.json")
    #expect(read.benchmarks == file.benchmarks)

    for text in [
      #"{"custom": {"metric": {"name": "a b", "unit": "", "polarity": "prefersSmaller"}, "bound": "atMost", "value": 1}}"#,
      #"{"custom": {"metric": {"name": "a", "unit": "", "polarity": "prefersSmaller"}, "bound": "atMost", "value": -1}}"#,
      #"{"custom": 3}"#,
    ] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(BenchmarkGate.self, from: Data(text.utf8))
      }
    }
  }
}
