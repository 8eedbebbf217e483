package import FrameModel
package import WorkerProtocol

/// A question as the asking side sees it: how long an answer may take, and which are accepted.
///
/// A worker may be built from a revision that has not been reviewed. Numbers that no measurement
/// gives would overflow the arithmetic with them.
package protocol AskedQuestion: Question where Answer: Decodable {
  /// The time that it asks the worker to spend, in addition to the time limit of every answer.
  var ownTime: Duration { get }

  /// Whether a worker that measured can have answered this.
  func accepts(_ answer: Answer) -> Bool

  /// What replaces the reply of a worker that does not know the question: an answer that is found
  /// by other questions, seen from outside, or assumed, if there is one.
  func substitute(asking worker: some AnsweringWorker) async throws -> WorkerReply<Answer>

  /// Whether the worker makes a benchmark ready, and tears it down before it ends.
  var makesReady: Bool { get }

  /// The core on which the worker runs alone after it has answered, or nil for any.
  var pinnedCore: Int? { get }
}

/// A question about every frame of the prepared scenario.
///
/// The question does not say how many there are: that follows from the scenario and the rate.
package protocol FrameQuestion: AskedQuestion {
  /// Whether an answer is about as many frames as are played at each rate.
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

  /// The maximum memory that its process has used at once, in bytes, as the system says, or nil
  /// where there is none.
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
