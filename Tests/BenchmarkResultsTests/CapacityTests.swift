import BenchmarkResults
import FrameTiming
import SampleStatistics
import Testing

@Suite("Capacities")
struct CapacityTests {
  @Test(
    "A number that was not measured is about right, or the least that it can be",
    arguments: [(0, "≈ "), (7_999_999, "≈ "), (8_000_000, "≥ ")])
  func marks(layers: Int, mark: String) {
    func capacity(_ interval: Measured<Interval>) -> Capacity {
      Capacity(variant: nil, rate: .hz60, layers: layers, interval: interval)
    }
    #expect(capacity(.unavailable("estimated")).mark == mark)
    #expect(capacity(.value(Interval(low: 1, high: 9e6))).mark == "")
  }
}
