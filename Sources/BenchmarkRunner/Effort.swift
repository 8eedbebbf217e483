import BenchmarkModel
import FrameTiming

/// How thoroughly something is measured, and how long that may take.
package struct Effort: Hashable, Codable, Sendable {
  /// How long a benchmark is compared unless the user says otherwise, in seconds.
  package static let usualSeconds = 5.0

  /// How long frames are compared with cold caches unless the user says otherwise, in seconds.
  ///
  /// Twice as long as warm ones, because they vary more, and caches are emptied before each.
  package static let usualColdSeconds = 10.0

  /// Whether a rough answer is enough.
  package var isQuick = false

  /// How long a real timer drives each scenario at each rate, or nil for no paced run.
  package var pacedSeconds: Double?

  /// Whether to search for the number of layers that fit, on every variant.
  package var findsCapacity = false

  /// The slowdown to inject, as a share of the work's own time, to see whether it is noticed: in
  /// every frame of a run, or in the candidate of a comparison; nil for none.
  package var slowdown: Double?

  /// How long each benchmark, or a scenario's frames with warm caches, may be compared before any
  /// gets more; the same time again to confirm a change.
  package var timeLimit = Duration.seconds(Self.usualSeconds)

  /// How many times ``timeLimit`` an undecided benchmark may take if there is no ``totalTime``.
  ///
  /// Four times the time halves its interval.
  package var patience = 4

  /// How long all benchmarks together may be compared, or nil for no limit.
  ///
  /// Time that some do not need goes to undecided ones.
  package var totalTime: Duration?

  /// How long the frames of each scenario may be compared with cold caches, besides ``timeLimit``,
  /// and the same time again to confirm a change; nil to compare them with warm caches alone.
  package var coldTimeLimit: Duration?

  /// Whether to continue even after a change is certain, if there is time, until its interval is as
  /// narrow as the threshold on either side.
  package var isPrecise = false

  /// How long one launch of a comparison may take at most, unless a single pair takes longer.
  var longestLaunch = Duration.seconds(2)

  package static let normal = Effort()
  package static let quick = Effort { $0.isQuick = true }

  package init(_ configure: (inout Effort) -> Void = { _ in }) { configure(&self) }
}

/// The time and the repetitions of a run.
extension Effort {
  func samplingTime(of traits: BenchmarkTraits) -> Duration {
    limit(traits.samplingTime, usual: isQuick ? .milliseconds(10) : .milliseconds(300))
  }

  /// How long to wait at most until a benchmark's times are steady.
  func warmUpLimit(of traits: BenchmarkTraits) -> Duration {
    limit(traits.warmUpTime, usual: isQuick ? .milliseconds(10) : .milliseconds(100))
  }

  /// What a benchmark asks for, or the usual time; a quick run takes the shorter one.
  private func limit(_ wanted: Duration?, usual: Duration) -> Duration {
    guard let wanted else { return usual }
    return isQuick ? min(wanted, usual) : wanted
  }

  /// The shortest sample of a benchmark: 20 % more than a round number, because the number of
  /// iterations is found while the code may still be warming up.
  var shortestSample: Duration { isQuick ? .microseconds(480) : .microseconds(1_200) }

  /// The time that all scenarios share, apart from the benchmarks' time, or nil for no limit.
  var scenarioTime: Duration? { isQuick ? .seconds(3) : nil }

  /// Worker processes per scenario, so that one unlucky memory layout does not decide.
  var launches: Int { isQuick ? 1 : 2 }

  /// Repetitions of a scenario in each process, if there is time.
  var repetitions: Int { isQuick ? 20 : FrameRepetitions.warmPerProcess }

  /// Repetitions with cold caches in each process, if there is time.
  ///
  /// If they leave a budget in doubt, all processes together play
  /// `BudgetJudgement.fewestRepetitions`.
  var coldRepetitions: Int { isQuick ? 1 : FrameRepetitions.coldPerProcess }

  /// Whether scenarios are played once more to record what their frames spend their time on.
  var recordsSignposts: Bool { !isQuick }
}

/// The time of a comparison.
extension Effort {
  /// The time that each of `count` benchmarks, and of scenarios with cold caches, gets before any
  /// gets more.
  func firstTimeLimit(sharedBy count: Int) -> Duration {
    guard let totalTime else { return timeLimit }
    // Confirming a change takes the same time again.
    return min(timeLimit, max(totalTime / (2 * max(1, count)), .milliseconds(500)))
  }

  /// How long an undecided set of pairs may be measured in all.
  var longestTime: Duration { totalTime == nil ? timeLimit * patience : timeLimit }

  /// How long one launch of two processes should take.
  ///
  /// A verdict needs six launches, and a clock that changes speed may double the time of later
  /// pairs. More launches say more than longer ones.
  var launchTime: Duration { min(timeLimit / 12, longestLaunch) }

  /// How long a launch that took long to start should measure at most.
  ///
  /// If starting takes as long as this, five launches fit into ``timeLimit``. On a machine at a
  /// load of 19, where starting took 0.4 s, six to eight launches that measured as long as they
  /// started had intervals ten times as narrow as twelve that ended after 0.42 s.
  var longestTimeForPairs: Duration { min(timeLimit / 10, longestLaunch) }

  /// The same effort with `factor` times the time for every comparison, and no more time for what
  /// is then undecided.
  package func times(_ factor: Int) -> Effort {
    var effort = self
    effort.timeLimit *= factor
    effort.coldTimeLimit = coldTimeLimit.map { $0 * factor }
    effort.patience = 1
    return effort
  }
}
