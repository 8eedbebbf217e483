import BenchmarkVerdicts

/// What the first launch of a comparison found out.
struct LaunchPlan {
  /// How a sample of one side is made.
  struct SampleSize {
    let iterations: Int

    /// About how long one iteration takes, in nanoseconds.
    let iterationNs: Double
  }

  private var sizes: [ComparisonSide: SampleSize] = [:]

  /// Whether each turn of a benchmark begins with a sample that does not count.
  var warmsUp = false

  /// How much longer samples and turns are than the shortest ones, because the two sides evict each
  /// other's data from the caches.
  var lengthening = 1

  /// The mean cost of a scenario's frame by side, in nanoseconds.
  var frameNs: [ComparisonSide: Double] = [:]

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
      longestFrameNs > LaunchLimits.largestRatioOfEqual * fastest,
      longestFrameNs * Double(count) > limit / .nanoseconds(1)
    else { return nil }
    return max(1, Int(limit / .nanoseconds(10) / longestFrameNs))
  }

  var samplesPerTurn: Int { warmsUp ? 2 : 1 }

  /// About how long one iteration of a benchmark takes on each side, in nanoseconds.
  var iterationNs: [ComparisonSide: Double] { sizes.mapValues(\.iterationNs) }

  /// About how long one iteration of a benchmark takes on the slower side, in nanoseconds.
  var longestIterationNs: Double { iterationNs.values.max() ?? 0 }

  mutating func add(_ size: SampleSize, of side: ComparisonSide) { sizes[side] = size }

  /// Iterations in a sample of a benchmark.
  ///
  /// Both sides have the baseline's number, unless one side takes much longer for an iteration.
  /// With one number, either a sample of the fast side would be too short to time, or a single
  /// sample of the slow side would take all of the time.
  func iterations(of side: ComparisonSide) -> Int {
    lengthening * ((hasEqualIterations ? sizes[.baseline] : sizes[side])?.iterations ?? 1)
  }

  var hasEqualIterations: Bool {
    guard let old = sizes[.baseline]?.iterationNs, let new = sizes[.candidate]?.iterationNs else {
      return true
    }
    return max(old, new) <= LaunchLimits.largestRatioOfEqual * min(old, new)
  }

  /// About how long a sample of the slower side takes, in nanoseconds.
  var longestSampleNs: Double {
    sizes.map { Double(iterations(of: $0.key)) * $0.value.iterationNs }.max() ?? 0
  }
}
