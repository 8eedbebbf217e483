import Testing
import WorkerProtocol

@testable import BenchmarkRunner

/// Workers played by shell scripts, so that each can misbehave in its own way.
enum ShellWorker {
  /// A version of the protocol that this tool does not speak.
  static let otherVersion = WorkerHello.currentProtocol + 1

  /// A hello as a real worker says it, with what it can read the counters of.
  static func hello(
    version: Int = WorkerHello.currentProtocol, allocator: String = WorkerHello.systemAllocator
  ) -> String {
    """
    {"hello":{"protocol":\(version),"allocator":"\(allocator)","clockResolutionNs":1}}
    """
  }

  /// How to start one.
  static func launch(_ script: String, timeout: Duration = .seconds(60)) -> WorkerLaunch {
    WorkerLaunch(executable: "/bin/sh", arguments: ["-c", script], timeout: timeout)
  }

  /// A script, and how talking to it fails.
  struct Misbehavior: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    let failure: WorkerFailure
  }
}
