import CMeasure
import Foundation
import WorkerProtocol

extension Worker {
  /// Seeds Swift's hashing from an environment variable; without it, hashing stays random.
  ///
  /// Must run before anything is hashed: a new seed breaks existing sets and dictionaries.
  fileprivate static func seedHashing() {
    guard let digits = getenv(WorkerStart.hashSeedVariable) else { return }
    _ = framegate_seed_hashing(strtoull(digits, nil, 16))
  }

  /// Answers questions from standard input until it ends.
  ///
  /// A worker process does nothing else.
  package func serve() { serve(on: WorkerChannel()) }

  fileprivate func serve(on channel: WorkerChannel) {
    let shift = Self.shiftHeap()
    defer { shift.deallocate() }
    var channel = channel
    guard channel.write(WorkerGreeting(hello).line) else { return }
    while let line = channel.readLine() {
      switch WorkerControl(rawValue: String(decoding: line, as: UTF8.self)) {
      // Sends no reply: the original process reports how its copy ended.
      case .end: return
      case .branch:
        let isCopied = channel.branch()
        guard isCopied || channel.write(failure(.cannotBranch).line) else { return }
      case nil: guard channel.write(reply(to: line)) else { return }
      }
    }
  }

  /// The reply to a line of the tool, as a line.
  func reply(to line: Data) -> Data {
    func answer<Asked: AnsweredQuestion>(as type: Asked.Type) -> Data {
      guard let question = try? JSONDecoder().decode(type, from: line) else {
        return failure(.notAQuestion(String(decoding: line, as: UTF8.self))).line
      }
      return self.answer(question).line
    }
    guard let topic = try? JSONDecoder().decode(WorkerTopic.self, from: line) else {
      return failure(.notAQuestion(String(decoding: line, as: UTF8.self))).line
    }
    guard let type = Self.questions[topic] else {
      return WorkerReply<Done>.unknown(question: topic.description).line
    }
    return answer(as: type)
  }

  private func failure(_ error: WorkerError) -> WorkerReply<Done> {
    .failed(reason: error.description)
  }

  /// Shifts the addresses of later small heap blocks by the length of an environment variable.
  ///
  /// The variable itself shifts the stack by the same distance. Times depend on these addresses, so
  /// the tool chooses the shift.
  private static func shiftHeap() -> UnsafeMutableRawPointer {
    let shift = getenv(WorkerStart.shiftVariable).map { strlen($0) } ?? 0
    // 64 KiB more, so that the block is taken from the end of the heap, not from a gap in it.
    return .allocate(byteCount: 65_536 + shift, alignment: 16)
  }
}

extension FramegateMain {
  /// Serves requests if this process was started as a worker.
  ///
  /// Runs before anything asynchronous, so that a worker has only one thread, which makes all its
  /// allocations.
  ///
  /// - Returns: Whether it was started as a worker; if so, all requests have been served.
  package static func serveIfWorker() -> Bool {
    guard CommandLine.arguments.dropFirst().first == WorkerStart.verb else { return false }
    Worker.seedHashing()
    // Before the first code of the user, which may print.
    let channel = WorkerChannel()
    Worker(registry: registry).serve(on: channel)
    return true
  }

  /// A new registry with everything that `register(in:)` adds.
  static var registry: BenchmarkRegistry {
    var registry = BenchmarkRegistry()
    register(in: &registry)
    return registry
  }
}
