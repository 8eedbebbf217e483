import BenchmarkModel
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Copies of a worker that count")
struct CountingBranchTests {
  @Test("A copy whose count fails is ended, and the worker goes on without its last answers")
  func failing() async throws {
    let launch = ShellWorker.launch(
      """
      echo '\(ShellWorker.hello())'
      read line
      sleep 3000 &
      echo '{"branch":'$!'}'
      wait $!
      echo '{"answer":1}'
      echo '{"ended":{"signal":9,"code":0}}'
      read line; echo '{"answer":7}'; read line
      """, timeout: .seconds(20))
    let files = CountingFiles()
    defer { files.remove() }

    try await WorkerProcess.with(launch) { connection in
      let worker = try #require(connection as? WorkerProcess)
      let branch = try await CountingBranch(of: worker, files)
      await #expect(throws: Unavailable.self) {
        try await branch.run { _ in throw Unavailable("it takes too long") }
      }
      #expect(try await worker.ask(FindIterations(lastingNs: 1)) == 7)
    }
  }
}
