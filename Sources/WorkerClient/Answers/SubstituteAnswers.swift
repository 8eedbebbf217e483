import BenchmarkModel
package import FrameModel
package import FrameSignposts
package import WorkerProtocol

// What stands for the answer of a worker that does not know a question, in the order of the
// questions.

extension PinToCore {
  package func substitute(asking worker: some AnsweringWorker) -> Done? {
    worker.pin(to: core) ? .done : nil
  }
}

extension PeakMemory {
  package func substitute(asking worker: some AnsweringWorker) -> Int?? {
    .some(worker.peakMemory)
  }
}

extension TimeReferenceFrames {
  package func substitute(asking worker: some AnsweringWorker) -> [Int64]? { [] }
}

extension FindIterations {
  /// Takes samples of more and more iterations.
  ///
  /// What disturbs a sample makes it longer, so the shorter one of two counts.
  package func substitute(asking worker: some AnsweringWorker) async throws -> Int? {
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

extension RecordMetrics {
  package func substitute(asking worker: some AnsweringWorker) -> [String: [Double]]? { [:] }
}

extension TimeFrames {
  /// More than any scenario has.
  private static let mostFrames = 1 << 30

  package func substitute(asking worker: some AnsweringWorker) async throws -> [[Int64]]? {
    var repetitions: [[Int64]] = []
    for _ in 0..<self.repetitions {
      try await worker.ask(StartScene(at: rate, state))
      repetitions.append(try await worker.ask(TimeNextFrames(Self.mostFrames, slowedBy: share)))
    }
    return repetitions
  }
}

extension RecordSignposts {
  package func substitute(asking worker: some AnsweringWorker) -> SignpostRecording? {
    SignpostRecording(names: [], frames: [])
  }
}

extension InspectViews {
  package func substitute(asking worker: some AnsweringWorker) throws -> [[ViewState]]? {
    throw Unavailable("This scenario has no views, so there are no pictures of it.")
  }
}

extension ReviewMotion {
  package func substitute(asking worker: some AnsweringWorker) -> [SceneFinding]?? { .some(nil) }
}
