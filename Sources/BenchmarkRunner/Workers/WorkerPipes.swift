import BenchmarkModel
import BenchmarkResults
import CMeasure
import Foundation
import FrameModel
import WorkerClient
import WorkerProtocol

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The tool's ends of a worker's two pipes, with a time limit for every answer.
///
/// Waiting deliberately blocks the thread for some milliseconds at a time. Suspending and resuming
/// would involve several threads, which would run just when the worker starts to measure, and would
/// make a request four times as expensive.
final class WorkerPipes {
  /// The worker has closed its end; the exit status of its process is the reason.
  struct Closed: Error {
    fileprivate let pipes: ObjectIdentifier
  }

  /// Whether an error says that these pipes were closed, rather than another worker's.
  func isClosed(by error: any Error) -> Bool { (error as? Closed)?.pipes == ObjectIdentifier(self) }

  /// The longest time that other tasks, or a cancellation, have to wait.
  private static let slice = Duration.milliseconds(20)

  /// How much longer an answer that has begun to arrive may take, if the tool itself was stopped
  /// meanwhile.
  private static let overtime = Duration.milliseconds(500)

  /// The time between two looks at the worker's threads.
  private static let lookInterval = Duration.milliseconds(100)

  private let ends: Ends
  private let longestAnswer, mostValues, mostThreads: Int
  private var nextLook = SteadyClock.now

  /// The core to which the worker is pinned, or nil if it is not.
  ///
  /// If this process waits on the same core, it is woken as soon as the worker waits. On another
  /// core, it would have to wait for its turn, on a busy machine for milliseconds. Meanwhile, the
  /// caches of the worker's core would fill with other data.
  var core: Int?

  /// Whether the first message has arrived.
  var hasGreeted = false

  /// Whether the worker was asked to make a benchmark ready, which it tears down before it ends.
  var hasBenchmark = false

  /// The longest time for one answer, and for the first message.
  let timeout, startTimeout: Duration

  let lastWords: LastWords

  /// The worker's process group, whose leader it is.
  let processGroup: Int32
  private var received = ReceivedLines()
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  init(_ ends: Ends, _ launch: WorkerLaunch, _ lastWords: LastWords, processGroup: Int32) {
    self.ends = ends
    timeout = launch.timeout
    startTimeout = launch.startTimeout
    longestAnswer = launch.longestAnswer
    mostValues = launch.mostValues
    mostThreads = launch.mostThreads
    self.lastWords = lastWords
    self.processGroup = processGroup
  }

  /// Writes one question.
  ///
  /// - Throws: ``Closed`` when the worker has ended, ``WorkerFailure`` when it does not read,
  ///   `CancellationError`.
  func send(_ question: any Question) async throws {
    try await send(line: try encoder.encode(WorkerRequest(question)))
  }

  /// Writes a control line.
  ///
  /// - Throws: As for questions.
  func send(_ control: WorkerControl) async throws {
    try await send(line: Data(control.rawValue.utf8))
  }

  private func send(line: Data) async throws {
    var rest = line + Data("\n".utf8)
    var left = TimeLeft(timeout)
    do {
      while true {
        rest = rest.dropFirst(try writeAvailable(rest))
        guard !rest.isEmpty else { return }
        // The pipe is full, and only the worker can empty it.
        try Task.checkCancellation()
        try lookAtThreads()
        left.step()
        guard left.time > .zero else { throw WorkerFailure.timedOut(after: timeout) }
        if try !isReady(ends.requests, for: POLLOUT, within: min(left.time, Self.slice)) {
          await Task.yield()
        }
      }
    } catch is Errno {
      // The worker has ended, and its exit status says more than the broken pipe does.
      try Task.checkCancellation()
      throw closed
    }
  }

  /// Reads one message.
  ///
  /// - Throws: ``Closed`` at the end, ``WorkerFailure`` for a timeout or another message.
  func receive<Message: Decodable>(
    _ type: Message.Type, within timeout: Duration
  ) async throws -> Message {
    let line = try await nextLine(within: timeout)
    do {
      return try decoder.decode(type, fromForeign: line, mostValues: mostValues)
    } catch let error as TooManyValues {
      throw WorkerFailure.manyValues(most: error.most)
    } catch {
      let text = String(decoding: line.prefix(80), as: UTF8.self)
      throw (error as? DecodingError)?.failure(of: text) ?? .garbage(line: text)
    }
  }

  private var closed: Closed { Closed(pipes: ObjectIdentifier(self)) }

