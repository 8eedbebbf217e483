/// Something that the tool asks a worker, and which answers it believes.
///
/// To add one, write its type, add its answer to the worker, and describe both in PROTOCOL.md. What
/// an older worker does not know is answered by ``answerIfUnknown``.
package protocol Question: Codable, Sendable {
  associatedtype Answer: Codable & Sendable

  static var topic: WorkerTopic { get }

  /// The time that it asks the worker to spend, in addition to the time limit of every answer.
  var ownTime: Duration { get }

  /// Whether a worker that measured can have answered this.
  ///
  /// A worker may be built from a revision that has not been reviewed. Numbers that no measurement
  /// gives would overflow the arithmetic with them.
  func accepts(_ answer: Answer) -> Bool

  /// The answer to assume if a worker does not know the question, or nil if there is none.
  var answerIfUnknown: Answer? { get }
}

extension Question {
  /// Its name in messages to people, such as `sample times`.
  package static var name: String { topic.description }

  package var ownTime: Duration { .zero }

  package var answerIfUnknown: Answer? { nil }
}

extension Question where Answer == Done { package func accepts(_ answer: Done) -> Bool { true } }

/// The answer to a question that asks for nothing but work.
package enum Done: String, Codable, Sendable { case done }
