import FrameTiming

/// Times every frame of a scenario many times, at several refresh rates alternately.
///
/// Alternating lets a busy moment of the machine affect all rates alike.
struct FramePass {
  /// Repetitions whose times are discarded: cold code, cold caches.
  private static let warmUp = 2

  /// Repetitions in one request.
  private static let batch = 5

  /// The fewest repetitions, however long one takes: one alone could be any outlier.
  private static let fewestRepetitions = 2

  let rates: [RefreshRate]

  /// The most repetitions.
  let repetitions: Int

  /// The time for all of them; nil if it does not matter.
  let timeLimit: Duration?

  /// Thread CPU time in nanoseconds per rate, repetition and frame, with the clock's cost.
  func measure(_ worker: PreparedWorker) async throws -> [RefreshRate: [[Int64]]] {
    let start = ContinuousClock.now
    let round = try await warmUp(worker)
    var missing = repetitions(lasting: round, since: start)
    var samples: [RefreshRate: [[Int64]]] = [:]
    while missing > 0 {
      let count = min(Self.batch, missing)
      for rate in rates {
        samples[rate, default: []] += try await worker.frames(at: rate, repetitions: count)
      }
      missing -= count
    }
    return samples
  }

  /// Plays the scenario at every rate.
  ///
  /// - Returns: How long the last repetition at all rates took.
  private func warmUp(_ worker: PreparedWorker) async throws -> Duration {
    var round = Duration.zero
    for _ in 0..<Self.warmUp {
      round = try await ContinuousClock().measure {
        for rate in rates { _ = try await worker.frames(at: rate, repetitions: 1) }
      }
      // A scene that takes this long has warmed up by itself.
      if let timeLimit, round > timeLimit / 4 { break }
    }
    return round
  }

  /// How many repetitions fit into the time that is left.
  private func repetitions(lasting round: Duration, since start: ContinuousClock.Instant) -> Int {
    guard let timeLimit, round > .zero else { return repetitions }
    let fitting = (timeLimit - start.duration(to: .now)) / round
    return min(max(Self.fewestRepetitions, Int(fitting)), repetitions)
  }
}
