import BenchmarkHarness
import BenchmarkModel
import Foundation
import FrameTiming
import Testing

@testable import BenchmarkRunner

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
      script: "echo '\(ShellWorker.hello())'; read line; echo garbage; read line",
      failure: .garbage(line: "garbage")),
    ShellWorker.Misbehavior(
      testDescription: "greets with garbage", script: "echo hello; read line",
      failure: .garbage(line: "hello")),
    ShellWorker.Misbehavior(
      testDescription: "hangs", script: "echo '\(ShellWorker.hello())'; read line; sleep 3000",
      failure: .timedOut(after: .milliseconds(300))),
    ShellWorker.Misbehavior(
      testDescription: "speaks another version",
      script: "echo '\(ShellWorker.hello(version: ShellWorker.otherVersion))'",
      failure: .otherProtocol(
        version: ShellWorker.otherVersion, supported: WorkerHello.currentProtocolVersion)),
    ShellWorker.Misbehavior(
      testDescription: "refuses",
      script:
        "echo '\(ShellWorker.hello())'; read line; echo '{\"failed\":{\"reason\":\"no\"}}'; read line",
      failure: .refused(reason: "no")),
  ]

  @Test("Fails in its own way", arguments: misbehaviors)
  func failures(_ misbehavior: ShellWorker.Misbehavior) async {
    // Only what hangs may take as long as the timeout; the others are given time on a busy machine.
    let timeout: Duration? =
      if case .timedOut(let after) = misbehavior.failure { after } else { nil }
    let launch = ShellWorker.launch(misbehavior.script, timeout: timeout ?? .seconds(60))

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

  /// A request, and an answer that has numbers which no measurement gives.
  struct Lie: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answer: String
    let ask: @Sendable (PreparedWorker, any WorkerConnection) async throws -> Void

    init(
      _ testDescription: String, _ answer: String,
      ask: @escaping @Sendable (PreparedWorker, any WorkerConnection) async throws -> Void
    ) {
      self.testDescription = testDescription
      self.answer = answer
      self.ask = ask
    }
  }

  private static let perFrame = #"{"medianNs":1,"p99Ns":1,"minimumNs":1}"#

  @Test(
    "Numbers that no measurement gives are an unexpected answer",
    arguments: [
      Lie("iterations", "{\"iterations\":{\"_0\":\(Int.max)}}") { worker, _ in
        _ = try await worker.iterations(lastingNs: 1)
      },
      Lie("no iterations", #"{"iterations":{"_0":0}}"#) { worker, _ in
        _ = try await worker.iterations(lastingNs: 1)
      },
      Lie("samples", #"{"samples":{"_0":[{"wallNs":1e300,"cpuNs":1}]}}"#) { worker, _ in
        _ = try await worker.samples(1, iterations: 1)
      },
      Lie("a negative sample", #"{"samples":{"_0":[{"wallNs":1,"cpuNs":-1}]}}"#) { worker, _ in
        _ = try await worker.samples(1, iterations: 1)
      },
      Lie("frames", "{\"frames\":{\"_0\":[[\(Int64.min)]]}}") { worker, _ in
        _ = try await worker.frames(at: .hz60, repetitions: 1)
      },
      Lie("a turn of frames", "{\"frames\":{\"_0\":[[\(Int64.max)]]}}") { worker, _ in
        _ = try await worker.nextFrames(1)
      },
      Lie("a turn of too many frames", #"{"frames":{"_0":[[1,2]]}}"#) { worker, _ in
        _ = try await worker.nextFrames(1)
      },
      Lie("memory", "{\"memory\":{\"peakBytes\":-1}}") { _, connection in
        _ = try await connection.memory()
      },
      Lie("allocations", "{\"allocations\":{\"_0\":{\"bytes\":-1,\"count\":1},\"iterations\":1}}") {
        worker, _ in _ = try await worker.allocations(iterations: 1)
      },
      Lie("regions", "{\"counted\":{\"regions\":\(Int.max)}}") { worker, _ in
        _ = try await worker.countInstructions(iterations: 1)
      },
      Lie(
        "overhead",
        """
        {"overhead":{"_0":{"clockAlone":\(perFrame),"allCounters":\(perFrame),\
        "threadClock":{"medianNs":1,"p99Ns":1,"minimumNs":\(Int64.min)}}}}
        """
      ) { _, connection in _ = try await connection.overhead() },
    ])
  func lies(_ lie: Lie) async throws {
    let script = """
      echo '\(ShellWorker.hello())'
      read line; echo '{"prepared":{}}'
      read line; echo '\(lie.answer)'
      read line
      """

    let error = await #expect(throws: WorkerFailure.self) {
      try await WorkerProcess.with(ShellWorker.launch(script)) { connection in
        try await lie.ask(try await connection.prepare("x"), connection)
      }
    }
    guard case .unexpected = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("An answer without an end fails before it fills the memory")
  func endless() async {
    var launch = ShellWorker.launch("echo '\(ShellWorker.hello())'; yes | tr -d '\\n'")
    launch.longestAnswer = 1 << 20

    let error = await #expect(throws: WorkerFailure.self) {
      try await WorkerProcess.with(launch) { try await $0.ask(.list) }
    }
    guard case .endless(let bytes) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(bytes < 2 << 20)
  }

  @Test("A request for a paced run has its own time, in addition to the time limit")
  func pacedTime() async throws {
    // Answers the second request alone.
    let script = """
      echo '\(ShellWorker.hello())'
      read line; read line; echo '{"unavailable":{"reason":"late"}}'
      read line
      """
    var launch = ShellWorker.launch(script, timeout: .zero)
    // A wrapper has time to start, whatever the time limit.
    launch.wrapper = WorkerLaunch.Wrapper(
      executable: "/usr/bin/env", arguments: [], variables: [:])

    try await WorkerProcess.with(launch) { worker in
      await #expect(throws: WorkerFailure.timedOut(after: .zero)) { try await worker.ask(.list) }
      await #expect(throws: Unavailable.self) {
        try await worker.ask(.paced(refreshRate: .hz60, seconds: 100))
      }
    }
  }

  @Test("An empty search path adds no folder", arguments: [nil, ""])
  func emptySearchPath(others: String?) {
    #expect(WorkerLaunch.searchPath("/tool", others) == "/tool")
    #expect(WorkerLaunch.searchPath("/tool", "/lib") == "/tool:/lib")
  }

  @Test("Every failure says what to do")
  func advice() {
    for misbehavior in Self.misbehaviors where misbehavior.testDescription != "refuses" {
      #expect(misbehavior.failure.description.hasSuffix("."))
    }
  }

  #if os(Linux)
    @Test(
      "Nothing that a worker started outlives it, in whatever group, with or without a parent",
      arguments: ["(sleep 74 & echo $! >\"$0\")", "sleep 74 & echo $! >\"$0\""])
    func children(start: String) async throws {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "framegate-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      // With job control, a background process has a group of its own.
      let script = """
        set -m
        exec 2>/dev/null
        echo '\(ShellWorker.hello())'; read line
        \(start)
        echo '{"iterations":{"_0":7}}'; read line
        """
      let launch = WorkerLaunch(executable: "/bin/bash", arguments: ["-c", script, file.path])

      try await WorkerProcess.with(launch) { worker in
        _ = try await worker.ask(.calibrate(nanoseconds: 1))
      }

      let child = try String(contentsOf: file, encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
      #expect(state.map { $0.contains(") Z ") } ?? true, "\(state ?? "")")
    }
  #endif

  @Test("Cancelling ends the worker")
  func cancellation() async {
    let launch = ShellWorker.launch("echo '\(ShellWorker.hello())'; read line; sleep 3000")
    let task = Task {
      try await WorkerProcess.with(launch) { worker in
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await worker.ask(.list)
      }
    }

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
