import BenchmarkModel
import BenchmarkResults
import FrameSignposts
import FrameTiming
import WorkerClient
import WorkerProtocol

/// Times every frame of a scenario many times, at several refresh rates alternately.
///
/// Alternating lets a busy moment of the machine affect all rates alike.
struct FramePass {
  /// The repetitions whose times are discarded, because code and caches are cold.
  private static let warmUp = 2

  /// Repetitions in one request, unless they take long.
  private static let batch = 5

  /// The minimum number of warm repetitions, and of cold ones if a budget is in doubt, however long
  /// they take: a single one could be an outlier.
  private static let fewestRepetitions = 2

  let rates: [RefreshRate]

  let repetitions: Int

  /// The time for all of them, or nil for no limit.
  let timeLimit: Duration?

  /// The time limit of one answer, or nil if it does not matter.
  var answerLimit: Duration?

  /// The number of repetitions with cold caches if these leave no budget in doubt; nil for none.
  let coldRepetitions: Int?

  /// How many processes measure after this one.
  var laterLaunches = 0

  /// What processes before this one measured with cold caches.
  var earlier: [RefreshRate: [[Int64]]] = [:]

  /// Whether repetitions with cold caches, and the reference frames measured with them, leave no
  /// doubt about any budget.
  var isSettled:
    (_ frames: [RefreshRate: [[Int64]]], _ reference: [RefreshRate: [Int64]]) throws -> Bool =
      { _, _ in true }

  var now: @Sendable () -> ContinuousClock.Instant = { SteadyClock.now }

  /// How much longer to make each frame, as a share of its own time; nil leaves them as they are.
  var slowdown: Double?

  /// The time for repetitions with cold caches, however long warm ones may take: making everything
  /// cold takes longer than most frames.
  private static let coldTimeLimit = Duration.seconds(10)

  /// How long cold times of the reference frame may be reused for the next rate.
  ///
  /// The machine's speed changes from one second to the next.
  var referenceLifetime = Duration.milliseconds(100)

  /// What one process measured: per rate, thread CPU time per repetition and frame.
  struct Samples {
    var warm: [RefreshRate: [[Int64]]] = [:]

    /// Absent where frames cannot be made cold, and with `--warm`.
    var cold: Measured<[RefreshRate: [[Int64]]]>

    /// How the worker made frames cold.
    var cooling = WorkerHello.Cooling.unknown

    /// What every frame spends its time on; empty for a scenario that marks nothing.
    var signposts: [RefreshRate: Measured<SignpostRecording>] = [:]

    /// The times of the reference frame, measured along with them, each the median of several;
    /// empty for a worker that has no such frame.
    var warmReference: [RefreshRate: [Int64]] = [:]
    var coldReference: [RefreshRate: [Int64]] = [:]

    /// The maximum memory that one of the processes used at once, in bytes, or nil if the system
    /// does not say.
    var peakMemory: Int?

    /// Adds what another process measured.
    mutating func pool(_ other: Samples) {
      cooling = other.cooling
      signposts.merge(other.signposts) { first, _ in first }
      warm.merge(other.warm, uniquingKeysWith: +)
      warmReference.merge(other.warmReference, uniquingKeysWith: +)
      coldReference.merge(other.coldReference, uniquingKeysWith: +)
      peakMemory = [peakMemory, other.peakMemory].compactMap(\.self).max()
      guard let more = other.cold.value else {
        cold = other.cold
        return
      }
      cold = cold.map { $0.merging(more, uniquingKeysWith: +) }
    }
  }

  /// Thread CPU time of every frame in nanoseconds, with the clock's cost.
  func measure(_ worker: any WorkerConnection) async throws -> Samples {
    let start = now()
    let round = try await warmUp(worker)
    var missing = repetitions(lasting: round, since: start)
    var samples = Samples(cold: .notMeasured)
    let batch = WorkTime.batch(of: Self.batch, each: round, within: answerLimit)
    while missing > 0 {
      let count = min(batch, missing)
      for rate in rates {
        if let referenceNs = try await reference(worker, .warm) {
          samples.warmReference[rate, default: []].append(referenceNs)
        }
        samples.warm[rate, default: []] += try await worker.ask(
          TimeFrames(at: rate, repetitions: count, slowedBy: slowdown))
      }
      missing -= count
    }
    // Emptying the caches may need memory of its own.
    samples.peakMemory = try await worker.ask(PeakMemory())
    do {
      try await measureCold(worker, into: &samples)
    } catch let unavailable as Unavailable { samples.cold = .unavailable(unavailable.reason) }
    return samples
  }

