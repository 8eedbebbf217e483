import BenchmarkResults
import BenchmarkVerdicts
import FramegateKit
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

/// Pairs of workers, played by shell scripts, one of which misbehaves.
@Suite("Worker pair")
struct WorkerSidesTests {
  private static let greeting = "echo '\(ShellWorker.hello())'"
  private static let good = "\(greeting); cat >/dev/null"

  private static let misbehaviors = [
    ShellWorker.Misbehavior(
      testDescription: "exits before its hello", script: "exit 3",
      failure: .noWorker(.exited(code: 3, lastWords: ""))),
    ShellWorker.Misbehavior(
      testDescription: "speaks another version",
      script: "echo '\(ShellWorker.hello(version: ShellWorker.otherVersion))'; cat >/dev/null",
      failure: .otherProtocol(
        version: ShellWorker.otherVersion, supported: WorkerHello.currentProtocol)),
    ShellWorker.Misbehavior(
      testDescription: "crashes when asked",
      script: "\(greeting); read line; kill -SEGV $$",
      failure: .crashed(signal: 11, lastWords: "")),
  ]

  private static func source(_ script: String) -> WorkerSource {
    WorkerSource(ShellWorker.launch(script, timeout: .seconds(20)))
  }

  @Test("A failure is told of the side that it happened on", arguments: misbehaviors)
  func sides(_ misbehavior: ShellWorker.Misbehavior) async throws {
    for side in [ComparisonSide.baseline, .candidate] {
      let error = await #expect(throws: SideFailure.self) {
        try await WorkerSides.with(
          BySide(side, Self.source(misbehavior.script), other: Self.source(Self.good))
        ) { _ = try await $0[side].ask(ListBenchmarks()) }
      }
      #expect(error?.side == side)
      #expect(error?.cause as? WorkerFailure == misbehavior.failure)
    }
  }

  @Test("A side that is no program cannot be started")
  func notStarted() async throws {
    for side in [ComparisonSide.baseline, .candidate] {
      let nothing = WorkerSource(WorkerLaunch(executable: "/nowhere/framegate"))
      let error = await #expect(throws: SideFailure.self) {
        try await WorkerSides.with(BySide(side, nothing, other: Self.source(Self.good))) { _ in }
      }
      #expect(error?.side == side)
    }
  }
}
