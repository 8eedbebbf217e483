import BenchmarkModel
package import BenchmarkVerdicts

/// How two builds are measured against each other.
package struct LockstepSettings: Sendable {
  /// The probability that any interval of a comparison is wrong, before changes are confirmed.
  package static let chanceOfError = 0.01

  /// The fewest pairs in one launch of two processes, unless a pair takes long.
  static let fewestPairsPerLaunch = 16

  /// The fewest repetitions in one launch whose sides take turns in each.
  ///
  /// Two repetitions contain many turns. Short launches leave time for more of them, so that a
  /// single one that is far off matters less.
  static let fewestRepetitionsInTurns = 2

  static let mostPairsPerLaunch = 256

  /// The most pairs of samples of a benchmark in one launch.
  ///
  /// A sample is one number, so many of them cost little.
  static let mostSamplesPerLaunch = 1_024

  /// The shortest sample of a benchmark.
  ///
  /// The clock speed changes, and other processes wake up, within milliseconds. The shorter a pair,
  /// the more often both of its samples see the same conditions. On four recordings with samples of
  /// 0.75 ms, verdicts took 1.4 to 3 times as long as with samples of 0.1 to 0.15 ms.
  static let sampleNs = 100_000

  /// The longest sample that is lengthened because the two sides evict each other's data from the
  /// caches.
  static let longestSampleNs = 20_000_000.0

  /// A clock that says nothing about iterations must not lengthen samples forever.
  static let mostLengthening = 256

  /// How much longer a sample or a turn takes after the other side's than after one of its own
  /// side, at most; more is interference.
  static let interferenceRatio = 1.25

  /// Samples of either kind that show whether there is interference.
  static let interferenceRounds = 5

  /// The shortest turn of a scenario whose repetition takes much longer, with the time to empty the
  /// caches.
  ///
  /// With warm caches, much shorter turns would mostly show what the other side left there.
  static let turnNs = 2_000_000.0

  package var measuring: MeasuringSettings

  /// The programs of both sides, linked in several orders; empty to measure them as they are.
  ///
  /// Each launch has the next one.
  var layouts: [(baseline: String, candidate: String)] = []

  /// Why a benchmark is added that only the candidate has.
  package var addedReason = "new in the candidate"

  /// Which changes matter.
  package var comparison = ComparisonSettings()

  /// How long each benchmark, or a scenario's frames with warm caches, may be measured before any
  /// gets more; the same time again to confirm a change.
  package var timeLimit = Duration.seconds(5)

  /// How many times ``timeLimit`` an undecided benchmark may have without a total time.
  ///
  /// Four times the time halves its interval.
  package var patience = 4

  /// How long all benchmarks together may be measured, or nil for no limit.
  ///
  /// What some do not need goes to undecided ones.
  package var totalTime: Duration?

  /// How long the frames of each scenario may be measured with cold caches, besides ``timeLimit``,
  /// and the same time again to confirm a change; nil to compare them with warm caches alone.
  package var coldTimeLimit: Duration?

  /// Whether a change, too, is measured until its interval is as narrow as the threshold on either
  /// side, if there is time.
  package var isPrecise = false

  /// How long one launch may take at most, unless a single pair takes longer.
  var longestLaunch = Duration.seconds(2)

  /// The workers of a side: processes, but for tests.
  var workers: @Sendable (WorkerLaunch) -> WorkerSource = { WorkerSource($0) }

  /// How much slower the candidate is made, as a share, for trials; nil outside of them.
  package var injected: Double?

  /// Decides which side goes first and which core is used, or nil for a random one per benchmark.
  var seed: UInt64?

  package init(_ measuring: MeasuringSettings) { self.measuring = measuring }
}

extension LockstepSettings {
  /// How to start the workers of launch `number`, both with the same placement in memory and the
  /// same seed of Swift's hashing.
  func launches(
    of programs: (baseline: String, candidate: String), in layout: AddressLayout,
    hashSeed: UInt64, number: Int = 0
  ) -> (baseline: WorkerLaunch, candidate: WorkerLaunch) {
    let linked = layouts.isEmpty ? programs : layouts[number % layouts.count]
    var old = measuring.launch(linked.baseline, hashSeed: hashSeed)
    var new = measuring.launch(linked.candidate, hashSeed: hashSeed)
    old.layout = layout
    new.layout = layout
    return (old, new)
  }

  /// The time that each of `count` benchmarks, and of scenarios with cold caches, gets before any
  /// gets more.
  func firstTimeLimit(sharedBy count: Int) -> Duration {
    guard let totalTime else { return timeLimit }
    // A change takes as long again to be confirmed.
    return min(timeLimit, max(totalTime / (2 * max(1, count)), .milliseconds(500)))
  }

  /// How long an undecided set of pairs may be measured in all.
  var longestTime: Duration { totalTime == nil ? timeLimit * patience : timeLimit }

  /// How long one launch of two processes should take.
  ///
  /// A verdict needs six, and a clock that changes speed may double the time of later pairs. More
  /// launches say more than longer ones.
  var launchTime: Duration { min(timeLimit / 12, longestLaunch) }

  /// How long a launch that took long to start should measure at most.
  ///
  /// As long again for starting it leaves time for six launches. On a machine at a load of 19,
  /// where starting took 0.4 s, six to eight launches of such a length had intervals ten times as
  /// narrow as twelve that ended after 0.42 s.
  var longestTimeForPairs: Duration { min(timeLimit / 10, longestLaunch) }

  /// The clock that the user asked for; nil to let the samples decide.
  var timeMetric: Metric? {
    guard let metrics = measuring.chosenMetrics else { return nil }
    switch (metrics.contains(.wallClock), metrics.contains(.cpuTotal)) {
    case (true, false): return .wallClock
    case (false, true): return .cpuTotal
    case (true, true), (false, false): return nil
    }
  }

  /// Whether counters, and metrics of benchmarks' own, are compared.
  ///
  /// Trials compare only times.
  var comparesCounters: Bool {
    injected == nil
      && (measuring.countsAllocations || measuring.countsInstructions
        || !measuring.kernelMetrics().isEmpty
        || !measuring.chosenCustomMetrics.isEmpty)
  }
}
