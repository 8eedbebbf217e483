/// A question that the tool can ask a worker.
///
/// To add one, write its type in this module, make it an `AnsweredQuestion` in FramegateKit and
/// an `AskedQuestion`, which checks answers, in WorkerClient, and describe it in PROTOCOL.md.
package protocol Question: Codable, Sendable {
  associatedtype Answer: Encodable & Sendable

  static var topic: WorkerTopic { get }
}

extension Question {
  /// Its name in messages to people, such as `sample times`.
  package static var name: String { topic.description }
}

/// The answer to a request that has no result.
package enum Done: String, Codable, Sendable { case done }
