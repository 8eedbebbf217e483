import BenchmarkHarness
import BenchmarkResults
import Testing

@testable import BenchmarkRunner

/// Pairs of workers, played by shell scripts, one of which misbehaves.
@Suite("Worker pair")
struct WorkerPairTests {
  private static func hello(_ version: Int) -> String {
    """
    echo '{"hello":{"_0":{"protocolVersion":\(version),"isDebugBuild":false,\
    "allocator":"system","clockResolutionNs":1}}}'
    """
  }

  private static let good = hello(WorkerHello.currentProtocolVersion) + "; cat >/dev/null"

  /// What goes wrong, and what is said of it.
  struct Misbehavior: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    let failure: WorkerFailure
  }

  private static let misbehaviors = [
    Misbehavior(
      testDescription: "exits before its hello", script: "exit 3",
      failure: .exited(code: 3, lastWords: "")),
    Misbehavior(
      testDescription: "speaks another version", script: "\(hello(9)); cat >/dev/null",
      failure: .otherProtocol(version: 9, supported: WorkerHello.currentProtocolVersion)),
    Misbehavior(
      testDescription: "crashes when asked",
      script: hello(WorkerHello.currentProtocolVersion) + "; read line; kill -SEGV $$",
      failure: .crashed(signal: 11, lastWords: "")),
  ]

  private static func launch(_ script: String) -> WorkerLaunch {
    WorkerLaunch(executable: "/bin/sh", arguments: ["-c", script], timeout: .seconds(20))
  }

  @Test("A failure is told of the side that it happened on", arguments: misbehaviors)
  func sides(_ misbehavior: Misbehavior) async throws {
    for isBaseline in [true, false] {
      let error = await #expect(throws: SideFailure.self) {
        try await WorkerPair.with(
          Self.launch(isBaseline ? misbehavior.script : Self.good),
          Self.launch(isBaseline ? Self.good : misbehavior.script)
        ) { _ = try await (isBaseline ? $0.baseline : $0.candidate).ask(.list) }
      }
      #expect(error?.side == (isBaseline ? .baseline : .candidate))
      #expect(error?.cause as? WorkerFailure == misbehavior.failure)
    }
  }

  @Test("A side that is no program cannot be started")
  func notStarted() async throws {
    for isBaseline in [true, false] {
      let nothing = WorkerLaunch(executable: "/nowhere/framegate")
      let error = await #expect(throws: SideFailure.self) {
        try await WorkerPair.with(
          isBaseline ? nothing : Self.launch(Self.good),
          isBaseline ? Self.launch(Self.good) : nothing
        ) { _ in }
      }
      #expect(error?.side == (isBaseline ? .baseline : .candidate))
    }
  }
}
