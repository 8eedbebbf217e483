package import BenchmarkResults
import FrameTiming

/// How much longer another device takes for the same work.
package struct WorkScale: Hashable, Codable, Sendable {
  /// Factors on warm and on cold work, above 0.
  package var warm, cold: Double

  package init(warm: Double, cold: Double) {
    self.warm = warm
    self.cold = cold
  }

  /// This machine.
  package static let one = WorkScale(warm: 1, cold: 1)
}

extension FrameCosts {
  /// The same frames on a device that takes longer for them.
  ///
  /// Intervals belong to this machine and are left out.
  package func scaled(by scale: WorkScale) throws(ResultsError) -> FrameCosts {
    guard scale != .one else { return self }
    var costs = self
    costs.warmNs = try Self.scale(warmNs, by: scale.warm)
    if let times = coldNs.value { costs.coldNs = .value(try Self.scale(times, by: scale.cold)) }
    // The device takes longer for the reference frame as well.
    costs.reference = reference.map { reference in
      ReferenceCost(
        warmNs: Self.scale(reference.warmNs, by: scale.warm),
        coldNs: reference.coldNs.map { Self.scale($0, by: scale.cold) })
    }
    costs.intervalNs = .unavailable("intervals belong to the machine that measured")
    return costs
  }

  /// A scaled time, limited to what a file may hold.
  private static func scale(_ time: Int64, by factor: Double) -> Int64 {
    Int64(min(max(1, (Double(time) * factor).rounded()), Double(ValueCheck.longestNs)))
  }

  private static func scale(_ times: [Int64], by factor: Double) throws(ResultsError) -> [Int64] {
    try ResultsError.ofDisplay { () throws(FrameTimingError) in
      try CostVector(workNs: times).scaled(by: factor).workNs
    }
  }
}
