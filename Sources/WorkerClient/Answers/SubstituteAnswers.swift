package import FrameModel
package import FrameSignposts
package import WorkerProtocol

// What replaces the reply of a worker that does not know a question, in the order of the questions.

extension PinToCore {
  package func substitute(asking worker: some AnsweringWorker) -> WorkerReply<Done> {
    worker.pin(to: core) ? .answer(.done) : .unknown(question: Self.name)
  }
}

extension PeakMemory {
  package func substitute(asking worker: some AnsweringWorker) -> WorkerReply<Int?> {
    .answer(worker.peakMemory)
  }
}

extension TimeReferenceFrames {
  package func substitute(asking worker: some AnsweringWorker) -> WorkerReply<[Int64]> {
    .answer([])
  }
}

extension FindIterations {
  /// Takes samples of more and more iterations.
  ///
  /// Disturbances make a sample longer, so the shorter one of two counts.
  package func substitute(asking worker: some AnsweringWorker) async throws -> WorkerReply<Int> {
    var iterations = 1
    let first = try await worker.ask(TakeSamples(1, iterations: 1))
    if let sample = first.first, sample.wallNs >= Self.longestRepeatedNs { return .answer(1) }
    // No call takes less than a nanosecond, even one that the optimizer has emptied.
    while iterations < nanoseconds {
      let samples = try await worker.ask(TakeSamples(2, iterations: iterations))
      let shortest = samples.map(\.wallNs).min() ?? 0
      if shortest >= Double(nanoseconds) { break }
      let next = Self.next(
        after: iterations, lastingNs: shortest, wantedNs: Double(nanoseconds))
      iterations = min(next, nanoseconds)
    }
    return .answer(iterations)
  }
}

extension RecordMetrics {
  package func substitute(asking worker: some AnsweringWorker) -> WorkerReply<[String: [Double]]> {
    .answer([:])
  }
}

extension TimeFrames {
  /// More than any scenario has.
  private static let mostFrames = 1 << 30

  package func substitute(asking worker: some AnsweringWorker) async throws -> WorkerReply<
    [[Int64]]
  > {
    var repetitions: [[Int64]] = []
    for _ in 0..<self.repetitions {
      try await worker.ask(StartScene(at: rate, state))
      repetitions.append(try await worker.ask(TimeNextFrames(Self.mostFrames, slowedBy: share)))
    }
    return .answer(repetitions)
  }
}

extension RecordSignposts {
  package func substitute(asking worker: some AnsweringWorker) -> WorkerReply<SignpostRecording> {
    .answer(SignpostRecording(names: [], frames: []))
  }
}

extension InspectViews {
  package func substitute(asking worker: some AnsweringWorker) -> WorkerReply<[[ViewState]]> {
    .failed(reason: "This scenario has no views, so there are no pictures of it.")
  }
}

extension ReviewMotion {
  package func substitute(asking worker: some AnsweringWorker) -> WorkerReply<[SceneFinding]?> {
    .answer(nil)
  }
}
