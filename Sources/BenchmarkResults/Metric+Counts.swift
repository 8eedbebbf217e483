package import BenchmarkModel

extension Metric {
  package var isAllocation: Bool { Metric.allocations.contains(self) }

  /// Whether the counts of frames or operations add up; a peak is one of the whole process.
  package var addsUp: Bool { self != .peakMemoryResident }

  /// The unit of what is not of an operation: `B`, `count`.
  package var plainUnit: String { unit.replacing("/op", with: "") }
}
