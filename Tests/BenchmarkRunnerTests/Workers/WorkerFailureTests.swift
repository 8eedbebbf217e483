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
}
