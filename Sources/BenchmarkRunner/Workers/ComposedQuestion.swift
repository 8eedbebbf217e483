import FrameModel
import WorkerClient
import WorkerProtocol

/// A question that the tool can answer for a worker that does not know it: by asking others, or by
/// what it does and sees of the worker's process.
protocol ComposedQuestion: AskedQuestion {
  /// The answer, or nil where the tool has none; then `AskedQuestion.answerIfUnknown` is used.
  func answer(from worker: some WorkerConnection) async throws -> Answer?
}

extension FindIterations: ComposedQuestion {
  /// Takes samples of more and more iterations.
  ///
  /// What disturbs a sample makes it longer, so the shorter one of two counts.
  func answer(from worker: some WorkerConnection) async throws -> Int? {
    var iterations = 1
    let first = try await worker.ask(TakeSamples(1, iterations: 1))
    if let sample = first.first, sample.wallNs >= Self.longestRepeatedNs { return 1 }
    // No call takes less than a nanosecond, even one that the optimizer has emptied.
    while iterations < nanoseconds {
      let samples = try await worker.ask(TakeSamples(2, iterations: iterations))
      let shortest = samples.map(\.wallNs).min() ?? 0
      if shortest >= Double(nanoseconds) { break }
      let next = Self.next(
        after: iterations, lastingNs: shortest, wantedNs: Double(nanoseconds))
      iterations = min(next, nanoseconds)
    }
    return iterations
  }
}

extension TimeFrames: ComposedQuestion {
  /// More than any scenario has.
  private static let mostFrames = 1 << 30

  func answer(from worker: some WorkerConnection) async throws -> [[Int64]]? {
    var repetitions: [[Int64]] = []
    for _ in 0..<self.repetitions {
      try await worker.ask(StartScene(at: rate, state))
      repetitions.append(try await worker.ask(TimeNextFrames(Self.mostFrames, slowedBy: share)))
    }
    return repetitions
  }
}

extension PinToCore: ComposedQuestion {
  func answer(from worker: some WorkerConnection) -> Done? {
    worker.pin(to: core) ? .done : nil
  }
}

extension PeakMemory: ComposedQuestion {
  func answer(from worker: some WorkerConnection) -> Int?? { .some(worker.peakMemory) }
}

extension InspectViews: ComposedQuestion {
  func answer(from worker: some WorkerConnection) throws -> [[ViewState]]? {
    throw WorkerFailure.refused(
      reason: "This scenario has no views, so there are no pictures of it.")
  }
}
