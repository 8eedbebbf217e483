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

  /// The answer to assume if a worker does not know the question, or nil if there is none.
  var answerIfUnknown: Answer? { get }
}

extension AskedQuestion {
  package var ownTime: Duration { .zero }

  package var answerIfUnknown: Answer? { nil }
}

extension AskedQuestion where Answer == Done {
  package func accepts(_ answer: Done) -> Bool { true }
}