  private func nextLine(within timeout: Duration) async throws -> Data {
    var left = TimeLeft(timeout)
    var end: ContinuousClock.Instant?
    while true {
      if let line = received.next() { return line }
      guard received.count <= longestAnswer else {
        throw WorkerFailure.endless(bytes: received.count)
      }
      try Task.checkCancellation()
      try lookAtThreads()
      let now = left.step()
      if left.time <= .zero { end = end ?? now + Self.overtime }
      let time = min(max(left.time, .zero), Self.slice)
      if try isReady(ends.answers, for: POLLIN, within: time), end.map({ now < $0 }) ?? true {
        guard try readAnswer() else { throw closed }
      } else if left.time <= .zero {
        throw WorkerFailure.timedOut(after: timeout)
      } else {
        await Task.yield()
      }
    }
  }
}

extension WorkerPipes {
  /// Counts the worker's threads from outside, because a busy worker may not be able to say.
  ///
  /// - Throws: ``WorkerFailure/manyThreads(_:)``.
  private func lookAtThreads() throws {
    let now = SteadyClock.now
    guard now >= nextLook else { return }
    nextLook = now + Self.lookInterval
    let count = ProcessSession.threadCount(of: processGroup)
    if count > mostThreads { throw WorkerFailure.manyThreads(count) }
  }
}

extension WorkerPipes {
  /// One side's ends of the pipes.
  struct Ends {
    let requests: FileDescriptor
    let answers: FileDescriptor

    func close() {
      try? requests.close()
      try? answers.close()
    }
  }

  /// Creates both pipes; the far ends are the worker's.
  static func make() throws -> (near: Ends, far: Ends) {
    let requests = try FileDescriptor.unsharedPipe()
    do {
      // The tool must notice when time is over, even if a worker does not read.
      try requests.writeEnd.neverWait()
      let answers = try FileDescriptor.unsharedPipe()
      return (
        Ends(requests: requests.writeEnd, answers: answers.readEnd),
        Ends(requests: requests.readEnd, answers: answers.writeEnd)
      )
    } catch {
      try? requests.readEnd.close()
      try? requests.writeEnd.close()
      throw error
    }
  }
}

extension WorkerPipes {
  /// Writes as many bytes as the pipe takes at once, and returns how many.
  private func writeAvailable(_ bytes: Data) throws -> Int {
    do {
      return try BrokenPipe.withoutSignal(writingTo: ends.requests.rawValue) {
        try bytes.withUnsafeBytes { try ends.requests.write($0) }
      }
    } catch Errno.wouldBlock {
      return 0
    }
  }

  /// Waits until one end can be read or written, or the worker has closed the other.
  private func isReady(
    _ end: FileDescriptor, for event: Int32, within time: Duration
  ) throws -> Bool {
    var request = pollfd(fd: end.rawValue, events: Int16(event), revents: 0)
    let milliseconds = Int32((time / .milliseconds(1)).rounded(.up))
    if let core { framegate_pin_to_core(Int32(clamping: core)) }
    defer { if core != nil { framegate_unpin() } }
    let count = poll(&request, 1, milliseconds)
    guard count >= 0 || errno == EINTR else { throw Errno(rawValue: errno) }
    return count > 0
  }

  /// Appends the bytes that have arrived; returns false at the end.
  private func readAnswer() throws -> Bool {
    try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      let count = try ends.answers.read(into: buffer)
      received.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count > 0
    }
  }
}

extension DecodingError {
  /// Which part of an answer is missing or cannot be read; `garbage` if the line is not such an
  /// object.
  fileprivate func failure(of line: String) -> WorkerFailure {
    func malformed(_ problem: String) -> WorkerFailure {
      .malformed(line: line, problem: problem)
    }
    switch self {
    case .keyNotFound(let key, let context) where !context.codingPath.isEmpty:
      return malformed("'\((context.codingPath + [key]).text)' is missing")
    case .typeMismatch(_, let context) where !context.codingPath.isEmpty,
      .valueNotFound(_, let context) where !context.codingPath.isEmpty:
      return malformed("'\(context.codingPath.text)' has the wrong type")
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      let part = "'\(context.codingPath.text)'"
      guard let mistake = context.underlyingError as? FrameTimingError else {
        return malformed("\(part) cannot be read")
      }
      return .mistaken(part: part, reason: mistake.description)
    case .keyNotFound, .typeMismatch, .valueNotFound, .dataCorrupted: return .garbage(line: line)
    @unknown default: return .garbage(line: line)
    }
  }
}
