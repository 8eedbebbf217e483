package import Foundation

/// A question as the worker reads it: a JSON object with `ask`, mostly `what`, and arguments.
package struct WorkerRequest: Encodable {
  package let question: any Question

  package init(_ question: any Question) { self.question = question }

  package func encode(to encoder: any Encoder) throws {
    try question.encode(to: encoder)
    try type(of: question).topic.encode(to: encoder)
  }
}

/// The part of a question that tells a worker which question it is.
package struct WorkerTopic: Hashable, Codable, Sendable {
  /// What the worker must do, such as `count`.
  package let ask: String

  /// The object, such as `allocations`, or nil if `ask` needs none.
  package let what: String?

  package init(_ ask: String, _ what: String? = nil) {
    self.ask = ask
    self.what = what
  }
}

extension WorkerTopic: CustomStringConvertible {
  package var description: String { [ask, what].compactMap(\.self).joined(separator: " ") }
}

/// What a worker writes: a line of JSON.
package protocol WorkerMessage: Encodable {}

extension WorkerMessage {
  /// The line, without the newline.
  package var line: Data {
    // Encoding fails only for numbers that JSON cannot represent.
    (try? JSONEncoder().encode(self))
      ?? Data(#"{"failed":"The answer contains a number that is not finite."}"#.utf8)
  }
}

/// What a worker says: a JSON object with one key.
package enum WorkerReply<Answer: Encodable & Sendable>: Sendable {
  case answer(Answer)

  /// The process continues in a copy with this identifier.
  case branch(processIdentifier: Int32)

  /// The copy of the process has ended, by a signal unless `signal` is 0. It may come in place of
  /// the answer to a question.
  case ended(signal: Int32, code: Int32)

  /// The benchmark cannot run on this machine, for this reason.
  case unavailable(reason: String)

  /// The worker could not answer, for this reason.
  case failed(reason: String)

  /// The worker does not know the question.
  case unknown(question: String)
}

extension WorkerReply: Equatable where Answer: Equatable {}

extension WorkerReply: WorkerMessage {
  package enum CodingKeys: CodingKey { case answer, branch, ended, unavailable, failed, unknown }

  package struct End: Codable {
    package let signal: Int32
    package let code: Int32
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .answer(let answer): try values.encode(answer, forKey: .answer)
    case .branch(let identifier): try values.encode(identifier, forKey: .branch)
    case .ended(let signal, let code):
      try values.encode(End(signal: signal, code: code), forKey: .ended)
    case .unavailable(let reason): try values.encode(reason, forKey: .unavailable)
    case .failed(let reason): try values.encode(reason, forKey: .failed)
    case .unknown(let question): try values.encode(question, forKey: .unknown)
    }
  }
}

/// Lines that control the process itself.
///
/// A worker that continues in copies reads only these lines and parses no JSON, because its memory
/// must not change between copies.
package enum WorkerControl: String, Sendable {
  /// Continue in a copy of this process.
  ///
  /// A profiler like valgrind takes seconds to start. With copies, it is started once for many
  /// benchmarks, and each of them still runs in a process that has done nothing yet.
  case branch = "+"

  /// End this copy.
  case end = "-"
}

/// A worker's first line.
package struct WorkerGreeting: WorkerMessage, Sendable {
  package enum CodingKeys: CodingKey { case hello }

  package let hello: WorkerHello

  package init(_ hello: WorkerHello) { self.hello = hello }
}

/// What identifies a worker, so that the tool can refuse other programs and knows what it measures.
package struct WorkerHello: Hashable, Sendable {
  /// The version of the protocol that this tool and this library speak.
  ///
  /// It is raised when a message changes its meaning. Additions need no new version: a worker
  /// answers that it does not know a question, and both sides ignore unknown keys.
  package static let currentProtocol = 1

  package let protocolVersion: Int

  /// How frames are made cold on machines that allow it; nil in a worker that never makes them
  /// cold, or does not say how.
  package let cooling: Cooling?

  /// What happens before every cold frame.
  package struct Cooling: Hashable, Codable, Sendable {
    /// The name of the method, one of those in PROTOCOL.md.
    package let method: String

    /// The number of branches taken, and how long the thread sleeps; nil for a step not done.
    package let branches, sleepNs: Int?

    /// The value for a worker that does not say how it makes frames cold.
    package static let unknown = Cooling(method: "unknown")

    package init(method: String, branches: Int? = nil, sleepNs: Int? = nil) {
      self.method = method
      self.branches = branches
      self.sleepNs = sleepNs
    }
  }

  /// The version of Framegate, or of another library that speaks the protocol.
  package let library: String?

  /// The name and version of the compiler, as it reports them.
  package let compiler: String?

  /// How the worker was compiled.
  package let build: Build

  package enum Build: String, Codable, Sendable { case release, debug, testing }

  /// ``systemAllocator``, or the library preloaded to count: "jemalloc" or "counting library".
  package let allocator: String

  /// The allocator of a worker that cannot count allocations.
  package static let systemAllocator = "system"

  /// The smallest step of the thread CPU clock, in nanoseconds.
  package let clockResolutionNs: Int64

  package init(
    protocolVersion: Int = Self.currentProtocol, cooling: Cooling? = nil,
    library: String? = nil, compiler: String? = nil, build: Build = .release,
    allocator: String = Self.systemAllocator, clockResolutionNs: Int64 = 1
  ) {
    self.protocolVersion = protocolVersion
    self.cooling = cooling
    self.library = library
    self.compiler = compiler
    self.build = build
    self.allocator = allocator
    self.clockResolutionNs = clockResolutionNs
  }
}

extension WorkerHello: Encodable {
  package enum CodingKeys: String, CodingKey {
    case protocolVersion = "protocol"
    case cooling, library, compiler, build, allocator, clockResolutionNs
  }
}
