import BenchmarkModel
package import Foundation
package import SampleStatistics

/// What a machine can detect, from trials whose answer is known.
///
/// Half of the trials compare a build with itself, half compare it with itself doing more of the
/// same work.
package struct Calibration: Hashable, Codable, Sendable {
  /// The exact 95 % intervals of the rates.
  package struct Intervals: Hashable, Codable, Sendable {
    /// Of identical code called improved or regressed, called unchanged, and slower code called
    /// regressed.
    package fileprivate(set) var falseAlarms, unchanged, detected: Interval

    /// Of resampled windows of identical code.
    package fileprivate(set) var resampledRegressed, resampledImproved: Interval
  }

  /// When it was done.
  package var time: Date

  /// The machine; the numbers are not valid for any other.
  package var machine: Machine

  /// The one-minute load average before and after.
  package var loadAtStart, loadAtEnd: Recorded<Double>

  /// What was measured in the trials.
  package var benchmarks: [String]

  /// Trials of each kind: identical code, and slower code.
  package var trials: Int

  /// How much more work the slower side did, as a share.
  package var inject: Double

  /// Trials of identical code that were called improved or regressed.
  package var falseAlarms: Int

  /// Trials of identical code that were called unchanged.
  package var unchanged: Int

  /// Trials of identical code that ran out of time.
  package var inconclusive: Int

  /// Trials of slower code that were called regressed.
  package var detected: Int

  /// Trials of slower code that ran out of time.
  package var injectedInconclusive: Int

  /// The median difference between identical code, as a share.
  package var noiseFloor: Double

  /// The threshold that 19 out of 20 comparisons of identical code stay within, as a share.
  package var tolerance: Double

  /// How much linking the same code in another order changes times; nil unless requested.
  package var layouts: LayoutShifts?

  /// The median duration of a comparison.
  package var secondsPerComparison: Double

  /// The median number of pairs in a comparison.
  package var pairsPerComparison: Int

  /// The intervals of the rates of the trials and of the resampled windows.
  package private(set) var intervals: Intervals

  /// The verdicts on resampled windows of the recorded pairs of identical code.
  package var resampled: ResampledVerdicts

  /// Summarizes trials.
  ///
  /// - Parameters:
  ///   - trials: All trials, of both kinds.
  ///   - inject: How much more work the slower side did, as a share.
  ///   - resampled: The verdicts on resampled windows.
  ///   - machine: The machine.
  ///   - time: When they were done.
  ///   - loadAtStart: The load before the first trial; the load at the end is set later.
  package init(
    _ trials: [CalibrationTrial], inject: Double, resampled: ResampledVerdicts, machine: Machine,
    time: Date, loadAtStart: Recorded<Double>
  ) {
    let same = trials.filter { !$0.isInjected }
    let slower = trials.filter(\.isInjected)
    let pairs = trials.compactMap(\.entry.times?.paired?.count).sorted()
    let falseAlarms = same.count { [.improved, .regressed].contains($0.entry.verdict) }
    let unchanged = same.count { $0.entry.verdict == .unchanged }
    let detected = slower.count { $0.entry.verdict == .regressed }
    let count = max(same.count, slower.count)
    self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    self.machine = machine
    self.loadAtStart = loadAtStart
    loadAtEnd = .unavailable("not finished")
    benchmarks = Set(trials.map(\.entry.benchmark)).sorted()
    self.trials = count
    self.inject = inject
    self.falseAlarms = falseAlarms
    self.unchanged = unchanged
    inconclusive = same.count - falseAlarms - unchanged
    self.detected = detected
    injectedInconclusive = slower.count { $0.entry.verdict == .inconclusive }
    noiseFloor = SortedSamples(same.compactMap(\.entry.distance))?.median ?? 0
    tolerance = Self.tolerance(same)
    secondsPerComparison = SortedSamples(trials.map(\.seconds))?.median ?? 0
    pairsPerComparison = pairs.isEmpty ? 0 : pairs[pairs.count / 2]
    self.resampled = resampled
    intervals = Intervals(
      falseAlarms: Proportion(falseAlarms, of: count).interval,
      unchanged: Proportion(unchanged, of: count).interval,
      detected: Proportion(detected, of: count).interval,
      resampledRegressed: resampled.regressedRate.interval,
      resampledImproved: resampled.improvedRate.interval)
  }

  /// The 95th percentile of the thresholds that the trials need, rounded up to a tenth of a
  /// percent.
  private static func tolerance(_ trials: [CalibrationTrial]) -> Double {
    let needed = trials.compactMap { $0.entry.times?.interval }
      .map { max(1 / max($0.low, 0.001), $0.high) - 1 }.sorted()
    guard !needed.isEmpty else { return 0 }
    let rank = Int((0.95 * Double(needed.count) - 1e-9).rounded(.up))
    return (needed[min(rank, needed.count) - 1] * 1_000).rounded(.up) / 1_000
  }
}

