/// Why a worker's answer is missing: the failure of one benchmark, never of the run.
package enum WorkerFailure: Error, Hashable, Sendable {
  /// Ended by a signal.
  case crashed(signal: Int32, lastWords: String)

  /// Ended by itself before it answered.
  case exited(code: Int32, lastWords: String)

  /// Kept silent for too long and was ended.
  case timedOut(after: Duration)

  /// Wrote a line that is no answer.
  case garbage(line: String)

  /// Speaks another version of the protocol.
  case otherProtocol(version: Int, supported: Int)

  /// Could not be started.
  case notStarted(reason: String)

  /// Met the request with a reason instead of an answer.
  case refused(reason: String)
}

extension WorkerFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .crashed(let signal, let lastWords):
      "crashed with signal \(signal)\(quoted(lastWords)). Run it with '--in-process' in a debugger."
    case .exited(let code, let lastWords):
      """
      ended with exit code \(code) before it answered\(quoted(lastWords)). \
      Look for a call of exit() in the benchmark.
      """
    case .timedOut(let duration):
      """
      did not answer within \(duration.components.seconds) s. \
      Raise '--timeout', or make one iteration shorter.
      """
    case .garbage(let line):
      """
      wrote a line that is no answer: '\(line)'. \
      Write to standard output or standard error instead of the worker's other descriptors.
      """
    case .otherProtocol(let version, let supported):
      """
      speaks protocol version \(version), this tool speaks \(supported). \
      Build both from one version of Framegate.
      """
    case .notStarted(let reason):
      "could not be started: \(reason). Check that the tool's file can be executed."
    case .refused(let reason):
      reason
    }
  }

  private func quoted(_ lastWords: String) -> String {
    lastWords.isEmpty ? "" : " ('\(lastWords)')"
  }
}
