package import WorkerProtocol

/// A question that this worker can answer.
protocol AnsweredQuestion: Question {
  /// Answers, in the worker's process.
  ///
  /// - Throws: `Unavailable` if the benchmark cannot run on this machine; any other error is the
  ///   reason for a failure.
  func answer(_ worker: Worker) throws -> Answer
}

extension Worker {
  /// All questions that a worker of this library can answer.
  package static var answeredQuestions: [any Question.Type] { answered }

  /// All questions, by topic.
  static let questions = Dictionary(
    uniqueKeysWithValues: answered.map { ($0.topic, $0) })

  private static let answered: [any AnsweredQuestion.Type] = [
    ListBenchmarks.self, Prepare.self, PinToCore.self,
    MeasureOverhead.self, TimeReferenceFrames.self, FindIterations.self, TakeSamples.self,
    TimeFrames.self, StartScene.self, TimeNextFrames.self, RunPaced.self, SampleCalls.self,
    CountInstructions.self, CountAllocations.self, CountFrameAllocations.self,
    RememberAllocations.self, CountKernel.self, RecordMetrics.self, RecordSignposts.self,
    PeakMemory.self,
    RecordAnswer.self, AnswerValues.self, InspectViews.self, ReviewMotion.self,
  ]
}
