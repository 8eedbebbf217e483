package import BenchmarkModel
import SampleStatistics

extension Metric {
  package var isAllocation: Bool { Metric.allocations.contains(self) }

  /// Whether the counts of frames or operations can be added; a memory peak is that of the process.
  package var addsUp: Bool { self != .peakMemoryResident }

  /// The counts of all frames as one number: their sum or, if they cannot be added, the largest.
  package func whole(_ counts: [Int64]) -> Double {
    addsUp ? counts.total : Double(counts.max() ?? 0)
  }

  /// The unit without `/op`, for counts of other things than operations: `B`, `count`.
  package var plainUnit: String { unit.replacing("/op", with: "") }
}
