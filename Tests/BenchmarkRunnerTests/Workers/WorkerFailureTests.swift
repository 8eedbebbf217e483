import BenchmarkModel
import BenchmarkVerdicts
import Testing

@testable import BenchmarkRunner

@Suite("Failures of workers")
struct WorkerFailureTests {
  @Test("The reason why a number is not available says what failed")
  func reason() {
    let crash = WorkerFailure.crashed(signal: 11, lastWords: "")
    let sentence = """
      the worker crashed with signal 11. Start the executable itself in a debugger, with \
      'profile NAME'
      """
    #expect(WorkerFailure.reason(crash) == sentence)
    #expect(WorkerFailure.reason(SideFailure(side: .baseline, cause: crash)) == sentence)
    #expect(
      WorkerFailure.reason(WorkerFailure.refused(reason: "there is no GPU")) == "there is no GPU")
    #expect(WorkerFailure.reason(Unavailable("nothing counts")) == "nothing counts")
  }

  @Test("What fails before it has greeted may be no worker, and is told to be one")
  func noWorker() {
    let advice = """
      Let the program start as a worker, with a client of Framegate, before it prints anything, and \
      within '--timeout'.
      """
    for (failure, deed) in [
      (.garbage(line: "hello"), "The worker wrote a line that is not an answer: 'hello'."),
      (.exited(code: 0, lastWords: ""), "The worker ended with exit code 0 before it answered."),
      (.timedOut(after: .seconds(60)), "The worker did not answer within 60 s."),
      (.endless(bytes: 9), "The worker wrote 9 bytes without the end of a line."),
    ] as [(WorkerFailure, String)] {
      #expect(failure.ofGreeting.description == "\(deed) \(advice)")
      #expect(failure.ofGreeting.ofGreeting == failure.ofGreeting)
      #expect(failure.description.hasPrefix(deed) && failure.description != deed)
      #expect(failure.ofGreeting.exitCode == .benchmarkFailed)
    }
    let crash = WorkerFailure.crashed(signal: 11, lastWords: "")
    #expect(crash.ofGreeting == crash)
  }
}
