import BenchmarkHarness
import BenchmarkRunner
import Testing

/// One worker, and each way in which it misbehaves.
@Suite("Worker process")
struct WorkerProcessTests {
  private static let misbehaviors = [
    ShellWorker.Misbehavior(
      testDescription: "crashes before its hello", script: "kill -SEGV $$",
      failure: .crashed(signal: 11, lastWords: "")),
    ShellWorker.Misbehavior(
      testDescription: "crashes with last words",
      script:
        "echo '\(ShellWorker.hello())'; read line; echo 'Fatal error: boom' >&2; kill -ABRT $$",
      failure: .crashed(signal: 6, lastWords: "Fatal error: boom")),
    ShellWorker.Misbehavior(
      testDescription: "exits early", script: "echo '\(ShellWorker.hello())'; read line; exit 3",
      failure: .exited(code: 3, lastWords: "")),
    ShellWorker.Misbehavior(
      testDescription: "ends without a word", script: "exit 0",
      failure: .exited(code: 0, lastWords: "")),
    ShellWorker.Misbehavior(
      testDescription: "writes garbage",
      script: "echo '\(ShellWorker.hello())'; read line; echo garbage; sleep 30",
      failure: .garbage(line: "garbage")),
    ShellWorker.Misbehavior(
      testDescription: "greets with garbage", script: "echo hello; sleep 30",
      failure: .garbage(line: "hello")),
    ShellWorker.Misbehavior(
      testDescription: "hangs", script: "echo '\(ShellWorker.hello())'; read line; sleep 30",
      failure: .timedOut(after: .milliseconds(300))),
    ShellWorker.Misbehavior(
      testDescription: "speaks another version",
      script: "echo '\(ShellWorker.hello(version: 9))'",
      failure: .otherProtocol(version: 9, supported: WorkerHello.currentProtocolVersion)),
    ShellWorker.Misbehavior(
      testDescription: "refuses",
      script:
        "echo '\(ShellWorker.hello())'; read line; echo '{\"failed\":{\"reason\":\"no\"}}'; read line",
      failure: .refused(reason: "no")),
  ]

  @Test("Fails in its own way", arguments: misbehaviors)
  func failures(_ misbehavior: ShellWorker.Misbehavior) async {
    let launch = ShellWorker.launch(misbehavior.script, timeout: .milliseconds(300))

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
      echo '\(ShellWorker.hello())'
      read line
      echo '{"iterations":{"_0":7}}'
      read line
      printf '{"failed":{"reason":"%300000s"}}\\n' "" | tr ' ' x
      read line
      """
    let launch = ShellWorker.launch(script)

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
    let launch = ShellWorker.launch("echo '\(ShellWorker.hello())'; read line; sleep 30")
    let task = Task {
      try await WorkerProcess.with(launch) { worker in
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await worker.ask(.list)
      }
    }

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
