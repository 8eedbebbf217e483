/// Something that a worker can be asked.
///
/// To add one, write its type here, its answer as an `AnsweredQuestion` of FramegateKit, which
/// answers are accepted as an `AskedQuestion` of WorkerClient, and describe it in PROTOCOL.md.
package protocol Question: Codable, Sendable {
  associatedtype Answer: Encodable & Sendable

  static var topic: WorkerTopic { get }
}

extension Question {
  /// Its name in messages to people, such as `sample times`.
  package static var name: String { topic.description }
}

/// The answer to a question that asks for nothing but work.
package enum Done: String, Codable, Sendable { case done }
