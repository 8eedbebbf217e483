package import FrameTiming
import ViewStates

extension Worker {
  /// What a worker answers about what its benchmark computes.
  static let answerQuestions: [any Question.Type] = [RecordAnswer.self, AnswerValues.self]
}

/// What the prepared benchmark computes, or what the prepared scenario shows at a rate.
///
/// A scenario's answer is the state of its views or, without an `inspect` closure, what its frames
/// pass to ``blackHole(_:)``. Without any answer, it has no values.
package struct RecordAnswer: Question {
  /// The maximum of iterations of a benchmark if no number is asked for.
  ///
  /// More than one, because a later iteration may read what an earlier one left behind.
  private static let mostIterations = 3

  /// No iteration starts after this time unless it is asked for.
  private static let longestNs: Int64 = 20_000_000

  /// The rate of a scenario's frames; benchmarks ignore it.
  package let rate: RefreshRate

  /// The iterations of a benchmark; nil for as many as a short time permits.
  package let iterations: Int?
  package init(at rate: RefreshRate, iterations: Int? = nil) {
    self.rate = rate
    self.iterations = iterations
  }

  package func answer(_ worker: Worker) throws -> RecordedAnswer {
    worker.answerValues = []
    let (answer, values) = try AnswerRecorder.record { recorder in
      if (try? worker.scenario) != nil {
        try worker.frameSampler(at: rate).record(with: recorder)
        return 0
      }
      return try record(worker.loop, with: recorder)
    }
    worker.answerValues = values
    return answer
  }

  private func record(_ loop: MeasuredLoop, with recorder: AnswerRecorder) throws -> Int {
    let end = Clock.wall + Self.longestNs
    var count = 0
    while iterations.map({ count < $0 })
      ?? (count == 0 || count < Self.mostIterations && Clock.wall < end)
    {
      let place = count == 0 ? "" : "iteration \(count + 1), "
      count += 1
      guard let digest = loop.digest else {
        try recorder.listen(at: place) { try loop.inBatches(1, loop.run) }
        continue
      }
      try loop.inBatches(1, loop.run)
      do {
        try recorder.add(try digest(), at: place)
      } catch { throw WorkerError.digest("\(error)") }
    }
    return count
  }

  package func accepts(_ answer: RecordedAnswer) -> Bool {
    let size = RecordedAnswer.blockSize
    return Plausible.count(answer.count) && Plausible.count(answer.iterations)
      && answer.blocks.count == (answer.count + size - 1) / size
  }
}

/// The values of some blocks of the answer that ``RecordAnswer`` recorded last; none for a block
/// whose values are only hashed.
package struct AnswerValues: Question {
  package let blocks: [Int]
  package init(blocks: [Int]) { self.blocks = blocks }

  package func answer(_ worker: Worker) -> [[AnswerValue]] {
    let values = worker.answerValues
    let size = RecordedAnswer.blockSize
    return blocks.map { block in
      let start = min(max(0, block), values.count / size + 1) * size
      return Array(values[min(start, values.count)..<min(start + size, values.count)])
    }
  }

  package func accepts(_ values: [[AnswerValue]]) -> Bool {
    values.count == blocks.count && values.allSatisfy { $0.count <= RecordedAnswer.blockSize }
  }
}

extension FrameSampler {
  /// Plays the scenario once and records what its frames show or, where nothing shows them, what
  /// they compute.
  fileprivate func record(with recorder: AnswerRecorder) throws {
    let scenario = try work.makeScenario(parameters)
    guard let inspect = scenario.inspect else {
      for frame in frames {
        recorder.listen(at: "frame \(frame.index), ", frame: frame.index) { scenario.render(frame) }
      }
      return
    }
    let states = try inspect(work.traits.fractions(at: parameters.refreshRate))
    try recorder.add(states.count, at: "number of frames")
    for (frame, views) in states.enumerated() {
      try recorder.add(views.count, at: "frame \(frame), number of views", frame: frame)
      for (index, view) in views.enumerated() {
        try recorder.add(view, at: "frame \(frame), view \(index) '\(view.name)', ", frame: frame)
      }
    }
  }
}