  /// The same with cold caches, after the code has run often enough to be in memory.
  ///
  /// Few repetitions are enough if budgets are kept by a wide margin. Otherwise, this process and
  /// the later ones together play as many as a verdict on dropped frames needs.
  private func measureCold(_ worker: any WorkerConnection, into all: inout Samples) async throws {
    guard let coldRepetitions else {
      all.cold = .unavailable("not measured with '--warm'")
      return
    }
    let limit = timeLimit.map { min($0, Self.coldTimeLimit) } ?? Self.coldTimeLimit
    let start = now()
    var samples: [RefreshRate: [[Int64]]] = [:]
    let missing = BudgetJudgement.fewestRepetitions - (earlier.values.map(\.count).min() ?? 0)
    let most = max(coldRepetitions, (missing + laterLaunches) / (laterLaunches + 1))
    for repetition in 0..<most {
      if repetition >= coldRepetitions,
        try isSettled(earlier.merging(samples, uniquingKeysWith: +), all.coldReference)
      {
        break
      }
      let isEnough = repetition >= Self.fewestRepetitions
      if isEnough, start.duration(to: now()) * (repetition + 1) / repetition > limit { break }
      var recent: (ns: Int64?, at: ContinuousClock.Instant)?
      for rate in rates {
        let referenceNs: Int64?
        if let recent, recent.at.duration(to: now()) < referenceLifetime {
          referenceNs = recent.ns
        } else {
          referenceNs = try await reference(worker, .cold)
          recent = (referenceNs, now())
        }
        if let referenceNs { all.coldReference[rate, default: []].append(referenceNs) }
        samples[rate, default: []] += try await worker.ask(
          TimeFrames(at: rate, repetitions: 1, .cold, slowedBy: slowdown))
      }
    }
    all.cold = .value(samples)
    all.cooling = worker.hello.cooling ?? .unknown
  }

  /// The median of several reference frames in nanoseconds, with the clock's cost, or nil if the
  /// worker has no such frame.
  private func reference(
    _ worker: any WorkerConnection, _ state: CacheState
  ) async throws -> Int64? {
    let times = try await worker.ask(TimeReferenceFrames(FrameRepetitions.referenceFrames, state))
    return times.isEmpty ? nil : FrameRepetitions.median(of: times)
  }

  /// The number of further repetitions with signposts if the first was disturbed: it is odd, so
  /// that one of them has the median time.
  private static let signpostRepetitions = 3

  /// A repetition was disturbed if its frames together took more than this many times as long as
  /// when they were measured.
  private static let disturbance = 1.25

  /// A scenario with more work than this is played only once with signposts.
  private static let longestRepeatedNs: Int64 = 500_000_000

  /// Plays the scenario once more, and records what its frames spend their time on.
  ///
  /// If the frames took clearly longer than when they were measured, the scenario is played three
  /// more times.
  ///
  /// - Returns: A recording per rate, or why there is none; empty for a scenario that marks
  ///   nothing.
  /// - Throws: ``WorkerFailure``, `CancellationError`.
  func signposts(
    _ worker: any WorkerConnection, after samples: Samples
  ) async throws -> [RefreshRate: Measured<SignpostRecording>] {
    var recordings: [RefreshRate: Measured<SignpostRecording>] = [:]
    let state = samples.cold.value == nil ? CacheState.warm : .cold
    for rate in rates {
      let repetitions = (samples.cold.value ?? samples.warm)[rate] ?? []
      let workNs = repetitions.map { $0.reduce(0, +) }.max() ?? 0
      let count = repetitions.first?.count ?? 0
      do {
        var recording = try await worker.ask(
          RecordSignposts(at: rate, repetitions: 1, state), frames: { _ in count })
        // A scenario that marks nothing at one rate marks nothing at any.
        if recording.frames.isEmpty { return [:] }
        let recordedNs = recording.frames.reduce(0) { $0 + $1.durationNs }
        if Double(recordedNs) > Double(workNs) * Self.disturbance, workNs <= Self.longestRepeatedNs
        {
          recording = try await worker.ask(
            RecordSignposts(at: rate, repetitions: Self.signpostRepetitions, state),
            frames: { _ in count })
        }
        recordings[rate] = .value(recording)
      } catch let unavailable as Unavailable { recordings[rate] = .unavailable(unavailable.reason) }
    }
    return recordings
  }

  private func warmUp(_ worker: any WorkerConnection) async throws -> Duration {
    var round = Duration.zero
    for _ in 0..<Self.warmUp {
      let start = now()
      for rate in rates { try await worker.ask(TimeFrames(at: rate, repetitions: 1)) }
      round = start.duration(to: now())
      // There would be no time left to measure it.
      if let timeLimit, round > timeLimit / 4 { break }
    }
    return round
  }

  private func repetitions(lasting round: Duration, since start: ContinuousClock.Instant) -> Int {
    guard let timeLimit, round > .zero else { return repetitions }
    let fitting = (timeLimit - start.duration(to: now())) / round
    return min(max(Self.fewestRepetitions, Int(fitting)), repetitions)
  }
}
