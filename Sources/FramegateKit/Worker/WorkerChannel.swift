import CMeasure
import Foundation

/// A worker's ends of its two pipes: requests in, answers out, one JSON object per line.
///
/// Takes over standard input and output before any benchmark runs. From then on, whatever
/// benchmarks print goes to standard error, so they can neither disturb the protocol nor read
/// requests.
struct WorkerChannel {
  private let requests: FileHandle
  private let answers: FileHandle
  private var buffer = Data()

  init() {
    framegate_die_with_parent()
    framegate_take_niceness_of_parent()
    // Ctrl-C reaches the whole process group, but the tool decides when its workers end.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)

    requests = Self.duplicate(STDIN_FILENO)
    answers = Self.duplicate(STDOUT_FILENO)
    let null = open("/dev/null", O_RDONLY)
    dup2(null, STDIN_FILENO)
    close(null)
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  /// The next line, or nil at the end.
  mutating func readLine() -> Data? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(buffer[buffer.startIndex..<end])
        buffer = Data(buffer[(end + 1)...])
        return line
      }
      let chunk = requests.availableData
      guard !chunk.isEmpty else { return nil }
      buffer.append(chunk)
    }
  }

  /// Writes one line; returns false when the tool has closed the pipe.
  func write(_ line: Data) -> Bool {
    (try? answers.write(contentsOf: line + [UInt8(ascii: "\n")])) != nil
  }

  /// Continues in a copy of this process; this process answers with the copy's identifier.
  ///
  /// - Returns: True in the copy; false when the system made none.
  func branch() -> Bool {
    framegate_branch(requests.fileDescriptor, answers.fileDescriptor) == 0
  }

  private static func duplicate(_ descriptor: Int32) -> FileHandle {
    FileHandle(fileDescriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 3), closeOnDealloc: true)
  }
}
