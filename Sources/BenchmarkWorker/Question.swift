import BenchmarkHarness

/// Something that the runner asks a worker: what it asks, how the worker answers, and which answers
/// the runner believes.
///
/// To add one, write its type, and name it in the list at the top of the same file.
package protocol Question: Codable, Sendable {
  associatedtype Answer: Codable & Sendable

  /// The time that it asks the worker to spend, in addition to the time limit of every answer.
  var ownTime: Duration { get }

  /// Answers, in the worker's process.
  ///
  /// - Throws: `Unavailable` where the benchmark cannot run on this machine; anything else is the
  ///   reason of a failure.
  func answer(_ worker: Worker) throws -> Answer

  /// Whether a worker that measured can have answered this.
  ///
  /// A worker may be of a revision that nobody has read. Numbers that no measurement gives would
  /// overflow the arithmetic with them.
  func accepts(_ answer: Answer) -> Bool
}

extension Question {
  /// Its name on the pipe.
  package static var name: String { String(describing: Self.self) }

  package var ownTime: Duration { .zero }
}

extension Question where Answer == Done { package func accepts(_ answer: Done) -> Bool { true } }

extension Worker {
  /// Every question, by its name on the pipe.
  package static let questionsByName = Dictionary(
    uniqueKeysWithValues: (questions + frameQuestions + answerQuestions).map { ($0.name, $0) })
}

/// The answer to a question that asks for nothing but work.
package enum Done: String, Codable, Sendable { case done }

/// A question on its way to a worker: one JSON object per line, with `name` and `arguments`.
package struct WorkerRequest: Codable, Sendable {
  package let question: any Question

  private enum CodingKeys: CodingKey { case arguments, name }

  package init(_ question: any Question) { self.question = question }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .name)
    guard let type = Worker.questionsByName[name] else {
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: container, debugDescription: "no question has this name")
    }
    question = try type.init(from: container.superDecoder(forKey: .arguments))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type(of: question).name, forKey: .name)
    try container.encode(question, forKey: .arguments)
  }
}

/// What a worker says to a question: one JSON object per line, one for every question.
package enum WorkerReply<Answer: Codable & Sendable>: Codable, Sendable {
  case answer(Answer)

  /// The copy of the process has ended, by a signal unless `signal` is 0. The reply to its ``Bye``,
  /// or to the question during which it ended.
  case ended(signal: Int32, code: Int32)

  /// The benchmark cannot run on this machine, for this reason.
  case unavailable(reason: String)

  /// The worker could not answer, for this reason.
  case failed(reason: String)
}

extension WorkerReply: Equatable where Answer: Equatable {}

/// A worker's first line.
package enum WorkerGreeting: Codable, Sendable { case hello(WorkerHello) }

/// What identifies a worker, so that the runner can refuse other programs.
package struct WorkerHello: Hashable, Codable, Sendable {
  /// Raised whenever a question or its answer is added or changes its meaning.
  package static let currentProtocolVersion = 23

  package let protocolVersion: Int

  package let isDebugBuild: Bool

  /// "system", or the name of what is preloaded to count: "jemalloc", "counting library".
  package let allocator: String

  /// The smallest step of the thread CPU clock, in nanoseconds.
  package let clockResolutionNs: Int64
}
