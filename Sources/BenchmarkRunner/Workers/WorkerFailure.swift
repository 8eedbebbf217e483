package import BenchmarkModel
import ReportText

/// The reason why a worker did not answer.
///
/// It fails one benchmark, never the whole run.
package enum WorkerFailure: ToolError, Hashable {
  case crashed(signal: Int32, lastWords: String)
  case exited(code: Int32, lastWords: String)
  case timedOut(after: Duration)

  /// It answered everything, and went on after that.
  case notEnded(after: Duration)
  case garbage(line: String)

  /// An answer in JSON from which something is missing, or has the wrong type.
  case malformed(line: String, problem: String)

  /// An answer with a part that the benchmark's author got wrong, such as a misspelled budget.
  case mistaken(part: String, reason: String)
  case endless(bytes: Int)
  case manyValues(most: Int)
  case manyThreads(Int)
  case implausible(String)
  case otherProtocol(version: Int, supported: Int)

  /// It failed like this before it said that it is a worker, and may be none.
  indirect case noWorker(WorkerFailure)
  case notStarted(reason: String)
  case refused(reason: String)
}

extension WorkerFailure {
  /// The same before the first message of a worker.
  var ofGreeting: WorkerFailure {
    switch self {
    case .exited, .timedOut, .garbage, .endless: .noWorker(self)
    case .crashed, .notEnded, .malformed, .mistaken, .manyValues, .manyThreads, .implausible,
      .otherProtocol, .noWorker, .notStarted, .refused:
      self
    }
  }

  package var exitCode: ToolExit {
    switch self {
    case .otherProtocol, .notStarted: .couldNotRun
    case .crashed, .exited, .timedOut, .notEnded, .garbage, .malformed, .mistaken, .endless,
      .manyValues, .manyThreads, .implausible, .noWorker, .refused:
      .benchmarkFailed
    }
  }

  package var description: String {
    if case .refused(let reason) = self { return reason }
    return "The worker \(predicate)"
  }

  /// The reason why a number is not available, as a clause: `the worker crashed with …`.
  package static func reason(_ error: any Error) -> String {
    switch (error as? SideFailure)?.cause ?? error {
    case WorkerFailure.refused(let reason): reason
    case let failure as WorkerFailure: "the worker \(failure.predicate)".withoutFullStop
    case let other: "\(other)"
    }
  }

  /// What the worker did, and what to do; a refusal is a sentence of its own.
  private var predicate: String {
    let (deed, advice) = told
    return advice.isEmpty ? deed : "\(deed). \(advice)"
  }

  /// What the worker did, and what to do, which is empty where the worker says that itself.
  private var told: (deed: String, advice: String) {
    switch self {
    case .crashed(9, let lastWords):
      (
        """
        was killed with signal 9: it is probably out of memory, or has closed its \
        descriptors\(quoted(lastWords))
        """, "Look at its memory use, and at the descriptors that it closes."
      )
    case .crashed(let signal, let lastWords):
      (
        "crashed with signal \(signal)\(quoted(lastWords))",
        "Start the executable itself in a debugger, with 'profile NAME'."
      )
    case .exited(let code, let lastWords):
      (
        "ended with exit code \(code) before it answered\(quoted(lastWords))",
        "Look for a call of exit() in the benchmark."
      )
    case .timedOut(let duration):
      (
        "did not answer within \(duration.secondsText) s",
        "Raise '--timeout', or make one iteration shorter."
      )
    case .notEnded(let duration):
      (
        "answered, and did not end within \(duration.secondsText) s after that",
        "Look at the benchmark's teardown, and at threads that go on."
      )
    case .garbage(let line):
      ("wrote a line that is not an answer: '\(line)'", Self.otherDescriptors)
    case .malformed(let line, let problem):
      (
        "wrote an answer in which \(problem): '\(line)'",
        "Write the keys that Framegate's PROTOCOL.md lists for the question."
      )
    case .mistaken(let part, let reason):
      ("wrote an answer in which \(part) cannot be read: \(reason)", "")
    case .endless(let bytes):
      ("wrote \(bytes) bytes without the end of a line", Self.otherDescriptors)
    case .manyValues(let most):
      (
        "wrote an answer of more than \(most) values",
        "Answer with what was asked for, or give the benchmark less to record."
      )
    case .manyThreads(let count):
      (
        "left \(count) threads running",
        "End the threads that an iteration starts before it returns."
      )
    case .implausible(let answer):
      (
        "gave an answer that no measurement gives: '\(answer)'",
        """
        Build the tool and its worker from one version. Framegate's PROTOCOL.md says which numbers \
        are possible.
        """
      )
    case .otherProtocol(let version, let supported):
      (
        "speaks protocol \(version), and this tool only \(supported)",
        version > supported
          ? """
          Update the tool: install it from the version of Framegate that the package depends on.
          """
          : """
          Update Framegate in the package with 'swift package update framegate', or the client that \
          it was built with, and build it again.
          """
      )
    case .noWorker(let failure):
      (
        failure.told.deed,
        """
        Let the program start as a worker, with a client of Framegate, before it prints anything, and \
        within '--timeout'.
        """
      )
    case .notStarted(let reason):
      ("could not be started: \(reason.withoutFullStop)", "Check that its file can be executed.")
    case .refused(let reason): (reason, "")
    }
  }

  private static let otherDescriptors =
    "Write to standard output or standard error instead of the worker's other descriptors."

  private func quoted(_ lastWords: String) -> String {
    lastWords.isEmpty ? "" : " ('\(lastWords)')"
  }
}
