import CMeasure
package import Foundation

/// A worker's ends of its two pipes: requests in, answers out, one JSON object per line.
///
/// Taken from standard input and output before anything else runs. What the benchmarks print goes to
/// standard error from then on and cannot disturb the protocol, nor can they read the requests.
package struct WorkerChannel {
  private let requests: FileHandle
  private let answers: FileHandle
  private var buffer = Data()

  /// Takes standard input and standard output over.
  package init() {
    framegate_die_with_parent()
    // Ctrl-C reaches the whole group: the tool decides when its workers end.
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
  package mutating func readLine() -> Data? {
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

  /// Writes one line; false when nobody listens any more.
  package func write(_ line: Data) -> Bool {
    (try? answers.write(contentsOf: line + [UInt8(ascii: "\n")])) != nil
  }

  /// Goes on in a copy of this process, whose identifier this process answers.
  ///
  /// - Returns: True in the copy; false when there is none.
  package func branch() -> Bool {
    framegate_branch(requests.fileDescriptor, answers.fileDescriptor) == 0
  }

  private static func duplicate(_ descriptor: Int32) -> FileHandle {
    FileHandle(
      fileDescriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 3), closeOnDealloc: true)
  }
}
