package import BenchmarkModel
import SampleStatistics

extension Metric {
  package var isAllocation: Bool { Metric.allocations.contains(self) }

  /// Whether the counts of frames or operations add up; a peak is one of the whole process.
  package var addsUp: Bool { self != .peakMemoryResident }

  /// The counts of frames as one: their sum or, where they do not add up, the largest.
  package func whole(_ counts: [Int64]) -> Double {
    addsUp ? counts.total : Double(counts.max() ?? 0)
  }

  /// The unit of what is not of an operation: `B`, `count`.
  package var plainUnit: String { unit.replacing("/op", with: "") }
}
