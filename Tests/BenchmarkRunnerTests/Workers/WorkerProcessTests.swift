import BenchmarkModel
import Foundation
import FrameTiming
import FramegateKit
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

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
      failure: .noWorker(.exited(code: 0, lastWords: ""))),
    ShellWorker.Misbehavior(
      testDescription: "writes garbage",
      script: "echo '\(ShellWorker.hello())'; read line; echo garbage; read line",
      failure: .garbage(line: "garbage")),
    ShellWorker.Misbehavior(
      testDescription: "greets with garbage", script: "echo hello; read line",
      failure: .noWorker(.garbage(line: "hello"))),
    ShellWorker.Misbehavior(
      testDescription: "does not greet", script: "read line; sleep 3000",
      failure: .noWorker(.timedOut(after: .milliseconds(300)))),
    ShellWorker.Misbehavior(
      testDescription: "hangs", script: "echo '\(ShellWorker.hello())'; read line; sleep 3000",
      failure: .timedOut(after: .milliseconds(300))),
    ShellWorker.Misbehavior(
      testDescription: "speaks another version",
      script: "echo '\(ShellWorker.hello(version: ShellWorker.otherVersion))'",
      failure: .otherProtocol(
        version: ShellWorker.otherVersion, supported: WorkerHello.currentProtocol)),
    ShellWorker.Misbehavior(
      testDescription: "refuses",
      script:
        "echo '\(ShellWorker.hello())'; read line; echo '{\"failed\":\"no\"}'; read line",
      failure: .refused(reason: "no")),
  ]

  @Test("Fails in its own way", arguments: misbehaviors)
  func failures(_ misbehavior: ShellWorker.Misbehavior) async {
    // Only what hangs may take as long as the timeout; the others are given time on a busy machine.
    let timeout: Duration? =
      switch misbehavior.failure {
      case .timedOut(let after), .noWorker(.timedOut(let after)): after
      default: nil
      }
    let launch = ShellWorker.launch(misbehavior.script, timeout: timeout ?? .seconds(60))

    await #expect(throws: misbehavior.failure) {
      try await WorkerProcess.with(launch) { try await $0.ask(ListBenchmarks()) }
    }
  }

  @Test("A worker that crashes after its last answer, in a teardown, fails its benchmark")
  func crashAtTheEnd() async {
    let launch = ShellWorker.launch(
      """
      echo '\(ShellWorker.hello())'
      read line
      echo '{"answer":7}'
      read line
      echo 'Fatal error: torn' >&2
      kill -ABRT $$
      """)

    await #expect(throws: WorkerFailure.crashed(signal: 6, lastWords: "Fatal error: torn")) {
      try await WorkerProcess.with(launch) { try await $0.ask(FindIterations(lastingNs: 1)) }
    }
  }

  @Test("A worker that does not end after its last answer, in a teardown, fails its benchmark")
  func goesOnTearingDown() async {
    let launch = ShellWorker.launch(
      """
      echo '\(ShellWorker.hello())'
      read line; echo '{"answer":"done"}'
      read line; echo '{"answer":7}'
      exec tail -f /dev/null >/dev/null
      """, timeout: .seconds(2))

    await #expect(throws: WorkerFailure.notEnded(after: .seconds(2))) {
      try await WorkerProcess.with(launch) { worker in
        try await worker.prepare("a").ask(FindIterations(lastingNs: 1))
      }
    }
  }

  #if os(Linux)
    @Test("A worker that knows neither is pinned, and its memory is read, by the tool")
    func fromOutside() async throws {
      let launch = ShellWorker.launch(
        """
        echo '\(ShellWorker.hello())'
        while read line; do echo '{"unknown":"it"}'; done
        """)

      try await WorkerProcess.with(launch) { worker in
        try await worker.ask(PinToCore(0))
        let peak = try #require(try await worker.ask(PeakMemory()))
        #expect(peak > 0)
        // What only the worker knows has no substitute.
        await #expect(throws: Unavailable.self) { try await worker.ask(ListBenchmarks()) }
      }
    }
  #endif

  // Without it, whole suites would be skipped.
  @Test("The tool that goes wrong on purpose is built with these tests")
  func builtTool() {
    #expect(BuiltTool.isThere, "there is no \(BuiltTool.path)")
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
      echo '{"answer":7}'
      read line
      printf '{"failed":"%300000s"}\\n' "" | tr ' ' x
      read line
      """
    let launch = ShellWorker.launch(script)

    try await WorkerProcess.with(launch) { worker in
      #expect(worker.hello.allocator == "system")
      let iterations = try await worker.ask(FindIterations(lastingNs: 1))
      #expect(iterations == 7)
      await #expect(throws: WorkerFailure.refused(reason: long)) {
        try await worker.ask(ListBenchmarks())
      }
    }
  }

  @Test("Numbers that no measurement gives are an implausible answer")
  func lie() async throws {
    let script = """
      echo '\(ShellWorker.hello())'
      read line; echo '{"answer":"done"}'
      read line; echo '{"answer":0}'
      read line
      """

    await #expect(throws: WorkerFailure.implausible("0")) {
      try await WorkerProcess.with(ShellWorker.launch(script)) { connection in
        _ = try await connection.prepare("x").ask(FindIterations(lastingNs: 1))
      }
    }
  }

  @Test(
    "An answer to another question is no answer",
    arguments: [
      ShellWorker.Misbehavior(
        testDescription: "a number", script: #"{"answer":7}"#,
        failure: .malformed(
          line: #"{"answer":7}"#, problem: "'answer' has the wrong type")),
      ShellWorker.Misbehavior(
        testDescription: "a word that is none of those", script: #"{"answer":"yes"}"#,
        failure: .malformed(
          line: #"{"answer":"yes"}"#, problem: "'answer' cannot be read")),
      ShellWorker.Misbehavior(
        testDescription: "the end of a copy", script: #"{"ended":{"signal":0,"code":0}}"#,
        failure: .implausible("the end of a copy that nobody asked for")),
    ])
  func otherAnswers(_ misbehavior: ShellWorker.Misbehavior) async {
    let launch = ShellWorker.launch(
      "echo '\(ShellWorker.hello())'; read line; echo '\(misbehavior.script)'; read line")

    await #expect(throws: misbehavior.failure) {
      try await WorkerProcess.with(launch) { _ = try await $0.prepare("x") }
    }
  }

  @Test("A missing part of an answer is named as in source code")
  func missingPart() async {
    let line = #"{"answer":{"benchmarks":[{"tags":[]}]}}"#
    let launch = ShellWorker.launch(
      "echo '\(ShellWorker.hello())'; read line; echo '\(line)'; read line")

    await #expect(
      throws: WorkerFailure.malformed(
        line: line, problem: "'answer.benchmarks[0].name' is missing")
    ) {
      try await WorkerProcess.with(launch) { try await $0.ask(ListBenchmarks()) }
    }
  }

  @Test(
    "A worker that goes on without a benchmark is not given the time limit of an answer",
    .timeLimit(.minutes(5)))
  func goesOn() async throws {
    var launch = ShellWorker.launch(
      """
      echo '\(ShellWorker.hello())'
      read line; echo '{"answer":7}'
      exec tail -f /dev/null >/dev/null
      """)
    launch.timeout = .seconds(1_000)

    _ = try await WorkerProcess.with(launch) { try await $0.ask(FindIterations(lastingNs: 1)) }
  }

  @Test("An answer without an end fails before it fills the memory")
  func endless() async {
    var launch = ShellWorker.launch("echo '\(ShellWorker.hello())'; yes | tr -d '\\n'")
    launch.longestAnswer = 1 << 20

    let error = await #expect(throws: WorkerFailure.self) {
      try await WorkerProcess.with(launch) { try await $0.ask(ListBenchmarks()) }
    }
    guard case .endless(let bytes) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(bytes < 2 << 20)
  }

  @Test(
    "An answer with more values than the limit is refused, one with as many is read",
    arguments: [
      ShellWorker.Misbehavior(
        testDescription: "as many", script: #"{"answer":[[1,1,1]]}"#,
        failure: .malformed(
          line: #"{"answer":[[1,1,1]]}"#, problem: "'answer' has the wrong type")),
      ShellWorker.Misbehavior(
        testDescription: "one more", script: #"{"answer":[[1,1,1,1]]}"#,
        failure: .manyValues(most: 3)),
    ])
  func values(_ misbehavior: ShellWorker.Misbehavior) async {
    var launch = ShellWorker.launch(
      "echo '\(ShellWorker.hello())'; read line; echo '\(misbehavior.script)'; read line")
    launch.mostValues = 3

    await #expect(throws: misbehavior.failure) {
      try await WorkerProcess.with(launch) { try await $0.ask(FindIterations(lastingNs: 1)) }
    }
  }

  @Test("A greeting with a clock that no machine has is refused", arguments: ["-5", "9e18"])
  func clock(resolution: String) async {
    let launch = ShellWorker.launch(
      #"echo '{"hello":{"protocol":1,"clockResolutionNs":\#(resolution)}}'; read line"#)

    let error = await #expect(throws: WorkerFailure.self) {
      try await WorkerProcess.with(launch) { _ in }
    }
    guard case .malformed(_, "'hello.clockResolutionNs' cannot be read") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "A worker with many threads fails, although it answers in time",
    .enabled(if: BuiltTool.isThere), .timeLimit(.minutes(5)))
  func manyThreads() async throws {
    var launch = WorkerLaunch(executable: BuiltTool.path)
    launch.mostThreads = 100

    let error = await #expect(throws: WorkerFailure.self) {
      try await WorkerProcess.with(launch) { connection in
        let worker = try await connection.prepare("bad.threads")
        // Until one of the looks at its threads, which have a time between them.
        while true { try await worker.ask(TakeSamples(1, iterations: 5)) }
      }
    }
    guard case .manyThreads(let count) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(count > 100)
  }

  @Test("A question for a paced run has its own time, in addition to the time limit")
  func pacedTime() async throws {
    // Answers the second question alone.
    let script = """
      echo '\(ShellWorker.hello())'
      read line; read line; echo '{"unavailable":"late"}'
      read line
      """
    var launch = ShellWorker.launch(script, timeout: .zero)
    // A wrapper has time to start, whatever the time limit.
    launch.wrapper = WorkerLaunch.Wrapper(
      executable: "/usr/bin/env", arguments: [], variables: [:])

    try await WorkerProcess.with(launch) { worker in
      await #expect(throws: WorkerFailure.timedOut(after: .zero)) {
        try await worker.ask(ListBenchmarks())
      }
      await #expect(throws: Unavailable.self) {
        try await worker.ask(RunPaced(at: .hz60, seconds: 100))
      }
    }
  }

  @Test("An empty search path adds no folder", arguments: [nil, ""])
  func emptySearchPath(others: String?) {
    #expect(WorkerLaunch.searchPath("/tool", others) == "/tool")
    #expect(WorkerLaunch.searchPath("/tool", "/lib") == "/tool:/lib")
  }

  @Test("Every failure is told in whole sentences, except for the worker's own words")
  func sentences() {
    for misbehavior in Self.misbehaviors where misbehavior.testDescription != "refuses" {
      #expect(misbehavior.failure.description.hasSuffix("."))
    }
  }

  #if os(Linux)
    @Test(
      "Nothing that a worker started outlives it, in whatever group, with or without a parent",
      arguments: ["(sleep 74 & echo $! >\"$0\")", "sleep 74 & echo $! >\"$0\""])
    func children(start: String) async throws {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let file = folder.url.appending(path: "child")
      // With job control, a background process has a group of its own.
      let script = """
        set -m
        exec 2>/dev/null
        echo '\(ShellWorker.hello())'; read line
        \(start)
        echo '{"answer":7}'; read line
        """
      let launch = WorkerLaunch(executable: "/bin/bash", arguments: ["-c", script, file.path])

      try await WorkerProcess.with(launch) { worker in
        _ = try await worker.ask(FindIterations(lastingNs: 1))
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
        try await worker.ask(ListBenchmarks())
      }
    }

    await #expect(throws: CancellationError.self) { try await task.value }
  }

  #if os(Linux)
    @Test("A worker may have as many threads as the limit")
    func threads() async throws {
      var launch = ShellWorker.launch(
        "echo '\(ShellWorker.hello())'; read line; echo '{\"answer\":7}'; read line")
      launch.mostThreads = 1
      let answer = try await WorkerProcess.with(launch) { worker in
        try await worker.ask(FindIterations(lastingNs: 1))
      }
      #expect(answer == 7)
      launch.mostThreads = 0
      await #expect(throws: WorkerFailure.manyThreads(1)) {
        try await WorkerProcess.with(launch) { try await $0.ask(FindIterations(lastingNs: 1)) }
      }
    }
  #endif

  @Test("A worker that reads no more is not waited for longer than for an answer")
  func readsNoMore() async {
    var launch = ShellWorker.launch("echo '\(ShellWorker.hello())'; exec tail -f /dev/null")
    launch.timeout = .milliseconds(200)
    // More than a pipe takes.
    let question = InspectViews(at: Array(repeating: 0.123_456_789, count: 100_000))

    await #expect(throws: WorkerFailure.timedOut(after: .milliseconds(200))) {
      try await WorkerProcess.with(launch) { try await $0.ask(question) }
    }
  }

  @Test("A question that is larger than a pipe arrives whole")
  func largeQuestion() async throws {
    let launch = ShellWorker.launch(
      """
      echo '\(ShellWorker.hello())'; read -r line
      echo "{\\"answer\\":{\\"hits\\":[${#line}]}}"; read -r line
      """)
    let metrics = (0..<10_000).map { CustomMetric($0 == 0 ? "hits" : "metric \($0)") }

    let recorded = try await WorkerProcess.with(launch) { worker in
      try await worker.ask(RecordMetrics(metrics, iterations: 1))
    }

    let length = try #require(recorded["hits"]?.first)
    #expect(length > 300_000)
  }

  @Test("An answer that is there when the time is over is read")
  func lastMoment() async throws {
    let (near, far) = try WorkerPipes.make()
    defer { for ends in [near, far] { ends.close() } }
    func pipes(_ ends: WorkerPipes.Ends) -> WorkerPipes {
      WorkerPipes(ends, ShellWorker.launch(""), LastWords(), processGroup: getpgrp())
    }
    let tool = pipes(near)
    let worker = pipes(WorkerPipes.Ends(requests: far.answers, answers: far.requests))

    try await worker.send(ListBenchmarks())
    let received = try await tool.receive(WorkerTopic.self, within: .zero)
    #expect(received == ListBenchmarks.topic)
    await #expect(throws: WorkerFailure.timedOut(after: .zero)) {
      try await tool.receive(WorkerTopic.self, within: .zero)
    }
  }

  @Test("Whatever a copy of a worker still writes is skipped until it has ended")
  func skipping() async throws {
    let launch = ShellWorker.launch(
      """
      echo '\(ShellWorker.hello())'
      read line
      printf '%s\\n' '{"answer":7}' garbage '{"answer":"done"}' '{"ended":{"signal":9,"code":0}}' \
        '{"answer":8}'
      read line; read line
      """)

    try await WorkerProcess.with(launch) { connection in
      let worker = try #require(connection as? WorkerProcess)
      #expect(try await worker.ask(FindIterations(lastingNs: 1)) == 7)
      try await worker.skipToEnd()
      #expect(try await worker.ask(FindIterations(lastingNs: 1)) == 8)
    }
  }
}
