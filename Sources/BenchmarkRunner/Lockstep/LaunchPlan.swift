import BenchmarkVerdicts

/// What the first launch of a comparison found out.
struct LaunchPlan {
  /// The minimum number of pairs in one launch of two processes, unless a pair takes long.
  static let fewestPairsPerLaunch = 16

  /// The minimum number of repetitions in one launch whose sides take turns in each.
  ///
  /// Two repetitions contain many turns. Short launches leave time for more of them, so that a
  /// single one that is far off matters less.
  static let fewestRepetitionsInTurns = 2

  static let mostPairsPerLaunch = 256

  /// The maximum number of pairs of samples of a benchmark in one launch.
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
  static let longestLengthenedNs = 20_000_000.0

  /// A clock that says nothing about iterations must not lengthen samples forever.
  static let mostLengthening = 256

  /// How much longer a sample or a turn takes after the other side's than after one of its own
  /// side, at most; more is interference.
  static let interferenceRatio = 1.25

  /// A turn that is longer than this many samples is slow.
  static let longWait = 4.0

  /// Samples of either kind that show whether there is interference.
  static let interferenceRounds = 5

  /// The shortest turn of a scenario whose repetition takes much longer, with the time to empty the
  /// caches.
  ///
  /// With warm caches, much shorter turns would mostly show what the other side left there.
  static let turnNs = 2_000_000.0

  /// How a sample of one side is made.
  struct SampleSize {
    let iterations: Int

    /// About how long one iteration takes, in nanoseconds.
    let iterationNs: Double
  }

  /// Above this ratio of the times of an iteration, each side has its own number of iterations.
  ///
  /// With the same number, whatever a benchmark does from iteration to iteration is the same on
  /// both sides.
  private static let largestRatioOfEqual = 2.0

  private var sizes: [ComparisonEntry.Side: SampleSize] = [:]

  /// Whether each turn of a benchmark begins with a sample that does not count.
  var warmsUp = false

  /// How much longer samples and turns are than the shortest ones, because the two sides evict each
  /// other's data from the caches.
  var lengthening = 1

  /// The mean cost of a scenario's frame by side, in nanoseconds.
  var frameNs: [ComparisonEntry.Side: Double] = [:]

  /// The maximum memory that the sides' processes used, together.
  var peakBytes = 0

  /// Whether both processes together would not fit into memory, so that one ends before the other
  /// starts.
  var isApart = false
}

extension LaunchPlan {
  /// The mean cost of a scenario's frame on the slower side, in nanoseconds.
  var longestFrameNs: Double { frameNs.values.max() ?? 0 }

  /// The mean cost of a frame on both sides, one after the other, in nanoseconds.
  var frameNsOfBoth: Double { frameNs.values.reduce(0, +) }

  /// How many of `count` frames to compare, from the first, or nil for all.
  ///
  /// All, unless the repetition of a much slower side takes longer than `limit`. Then as many as
  /// take a tenth of it, and at least one.
  func mostFrames(of count: Int, within limit: Duration) -> Int? {
    guard let fastest = frameNs.values.min(), frameNs.count == 2,
      longestFrameNs > Self.largestRatioOfEqual * fastest,
      longestFrameNs * Double(count) > limit / .nanoseconds(1)
    else { return nil }
    return max(1, Int(limit / .nanoseconds(10) / longestFrameNs))
  }

  var samplesPerTurn: Int { warmsUp ? 2 : 1 }

  /// About how long one iteration of a benchmark takes on each side, in nanoseconds.
  var iterationNs: [ComparisonEntry.Side: Double] { sizes.mapValues(\.iterationNs) }

  /// About how long one iteration of a benchmark takes on the slower side, in nanoseconds.
  var longestIterationNs: Double { iterationNs.values.max() ?? 0 }

  mutating func add(_ size: SampleSize, of side: ComparisonEntry.Side) { sizes[side] = size }

  /// Iterations in a sample of a benchmark.
  ///
  /// As many as the baseline's on both sides, unless a side takes much longer for an iteration: a
  /// sample of a fast one would then be too short to time, or a single one of a slow one would take
  /// all of the time.
  func iterations(of side: ComparisonEntry.Side) -> Int {
    lengthening * ((hasEqualIterations ? sizes[.baseline] : sizes[side])?.iterations ?? 1)
  }

  var hasEqualIterations: Bool {
    guard let old = sizes[.baseline]?.iterationNs, let new = sizes[.candidate]?.iterationNs else {
      return true
    }
    return max(old, new) <= Self.largestRatioOfEqual * min(old, new)
  }

  /// About how long a sample of the slower side takes, in nanoseconds.
  var longestSampleNs: Double {
    sizes.map { Double(iterations(of: $0.key)) * $0.value.iterationNs }.max() ?? 0
  }
}
