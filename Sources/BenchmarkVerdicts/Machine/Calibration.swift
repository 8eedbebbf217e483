import BenchmarkModel
package import BenchmarkResults
package import Foundation
package import SampleStatistics

/// What a machine can detect, from trials whose right verdict is known.
///
/// Half of the trials compare a build with itself, half compare it with itself doing more of the
/// same work.
package struct Calibration: Hashable, Codable, Sendable {
  /// The minimum number of comparisons of identical code, each with a ratio, that give a noise
  /// floor: the 95 % interval of a median needs 6.
  package static let fewestForNoiseFloor = 6

  /// The minimum number of comparisons of identical code, each with an interval, that give a
  /// tolerance: with fewer, one in ten later comparisons or more would exceed the largest of them.
  package static let fewestForTolerance = 10

  /// A plausibility limit for stored files.
  private static let mostTrials = 1_000_000

  /// The largest tolerance that is accepted: a gate with a higher threshold would miss a slowdown
  /// of 50 %.
  package static let largestTolerance = 0.5

  /// The exact 95 % intervals of the rates; absent for a rate without trials.
  package struct Intervals: Hashable, Codable, Sendable {
    /// The shares of identical code called a change, of identical code called unchanged, and of
    /// slower code called regressed.
    package fileprivate(set) var falseAlarms, unchanged, detected: Measured<Interval>
  }

  package var time: Date

  /// The machine; the numbers are not valid for any other.
  package var machine: Machine

  /// The one-minute load average before and after.
  package var loadAtStart, loadAtEnd: Measured<Double>

  /// How much of the machine the trials could use, and how much others used.
  package var machineUse = MachineUse()

  /// The benchmarks of the trials.
  package var benchmarks: [String]

  /// Trials of each kind: identical code, and slower code.
  package var trials: Int

  /// How much more work the slower side did, as a share.
  package var inject: Double

  /// Trials of identical code that were called improved or regressed.
  package var falseAlarms: Int

  /// Trials of identical code that were called unchanged.
  package var unchanged: Int

  /// Trials of identical code that got no verdict.
  package var inconclusive: Int

  /// Trials of slower code that were called regressed.
  package var detected: Int

  /// Trials of slower code that ran out of time.
  package var injectedInconclusive: Int

  /// The median difference between identical code, as a share; absent with fewer than
  /// ``fewestForNoiseFloor`` comparisons.
  package var noiseFloor: Measured<Double>

  /// The threshold that 19 out of 20 comparisons of identical code stay within, as a share; absent
  /// with fewer than ``fewestForTolerance`` comparisons.
  package var tolerance: Measured<Double>

  /// The median duration of a comparison; absent without one.
  package var secondsPerComparison: Measured<Double>

  /// The median number of pairs in a comparison; absent if no comparison has pairs.
  package var pairsPerComparison: Measured<Int>

  /// How cold frames compare with paced frames; absent without a scenario.
  package var coldness: Measured<Coldness> = .notMeasured

  /// The intervals of the rates of the trials.
  package private(set) var intervals: Intervals

  package init(
    _ trials: [CalibrationTrial], inject: Double, machine: Machine, time: Date,
    loadAtStart: Measured<Double>
  ) {
    let all = (same: trials.filter { !$0.isInjected }, slower: trials.filter(\.isInjected))
    // A signal may have come between the two halves of the last trial.
    let complete = all.slower.isEmpty ? all.same.count : min(all.same.count, all.slower.count)
    let same = Array(all.same.prefix(complete))
    let slower = Array(all.slower.prefix(complete))
    let pairs = trials.compactMap(\.entry.times?.paired?.count)
    let falseAlarms = same.count { [.improved, .regressed].contains($0.entry.verdict) }
    let unchanged = same.count { $0.entry.verdict == .unchanged }
    let detected = slower.count { $0.entry.verdict == .regressed }
    let count = same.count
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
    noiseFloor = Self.noiseFloor(same)
    tolerance = Self.tolerance(same)
    secondsPerComparison = Measured(
      SortedSamples(trials.map(\.seconds))?.median, orUnavailable: "nothing was compared")
    pairsPerComparison = Measured(
      SortedSamples(pairs.map { Int64($0) }).median.map { Int($0.rounded()) },
      orUnavailable: "no comparison drew a pair")
    intervals = Intervals(
      falseAlarms: Self.interval(Proportion(falseAlarms, of: count)),
      unchanged: Self.interval(Proportion(unchanged, of: count)),
      detected: Self.interval(Proportion(detected, of: count)))
  }

  /// The median distance of the two sides.
  private static func noiseFloor(_ trials: [CalibrationTrial]) -> Measured<Double> {
    let distances = trials.filter(\.hasPairs).compactMap(\.entry.distance)
    guard distances.count >= fewestForNoiseFloor, let median = SortedSamples(distances)?.median
    else { return tooFew(distances.count, needed: fewestForNoiseFloor) }
    return .value(median)
  }

  /// The 95th percentile of the thresholds that the trials need, rounded up to a tenth of a
  /// percent.
  private static func tolerance(_ trials: [CalibrationTrial]) -> Measured<Double> {
    let needed = trials.filter(\.hasPairs).compactMap { $0.entry.times?.interval }
      .map { max(1 / max($0.low, 0.001), $0.high) - 1 }.sorted()
    guard needed.count >= fewestForTolerance else {
      return tooFew(needed.count, needed: fewestForTolerance)
    }
    let rank = Int((0.95 * Double(needed.count) - 1e-9).rounded(.up))
    return .value((needed[min(rank, needed.count) - 1] * 1_000).rounded(.up) / 1_000)
  }

  private static func tooFew<Value>(_ count: Int, needed: Int) -> Measured<Value> {
    .unavailable("needs \(needed) comparisons of identical code with a result, there are \(count)")
  }

  private static func interval(_ rate: Proportion) -> Measured<Interval> {
    rate.trials > 0 ? .value(rate.interval) : .unavailable("no trials")
  }
}

extension Calibration {
  /// The rate at which identical code is called a change.
  package var falseAlarmRate: Proportion { Proportion(falseAlarms, of: trials) }

  package var detectionRate: Proportion { Proportion(detected, of: trials) }

  /// The rate at which identical code is called unchanged.
  package var unchangedRate: Proportion { Proportion(unchanged, of: trials) }

  /// Why the tolerance must not be used, or nil when it can.
  var problem: String? {
    switch tolerance {
    case .unavailable(let reason): return "it has no tolerance: \(reason)"
    case .value(let tolerance):
      guard tolerance.isFinite, (0...Self.largestTolerance).contains(tolerance) else {
        return "its tolerance \(tolerance) is not a share between 0 and \(Self.largestTolerance)"
      }
    }
    guard (Self.fewestForTolerance...Self.mostTrials).contains(trials) else {
      return "its tolerance needs \(Self.fewestForTolerance) trials, there are \(trials)"
    }
    let counts = [falseAlarms, unchanged, inconclusive, detected, injectedInconclusive]
    guard counts.allSatisfy((0...trials).contains),
      falseAlarms + unchanged + inconclusive <= trials, detected + injectedInconclusive <= trials
    else { return "its counts do not fit its \(trials) trials" }
    return nil
  }
}