extension Calibration {
  /// The rate at which identical code is called a change.
  package var falseAlarmRate: Proportion { Proportion(falseAlarms, of: trials) }

  /// The rate at which slower code is detected.
  package var detectionRate: Proportion { Proportion(detected, of: trials) }

  /// The rate at which identical code is called unchanged.
  package var unchangedRate: Proportion { Proportion(unchanged, of: trials) }

  /// The warning that a comparison needs when the tolerance raised a default threshold.
  package func warning(for settings: ComparisonSettings) -> MeasuringWarning? {
    guard settings.threshold == nil, tolerance > ComparisonSettings.pairedThreshold(of: .benchmark)
    else { return nil }
    return .raisedThresholds(tolerance: tolerance)
  }
}

/// One comparison whose answer is known.
package struct CalibrationTrial: Hashable, Sendable {
  /// Whether the candidate did more work.
  package let isInjected: Bool
  package let entry: ComparisonEntry

  /// How long it took.
  package let seconds: Double

  package init(isInjected: Bool, entry: ComparisonEntry, seconds: Double) {
    self.isInjected = isInjected
    self.entry = entry
    self.seconds = seconds
  }
}

/// How much linking the same code in another order changes times.
///
/// Changing one function moves others to new addresses, and a processor runs some of them faster or
/// slower there. Such a difference is real, but the change itself did not cause it.
package struct LayoutShifts: Hashable, Codable, Sendable {
  /// Comparisons of one order with another.
  package let comparisons: Int

  /// The median and the largest difference, as shares; they include measuring noise.
  package let median, largest: Double

  /// Summarizes comparisons; nil when none has a ratio.
  package init?(_ entries: [ComparisonEntry]) {
    let shifts = entries.compactMap(\.distance)
    guard let median = SortedSamples(shifts)?.median, let largest = shifts.max() else { return nil }
    comparisons = shifts.count
    self.median = median
    self.largest = largest
  }
}

extension ResultStore {
  /// The file of this machine's calibration, which does not belong into git.
  package var calibrationFile: URL { root.appending(path: "calibration.json") }

  /// Replaces the stored calibration.
  ///
  /// - Throws: ``ResultsError/unwritable(path:reason:)``.
  package func save(_ calibration: Calibration) throws {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    _ = try AtomicFile.store(try PrettyJSON.encode(calibration), to: calibrationFile)
  }

  /// The stored calibration; nil when there is none or it cannot be read.
  package func calibration() -> Calibration? {
    guard let json = try? Data(contentsOf: calibrationFile) else { return nil }
    return try? PrettyJSON.decode(Calibration.self, from: json)
  }

  /// The stored calibration; nil when there is none or it is of another machine.
  package func calibration(of machine: Machine) -> Calibration? {
    calibration().flatMap { $0.machine.isSame(as: machine) ? $0 : nil }
  }
}
