/// How long the samples, turns and launches of a comparison are, at least and at most.
enum LaunchLimits {
  /// The minimum number of pairs in one launch of two processes, unless a pair takes long.
  static let fewestPairsPerLaunch = 16

  /// The minimum number of repetitions in one launch if the sides take turns within each
  /// repetition.
  ///
  /// Two repetitions contain many turns. Short launches leave time for more launches, so that a
  /// single launch that is far off matters less.
  static let fewestRepetitionsInTurns = 2

  static let mostPairsPerLaunch = 256

  /// The maximum number of pairs of samples of a benchmark in one launch.
  ///
  /// Each is a single number, so they cost little memory.
  static let mostSamplesPerLaunch = 1_024

  /// The shortest sample of a benchmark.
  ///
  /// The clock speed changes, and other processes wake up, within milliseconds. The shorter a pair,
  /// the more often both of its samples see the same conditions. On four recordings with samples of
  /// 0.75 ms, verdicts took 1.4 to 3 times as long as with samples of 0.1 to 0.15 ms.
  static let sampleNs = 100_000

  /// The longest sample that is lengthened because the two sides evict each other's data from the
  /// caches.
  static let longestLengthenedNs = 20_000_000.0

  /// Limits how often a sample is lengthened, in case the clock does not advance with the
  /// iterations.
  static let mostLengthening = 256

  /// The other side interferes if a sample or turn that follows it takes this many times as long as
  /// one that follows its own side.
  static let interferenceRatio = 1.25

  /// A turn waits long if it takes longer than this many samples.
  static let longWait = 4.0

  /// How many samples of either kind show whether there is interference.
  static let interferenceRounds = 5

  /// The shortest turn of a scenario whose repetition takes much longer, including the time to
  /// empty the caches.
  ///
  /// With warm caches, much shorter turns would mostly show what the other side left there.
  static let turnNs = 2_000_000.0

  /// Above this ratio of the times of an iteration, each side has its own number of iterations.
  ///
  /// With the same number, whatever a benchmark does from iteration to iteration is the same on
  /// both sides.
  static let largestRatioOfEqual = 2.0
}
