package import BenchmarkHarness
import CMeasure
import Foundation

extension Worker {
  /// The hidden verb that makes the tool a worker.
  package static let verb = "worker"

  /// The environment variable whose length is the distance that a worker's memory is moved.
  package static let shiftVariable = "FRAMEGATE_SHIFT"

  /// The environment variable with the seed of Swift's hashing, in hexadecimal digits.
  package static let hashSeedVariable = "FRAMEGATE_HASH_SEED"

  /// Seeds Swift's hashing as the environment says; without the variable it stays random.
  ///
  /// Must run before anything is hashed, because sets and dictionaries do not survive another seed.
  fileprivate static func seedHashing() {
    guard let digits = getenv(hashSeedVariable) else { return }
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
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    func send(_ message: some Encodable) -> Bool {
      // Encoding fails only for numbers that JSON cannot represent.
      let line =
        (try? encoder.encode(message))
        ?? Data(#"{"failed":{"reason":"The answer contains a number that is not finite."}}"#.utf8)
      return channel.write(line)
    }
    func reply(to question: some Question) -> Bool { send(answer(question)) }

    guard send(WorkerGreeting.hello(hello)) else { return }
    var isBranch = false
    while let line = channel.readLine() {
      guard let question = try? decoder.decode(WorkerRequest.self, from: line).question else {
        let error = WorkerError.notARequest(String(decoding: line, as: UTF8.self))
        guard send(WorkerReply<Done>.failed(reason: error.description)) else { return }
        continue
      }
      if question is Branch, channel.branch() {
        isBranch = true
        continue
      }
      // The process that the branch was copied from reports how the branch ended.
      if question is Bye, isBranch { return }
      guard reply(to: question), !(question is Bye) else { return }
    }
  }

  /// Moves small heap blocks that are allocated from now on by the length of an environment
  /// variable.
  ///
  /// The variable itself moves the stack by the same distance. Times depend on these addresses, so
  /// the runner chooses them.
  private static func shiftHeap() -> UnsafeMutableRawPointer {
    let shift = getenv(shiftVariable).map { strlen($0) } ?? 0
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
    guard CommandLine.arguments.dropFirst().first == Worker.verb else { return false }
    Worker.seedHashing()
    // Before anything of the user's, which may print.
    let channel = WorkerChannel()
    var registry = BenchmarkRegistry()
    register(in: &registry)
    Worker(registry: registry).serve(on: channel)
    return true
  }
}
