import BenchmarkModel
import Foundation
import WorkerClient
import WorkerProtocol

/// A connection to the process that measures; each answer has a time limit.
///
/// Blocks the calling thread.
final class TestWorker {
  /// The maximum size of an answer in bytes, enough for the frames of a long animation.
  private static let longestAnswer = 256 << 20

  /// The maximum time for one answer, and until the expectation is reached.
  private let timeout: Duration
  private let process: ChildProcess
  private let requests = Pipe()
  private let answers = Pipe()

  /// The file for its standard error, or nil if no file can be made.
  private let errorFile: FileHandle?
  private var received = ReceivedLines()

  /// Why a process does not answer and, if known, what to do.
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Starts a process, and waits until it has reached the expectation.
  ///
  /// - Throws: `Unavailable`, ``Failure``.
  init(_ process: TestProcess, countsAllocations: Bool = false, timeout: Duration) throws {
    self.timeout = timeout
    let errors = FileManager.default.temporaryDirectory
      .appending(path: "framegate-test-\(UUID().uuidString)")
    // A file, because a pipe that is not read would fill up and block a test that prints.
    let isThere = FileManager.default.createFile(atPath: errors.path, contents: nil)
    errorFile = isThere ? FileHandle(forUpdatingAtPath: errors.path) : nil
    // Without a name, the file is deleted when the last process that has it open ends.
    unlink(errors.path)
    do {
      self.process = try process.start(
        countsAllocations: countsAllocations, input: requests.fileHandleForReading,
        output: answers.fileHandleForWriting, error: errorFile ?? .nullDevice)
    } catch let error as POSIXError {
      throw Failure(description: "its process cannot be started: \(error.localizedDescription).")
    }
    try? requests.fileHandleForReading.close()
    try? answers.fileHandleForWriting.close()
    do {
      // The test may print anything before it reaches the expectation.
      var left = TimeLeft(timeout)
      while true {
        let line = try readLine(within: &left)
        if line.starts(with: Data(#"{"hello""#.utf8)) { break }
      }
    } catch {
      end()
      throw error
    }
  }

  /// Ends the process, and all processes that it has started.
  func end() {
    process.look()
    try? requests.fileHandleForWriting.close()
    process.end()
  }

  /// Asks a question, and waits for the answer.
  ///
  /// - Throws: `Unavailable`, ``Failure``.
  func ask<Asked: AskedQuestion>(_ question: Asked) throws -> Asked.Answer {
    let end = requests.fileHandleForWriting
    let request = try JSONEncoder().encode(WorkerRequest(question)) + [UInt8(ascii: "\n")]
    // If writing fails, how the process ended explains more than this error.
    try? BrokenPipe.withoutSignal(writingTo: end.fileDescriptor) {
      try end.write(contentsOf: request)
    }
    var left = TimeLeft(timeout)
    let line = try readLine(within: &left)
    switch try? JSONDecoder().decode(WorkerReply<Asked.Answer>.self, from: line) {
    case .answer(let answer) where question.accepts(answer): return answer
    case .unavailable(let reason): throw Unavailable(reason)
    case .failed(let reason): throw Failure(description: "it failed: \(reason)")
    case .unknown: throw Failure(description: "it does not know '\(Asked.name)'.")
    case .answer, .branch, .ended, nil:
      let text = String(decoding: line.prefix(80), as: UTF8.self)
        .filter { $0.isASCII && !$0.isNewline && $0 >= " " }
      throw Failure(description: "its process wrote something that is not an answer: '\(text)'.")
    }
  }

  private func readLine(within left: inout TimeLeft) throws -> Data {
    let descriptor = answers.fileHandleForReading.fileDescriptor
    while true {
      left.step()
      if left.time > .zero, let line = received.next() { return line }
      guard received.count <= Self.longestAnswer else {
        throw Failure(description: "its process wrote \(received.count) bytes without an answer.")
      }
      guard left.time > .zero else {
        throw Failure(
          description: """
            its process did not answer within \(timeout). If the code needs more time, pass a longer \
            'timeout'.
            """)
      }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&wanted, 1, 100) > 0
      // Not through the file handle, which waits for all requested bytes.
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = isReady ? read(descriptor, &chunk, chunk.count) : 0
      if count > 0 {
        chunk.withUnsafeBytes { received.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      } else if let ending = process.ending() {
        // Processes that it started may keep the pipe open.
        throw Failure(description: description(of: ending))
      } else if isReady {
        // It is ending, or has closed the pipe and continues.
        usleep(1_000)
      }
    }
  }

  /// How the process ended, and its last output.
  private func description(of ending: ChildProcess.ExitStatus) -> String {
    try? errorFile?.seek(toOffset: 0)
    let text = (try? errorFile?.readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let said = text.split(separator: "\n").last { $0.contains("Fatal error: ") || $0.contains("✘") }
    let (how, reached) =
      switch ending {
      case .signaled(let signal): ("crashed with signal \(signal)", "")
      case .exited(code: 0):
        (
          "exited with code 0",
          """
           before it reached the expectation. In its process, the test runs alone, from its start: let \
          it reach the expectation whatever other tests do
          """
        )
      case .exited(let code): ("exited with code \(code)", "")
      }
    return "its process \(how)\(reached)\(said.map { ": \($0)" } ?? "")."
  }
}
