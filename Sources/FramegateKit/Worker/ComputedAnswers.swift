import BenchmarkModel
import FrameModel
import WorkerProtocol

// The answers of a worker about what its benchmark computes.

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
    worker.answerValues.values(ofBlocks: blocks)
  }
}
