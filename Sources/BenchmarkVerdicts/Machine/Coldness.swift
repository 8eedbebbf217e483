import SampleStatistics

/// What a frame of a scenario costs warm, cold, and after a real wait for vsync.
package struct Coldness: Hashable, Codable, Sendable {
  package let scenario: String

  /// The median CPU time of a frame, in nanoseconds.
  package let warmNs, coldNs, pacedNs: Double

  /// Creates the medians of frames, or nil if one kind has no frame, or paced ones take no time.
  package init?(scenario: String, warmNs: [Int64], coldNs: [Int64], pacedNs: [Int64]) {
    func median(_ times: [Int64]) -> Double? { SortedSamples(times.map(Double.init))?.median }
    guard let warm = median(warmNs), let cold = median(coldNs), let paced = median(pacedNs),
      paced > 0
    else { return nil }
    self.scenario = scenario
    self.warmNs = warm
    self.coldNs = cold
    self.pacedNs = paced
  }
}
