import FrameModel
import WorkerProtocol

// What a worker answers about what its benchmark computes.

extension RecordAnswer: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> RecordedAnswer {
    worker.answerValues = []
    let (answer, values) =
      worker.preparedScenario == nil
      ? try worker.loop.recordAnswer(iterations: iterations)
      : try worker.frameSampler(at: rate).recordAnswer()
    worker.answerValues = values
    return answer
  }
}

extension AnswerValues: AnsweredQuestion {
  func answer(_ worker: Worker) -> [[AnswerValue]] {
    let values = worker.answerValues
    let size = RecordedAnswer.blockSize
    return blocks.map { block in
      let start = min(max(0, block), values.count / size + 1) * size
      return Array(values[min(start, values.count)..<min(start + size, values.count)])
    }
  }
}
