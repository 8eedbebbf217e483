import BenchmarkHarness
import BenchmarkRunner
import Testing

/// Workers played by shell scripts, so that each can misbehave in its own way.
@Suite("Worker process")
struct WorkerProcessTests {
  /// A hello as a real worker says it.
  private static let hello = """
    {"hello":{"_0":{"protocolVersion":2,"isDebugBuild":false,"allocator":"system",\
    "clockResolutionNs":1}}}
    """

  /// A script, and how talking to it fails.
  struct Misbehavior: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    let failure: WorkerFailure
  }

  private static let misbehaviors = [
    Misbehavior(
      testDescription: "crashes before its hello", script: "kill -SEGV $$",
      failure: .crashed(signal: 11, lastWords: "")),
    Misbehavior(
      testDescription: "crashes with last words",
      script: "echo '\(hello)'; read line; echo 'Fatal error: boom' >&2; kill -ABRT $$",
      failure: .crashed(signal: 6, lastWords: "Fatal error: boom")),
    Misbehavior(
      testDescription: "exits early", script: "echo '\(hello)'; read line; exit 3",
      failure: .exited(code: 3, lastWords: "")),
    Misbehavior(
      testDescription: "ends without a word", script: "exit 0",
      failure: .exited(code: 0, lastWords: "")),
    Misbehavior(
      testDescription: "writes garbage",
      script: "echo '\(hello)'; read line; echo garbage; sleep 30",
      failure: .garbage(line: "garbage")),
    Misbehavior(
      testDescription: "greets with garbage", script: "echo hello; sleep 30",
      failure: .garbage(line: "hello")),
    Misbehavior(
      testDescription: "hangs", script: "echo '\(hello)'; read line; sleep 30",
      failure: .timedOut(after: .milliseconds(300))),
    Misbehavior(
      testDescription: "speaks another version",
      script: "echo '\(hello.replacing("\"protocolVersion\":2", with: "\"protocolVersion\":9"))'",
      failure: .otherProtocol(version: 9, supported: 2)),
    Misbehavior(
      testDescription: "refuses",
      script: "echo '\(hello)'; read line; echo '{\"failed\":{\"reason\":\"no\"}}'; read line",
      failure: .refused(reason: "no")),
  ]

  @Test("Fails in its own way", arguments: misbehaviors)
  func failures(_ misbehavior: Misbehavior) async {
    let launch = WorkerLaunch(
      executable: "/bin/sh", arguments: ["-c", misbehavior.script], timeout: .milliseconds(300))

    await #expect(throws: misbehavior.failure) {
      try await WorkerProcess.with(launch) { try await $0.ask(.list) }
    }
  }

  @Test("A program that is not there cannot be started")
  func notStarted() async {
    await #expect(throws: WorkerFailure.self) {
      try await WorkerProcess.with(WorkerLaunch(executable: "/nowhere/framegate")) { _ in }
    }
  }

  @Test("Answers arrive in order, however long they are")
  func answers() async throws {
    let long = String(repeating: "x", count: 300_000)
    let script = """
      echo '\(Self.hello)'
      read line
      echo '{"iterations":{"_0":7}}'
      read line
      printf '{"failed":{"reason":"%300000s"}}\\n' "" | tr ' ' x
      read line
      """
    let launch = WorkerLaunch(executable: "/bin/sh", arguments: ["-c", script])

    try await WorkerProcess.with(launch) { worker in
      #expect(worker.hello.allocator == "system")
      let answer = try await worker.ask(.calibrate(nanoseconds: 1))
      #expect(answer == .iterations(7))
      await #expect(throws: WorkerFailure.refused(reason: long)) {
        try await worker.ask(.list)
      }
    }
  }

  @Test("Every failure says what to do")
  func advice() {
    for misbehavior in Self.misbehaviors where misbehavior.testDescription != "refuses" {
      #expect(misbehavior.failure.description.hasSuffix("."))
    }
  }

  @Test("Cancelling ends the worker")
  func cancellation() async {
    let launch = WorkerLaunch(
      executable: "/bin/sh", arguments: ["-c", "echo '\(Self.hello)'; read line; sleep 30"])
    let task = Task {
      try await WorkerProcess.with(launch) { worker in
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await worker.ask(.list)
      }
    }

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
