import CMeasure
import Foundation
import WorkerProtocol

extension Worker {
  /// Seeds Swift's hashing as the environment says; without the variable it stays random.
  ///
  /// Must run before anything is hashed, because sets and dictionaries do not survive another seed.
  fileprivate static func seedHashing() {
    guard let digits = getenv(WorkerStart.hashSeedVariable) else { return }
    _ = framegate_seed_hashing(strtoull(digits, nil, 16))
  }

  /// Answers questions from standard input until they end.
  ///
  /// This is all that a worker process does.
  package func serve() { serve(on: WorkerChannel()) }

  fileprivate func serve(on channel: WorkerChannel) {
    let shift = Self.shiftHeap()
    defer { shift.deallocate() }
    var channel = channel
    guard channel.write(WorkerGreeting(hello).line) else { return }
    while let line = channel.readLine() {
      switch WorkerControl(rawValue: String(decoding: line, as: UTF8.self)) {
      // The process that a copy was made of tells how the copy ends.
      case .end: return
      case .branch:
        let isCopied = channel.branch()
        guard isCopied || channel.write(failure(.cannotBranch).line) else { return }
      case nil: guard channel.write(reply(to: line)) else { return }
      }
    }
  }

  /// The line that answers a line.
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

  /// Moves small heap blocks that are allocated from now on by the length of an environment
  /// variable.
  ///
  /// The variable itself moves the stack by the same distance. Times depend on these addresses, so
  /// the tool chooses them.
  private static func shiftHeap() -> UnsafeMutableRawPointer {
    let shift = getenv(WorkerStart.shiftVariable).map { strlen($0) } ?? 0
    // 64 KiB more, so that the block comes from the end of the heap and not from a gap in it.
    return .allocate(byteCount: 65_536 + shift, alignment: 16)
  }
}

extension FramegateMain {
  /// Serves requests if this process was started as a worker.
  ///
  /// Runs before anything asynchronous, so that a worker has one thread, whose allocations are its
  /// own.
  ///
  /// - Returns: Whether it was; then the requests have ended.
  package static func serveIfWorker() -> Bool {
    guard CommandLine.arguments.dropFirst().first == WorkerStart.verb else { return false }
    Worker.seedHashing()
    // Before anything of the user's, which may print.
    let channel = WorkerChannel()
    Worker(registry: registry).serve(on: channel)
    return true
  }

  /// What is registered, each time anew.
  static var registry: BenchmarkRegistry {
    var registry = BenchmarkRegistry()
    register(in: &registry)
    return registry
  }
}
