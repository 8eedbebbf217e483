import BenchmarkModel
import Foundation
import WorkerProtocol

/// A conversation with the process that measures, in which each answer has a time limit.
///
/// Blocks the thread that talks.
final class TestWorker {
  /// The longest answer in bytes, such as the frames of a long animation.
  private static let longestAnswer = 256 << 20

  /// The longest time for one answer, and until the expectation is reached.
  private let timeout: Duration
  private let process: Process
  private let requests = Pipe()
  private let answers = Pipe()
  private let errors: URL
  private var buffer = Data()

  /// Why a process does not answer, with what to do.
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Starts a process, and waits until it has reached the expectation.
  init(_ process: Process, timeout: Duration) throws {
    self.process = process
    self.timeout = timeout
    errors = FileManager.default.temporaryDirectory
      .appending(path: "framegate-test-\(UUID().uuidString)")
    process.standardInput = requests
    process.standardOutput = answers
    // Into a file, because a full pipe that nobody reads would stop a test that prints.
    let isThere = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardError =
      (isThere ? try? FileHandle(forWritingTo: errors) : nil) ?? FileHandle.nullDevice
    signal(SIGPIPE, SIG_IGN)
    do { try process.run() } catch {
      throw Failure(description: "its process cannot be started: \(error.localizedDescription).")
    }
    try? answers.fileHandleForWriting.close()
    do {
      // Before it, the test may print what it wants.
      let end = ContinuousClock.now + timeout
      while true {
        let line = try readLine(until: end)
        if line.starts(with: Data(#"{"hello""#.utf8)) { break }
      }
    } catch {
      end()
      throw error
    }
  }

  /// Ends the process, and whatever it has started in its group.
  func end() {
    try? requests.fileHandleForWriting.close()
    let identifier = process.processIdentifier
    if process.isRunning {
      if getpgid(identifier) == identifier { kill(-identifier, SIGKILL) }
      kill(identifier, SIGKILL)
    }
    process.waitUntilExit()
    if identifier > 1 { kill(-identifier, SIGKILL) }
    try? FileManager.default.removeItem(at: errors)
  }

  /// Asks, and waits for the answer.
  ///
  /// - Throws: `Unavailable`, ``Failure``.
  func ask<Asked: Question>(_ question: Asked) throws -> Asked.Answer {
    try? requests.fileHandleForWriting.write(
      contentsOf: JSONEncoder().encode(WorkerRequest(question)) + [UInt8(ascii: "\n")])
    let line = try readLine(until: .now + timeout)
    switch try? JSONDecoder().decode(WorkerReply<Asked.Answer>.self, from: line) {
    case .answer(let answer) where question.accepts(answer): return answer
    case .unavailable(let reason): throw Unavailable(reason)
    case .failed(let reason): throw Failure(description: "it failed: \(reason)")
    case .unknown:
      if let substitute = question.answerIfUnknown { return substitute }
      throw Failure(description: "it does not know '\(Asked.name)'.")
    case .answer, .branch, .ended, nil:
      let text = String(decoding: line.prefix(80), as: UTF8.self)
      throw Failure(description: "its process wrote what is no answer: \(text)")
    }
  }

  private func readLine(until end: ContinuousClock.Instant) throws -> Data {
    let descriptor = answers.fileHandleForReading.fileDescriptor
    var searched = buffer.startIndex
    while true {
      if let newline = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")),
        ContinuousClock.now < end
      {
        defer { buffer = Data(buffer[(newline + 1)...]) }
        return Data(buffer[..<newline])
      }
      searched = buffer.endIndex
      guard buffer.count <= Self.longestAnswer else {
        throw Failure(description: "its process wrote \(buffer.count) bytes without an answer.")
      }
      guard ContinuousClock.now < end else {
        throw Failure(
          description: """
            its process did not answer within \(timeout). If the code needs more time, pass a longer \
            'timeout'.
            """)
      }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&wanted, 1, 100) > 0
      // Not through the file handle, which waits for all bytes that it is asked for.
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = isReady ? read(descriptor, &chunk, chunk.count) : 0
      if count > 0 {
        buffer.append(contentsOf: chunk[..<count])
      } else if !process.isRunning {
        // What it started may keep the pipe open.
        throw Failure(description: ending)
      } else if isReady {
        // It ends, or has closed the pipe and goes on.
        usleep(1_000)
      }
    }
  }

  /// How the process ended, and the last that it said.
  private var ending: String {
    process.waitUntilExit()
    let code = process.terminationStatus
    let said = (try? String(contentsOf: errors, encoding: .utf8))?
      .split(separator: "\n").last { $0.contains("Fatal error: ") || $0.contains("✘") }
    let how =
      process.terminationReason == .uncaughtSignal
      ? "crashed with signal \(code)" : "exited with code \(code)"
    let reached =
      code == 0 && process.terminationReason == .exit
      ? """
       before it reached the expectation. In its process, the test runs alone, from its start: let \
      it reach the expectation whatever other tests do
      """ : ""
    return "its process \(how)\(reached)\(said.map { ": \($0)" } ?? "")."
  }
}
