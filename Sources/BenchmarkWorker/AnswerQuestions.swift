package import BenchmarkHarness
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
    let (answer, values) =
      worker.preparedScenario == nil
      ? try worker.loop.recordAnswer(iterations: iterations)
      : try worker.frameSampler(at: rate).recordAnswer()
    worker.answerValues = values
    return answer
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
