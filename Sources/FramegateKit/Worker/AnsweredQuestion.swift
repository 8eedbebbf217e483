package import WorkerProtocol

/// A question that this worker can answer.
protocol AnsweredQuestion: Question {
  /// Answers, in the worker's process.
  ///
  /// - Throws: `Unavailable` where the benchmark cannot run on this machine; anything else is the
  ///   reason of a failure.
  func answer(_ worker: Worker) throws -> Answer
}

extension Worker {
  /// What a worker of this library can be asked.
  package static var answeredQuestions: [any Question.Type] { answered }

  /// All of them, by what they ask.
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
