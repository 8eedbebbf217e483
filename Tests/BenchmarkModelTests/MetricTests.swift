import BenchmarkModel
import Testing

@Suite("Metric")
struct MetricTests {
  @Test("Every metric is found under its name, and nothing else is", arguments: Metric.all)
  func named(_ metric: Metric) {
    #expect(Metric.named(metric.name) == metric)
    #expect(Metric.named(metric.name.uppercased()) == nil)
  }

  @Test("Names are keys: no two metrics share one")
  func unique() {
    #expect(Set(Metric.all.map(\.name)).count == Metric.all.count)
  }

  @Test("Times are measured, allocations are counted")
  func nature() {
    #expect(Metric.wallClock.nature == .measured)
    #expect(Metric.cpuTotal.nature == .measured)
    #expect(Metric.mallocBytesCount.nature == .counted)
    #expect(Metric.mallocCountTotal.nature == .counted)
  }
}
