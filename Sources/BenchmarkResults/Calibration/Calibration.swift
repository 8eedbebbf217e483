import BenchmarkModel
package import Foundation
package import SampleStatistics

/// What a machine can tell apart, from trials with known answers.
///
/// Half of the trials compare a build with itself, half with itself doing more of the same work.
package struct Calibration: Hashable, Codable, Sendable {
  /// When it was done.
  package var time: Date

  /// On which machine; it says nothing about any other.
  package var machine: Machine

  /// The one-minute load average before and after.
  package var loadAtStart, loadAtEnd: Recorded<Double>

  /// What was measured in the trials.
  package var benchmarks: [String]

  /// Trials of each kind: identical code, and slower code.
  package var trials: Int

  /// How much more work the slower side did, as a share.
  package var inject: Double

  /// Identical code that was called improved or regressed.
  package var falseAlarms: Int

  /// Identical code that was called unchanged.
  package var unchanged: Int

  /// Identical code on which the time ran out.
  package var inconclusive: Int

  /// Slower code that was called regressed.
  package var detected: Int

  /// Slower code on which the time ran out.
  package var injectedInconclusive: Int

  /// The middle of what identical code differed by, as a share.
  package var noiseFloor: Double

  /// The threshold that all but 1 in 20 comparisons of identical code would have met, as a share.
  package var tolerance: Double

  /// What the same code differs by when it is linked in another order; nil when nobody asked.
  package var layouts: LayoutShifts?

  /// The middle of how long a comparison took.
  package var secondsPerComparison: Double

  /// The middle of how many pairs a comparison took.
  package var pairsPerComparison: Int

  /// The exact 95 % intervals of the rates: `falseAlarms`, `unchanged` and `detected` of the trials,
  /// `resampledRegressed` and `resampledImproved` of the windows.
  package private(set) var intervals: [String: Interval]

  /// What windows of the recorded pairs of identical code would have been called.
  package var resampled: ResampledVerdicts

  /// Sums up trials.
  ///
  /// - Parameters:
  ///   - trials: All trials, of both kinds.
  ///   - inject: How much more work the slower side did.
  ///   - resampled: What became of resampled windows.
  ///   - machine: Where.
  ///   - time: When.
  ///   - loadAtStart: The load before the first trial; the load at the end is set later.
  package init(
    _ trials: [CalibrationTrial], inject: Double, resampled: ResampledVerdicts, machine: Machine,
    time: Date, loadAtStart: Recorded<Double>
  ) {
    let (same, slower) = (trials.filter { !$0.isInjected }, trials.filter(\.isInjected))
    (self.machine, self.inject, self.resampled) = (machine, inject, resampled)
    self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    (self.loadAtStart, loadAtEnd) = (loadAtStart, .unavailable("not finished"))
    benchmarks = Set(trials.map(\.entry.benchmark)).sorted()
    self.trials = max(same.count, slower.count)
    falseAlarms = same.count { [.improved, .regressed].contains($0.entry.verdict) }
    unchanged = same.count { $0.entry.verdict == .unchanged }
    inconclusive = same.count - falseAlarms - unchanged
    detected = slower.count { $0.entry.verdict == .regressed }
    injectedInconclusive = slower.count { $0.entry.verdict == .inconclusive }
    noiseFloor = SortedSamples(same.compactMap(\.entry.distance))?.median ?? 0
    tolerance = Self.tolerance(same)
    intervals = [:]
    let pairs = trials.compactMap(\.entry.pairs).sorted()
    pairsPerComparison = pairs.isEmpty ? 0 : pairs[pairs.count / 2]
    secondsPerComparison = SortedSamples(trials.map(\.seconds))?.median ?? 0
    intervals = [
      "falseAlarms": falseAlarmRate.interval, "unchanged": unchangedRate.interval,
      "detected": detectionRate.interval,
      "resampledRegressed": resampled.regressedRate.interval,
      "resampledImproved": resampled.improvedRate.interval,
    ]
  }

  /// The nearest rank to 95 %, rounded up to a tenth of a percent.
  private static func tolerance(_ trials: [CalibrationTrial]) -> Double {
    let needed = trials.compactMap { $0.entry.interval }
      .map { max(1 / max($0.low, 0.001), $0.high) - 1 }.sorted()
    guard !needed.isEmpty else { return 0 }
    let rank = Int((0.95 * Double(needed.count) - 1e-9).rounded(.up))
    return (needed[min(rank, needed.count) - 1] * 1_000).rounded(.up) / 1_000
  }
}

extension Calibration {
  /// The chance that identical code is called a change.
  package var falseAlarmRate: Proportion { Proportion(falseAlarms, of: trials) }

  /// The chance that slower code is found.
  package var detectionRate: Proportion { Proportion(detected, of: trials) }

  /// The chance that identical code is called unchanged.
  package var unchangedRate: Proportion { Proportion(unchanged, of: trials) }
}

/// One comparison whose answer was known.
package struct CalibrationTrial: Hashable, Sendable {
  /// Whether the candidate did more work.
  package let isInjected: Bool
  package let entry: ComparisonEntry

  /// How long it took.
  package let seconds: Double

  package init(isInjected: Bool, entry: ComparisonEntry, seconds: Double) {
    (self.isInjected, self.entry, self.seconds) = (isInjected, entry, seconds)
  }
}
