import BenchmarkHarness
import Foundation

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The runner's ends of a worker's two pipes, with a watch on how long an answer takes.
///
/// Waiting blocks the thread for some milliseconds at a time, on purpose: to suspend and to be woken
/// takes several threads, which run just when the worker begins to measure, and makes a question four
/// times as expensive.
final class WorkerPipes {
  /// The worker has closed its end; how its process ended says why.
  struct Closed: Error {}

  /// How long other tasks, and whoever cancels this one, have to wait at most.
  private static let slice = Duration.milliseconds(20)

  private let ends: Ends
  private let timeout, startTimeout: Duration

  /// What the worker writes to standard error.
  let lastWords: LastWords
  private var received = Data()
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  /// - Parameters:
  ///   - ends: Whoever made them closes them.
  ///   - launch: How long answers may take.
  ///   - lastWords: What the worker writes to standard error.
  init(_ ends: Ends, _ launch: WorkerLaunch, _ lastWords: LastWords) {
    (self.ends, timeout, startTimeout) = (ends, launch.timeout, launch.startTimeout)
    self.lastWords = lastWords
  }

  /// Writes one request.
  ///
  /// - Throws: ``Closed`` when the worker has ended, `CancellationError`.
  func send(_ request: WorkerRequest) throws {
    do {
      try ends.requests.writeAll(try encoder.encode(request) + Data("\n".utf8))
    } catch is Errno {
      // A worker that has ended cannot read; its end says more than the broken pipe does.
      try Task.checkCancellation()
      throw Closed()
    }
  }

  /// Reads what the worker says first.
  ///
  /// - Throws: As ``receive()`` does.
  func receiveHello() async throws -> WorkerResponse {
    try await receive(within: startTimeout)
  }

  /// Reads one answer.
  ///
  /// - Throws: ``Closed`` at the end, ``WorkerFailure`` for silence and for what is no answer.
  func receive() async throws -> WorkerResponse {
    try await receive(within: timeout)
  }

  private func receive(within timeout: Duration) async throws -> WorkerResponse {
    let line = try await nextLine(within: timeout)
    guard let response = try? decoder.decode(WorkerResponse.self, from: line) else {
      throw WorkerFailure.garbage(line: String(decoding: line.prefix(80), as: UTF8.self))
    }
    return response
  }

  private func nextLine(within timeout: Duration) async throws -> Data {
    let deadline = ContinuousClock.now + timeout
    var searched = received.startIndex
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { received = Data(received[(end + 1)...]) }
        return received[..<end]
      }
      searched = received.endIndex
      try Task.checkCancellation()
      let left = ContinuousClock.now.duration(to: deadline)
      if try hasAnswer(within: min(max(left, .zero), Self.slice)) {
        guard try readAnswer() else { throw Closed() }
      } else if left <= .zero {
        throw WorkerFailure.timedOut(after: timeout)
      } else {
        await Task.yield()
      }
    }
  }
}

extension WorkerPipes {
  /// This side's ends of the pipes.
  struct Ends {
    let requests, answers: FileDescriptor

    func close() {
      try? requests.close()
      try? answers.close()
    }
  }

  /// The worker's ends of them.
  struct FarEnds {
    let requests, answers: FileDescriptor
  }

  /// Makes both pipes.
  ///
  /// - Returns: This side of them, and what to give to the worker.
  /// - Throws: `Errno`.
  static func make() throws -> (near: Ends, far: FarEnds) {
    // A pipe whose reader is gone is an error to be told, not the end of the tool.
    signal(SIGPIPE, SIG_IGN)
    let requests = try unsharedPipe()
    do {
      let answers = try unsharedPipe()
      return (
        Ends(requests: requests.writeEnd, answers: answers.readEnd),
        FarEnds(requests: requests.readEnd, answers: answers.writeEnd)
      )
    } catch {
      try? requests.readEnd.close()
      try? requests.writeEnd.close()
      throw error
    }
  }

  /// A pipe that programs started meanwhile do not get: nobody would see its end while they run.
  private static func unsharedPipe() throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    let ends = try FileDescriptor.pipe()
    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    return ends
  }
}

extension WorkerPipes {
  /// Waits for an answer, or for the worker's end.
  private func hasAnswer(within time: Duration) throws -> Bool {
    var request = pollfd(fd: ends.answers.rawValue, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32((time / .milliseconds(1)).rounded(.up))
    let count = poll(&request, 1, milliseconds)
    guard count >= 0 || errno == EINTR else { throw Errno(rawValue: errno) }
    return count > 0
  }

  /// Appends what there is; false at the end.
  private func readAnswer() throws -> Bool {
    try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      let count = try ends.answers.read(into: buffer)
      received.append(contentsOf: buffer[..<count])
      return count > 0
    }
  }
}
