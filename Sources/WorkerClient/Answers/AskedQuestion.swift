package import FrameModel
package import WorkerProtocol

/// A question as the asking side sees it: how long an answer may take, and which answers are
/// accepted.
///
/// A worker may be built from a revision that nobody has reviewed, and calculations with impossible
/// numbers would overflow. So every answer is checked.
package protocol AskedQuestion: Question where Answer: Decodable {
  /// The time that it asks the worker to spend, in addition to the time limit of every answer.
  var ownTime: Duration { get }

  /// Whether a worker that really measured could give this answer.
  func accepts(_ answer: Answer) -> Bool

  /// Replaces the reply of a worker that does not know the question, if possible: with an answer
  /// that is found by asking other questions, observed from outside, or assumed.
  func substitute(asking worker: some AnsweringWorker) async throws -> WorkerReply<Answer>

  /// Whether the question makes the worker prepare a benchmark, which it tears down before it ends.
  var makesReady: Bool { get }

  /// The core to which the worker is pinned once it has answered, or nil if the question pins
  /// nothing.
  var pinnedCore: Int? { get }
}

/// A question about every frame of the prepared scenario.
///
/// The question does not say how many there are: that follows from the scenario and the rate.
package protocol FrameQuestion: AskedQuestion {
  /// Whether an answer covers every frame that is played at each rate.
  func isComplete(_ answer: Answer, _ frames: (RefreshRate) -> Int) -> Bool
}

/// A worker that can be asked, and its process as it is seen from outside.
package protocol AnsweringWorker {
  /// Asks the worker.
  ///
  /// - Throws: Why there is no answer.
  @discardableResult
  func ask<Asked: AskedQuestion>(_ question: Asked) async throws -> Asked.Answer

  /// Pins the first thread of its process to one core; a worker that does not know ``PinToCore``
  /// measures on that thread.
  ///
  /// - Returns: Whether there is a process, and the system allows it.
  func pin(to core: Int) -> Bool

  /// The peak memory of its process in bytes, as reported by the system, or nil if it reports none.
  var peakMemory: Int? { get }
}

extension AskedQuestion {
  package var ownTime: Duration { .zero }

  package func substitute(asking worker: some AnsweringWorker) -> WorkerReply<Answer> {
    .unknown(question: Self.name)
  }

  package var makesReady: Bool { false }

  package var pinnedCore: Int? { nil }
}

extension AskedQuestion where Answer == Done {
  package func accepts(_ answer: Done) -> Bool { true }
}
