import BenchmarkHarness
import Foundation
import Testing

@testable import BenchmarkRunner

@Suite("Branches of a worker", .enabled(if: BuiltTool.isThere, "there is no built tool"))
struct WorkerBranchTests {
  private let launch = WorkerLaunch(executable: BuiltTool.path)

  private func branch(of worker: any WorkerConnection) async throws -> Int32 {
    guard case .branched(let identifier) = try await worker.ask(.branch) else {
      throw WorkerFailure.garbage(line: "no branch")
    }
    return identifier
  }

  @Test("Each is a process of its own that has done nothing yet")
  func fresh() async throws {
    try await WorkerProcess.with(launch) { worker in
      var identifiers: Set<Int32> = []
      for _ in 0..<3 {
        identifiers.insert(try await branch(of: worker))
        await #expect(throws: WorkerFailure.self) {
          try await worker.ask(.calibrate(nanoseconds: 1))
        }
        let answer = try await worker.ask(
          .prepare(name: "good.empty", parameters: ScenarioParameters()))
        #expect(answer == .prepared)
        let end = try await worker.ask(.bye)
        #expect(end == .ended(signal: 0, code: 0))
      }
      #expect(identifiers.count == 3)
    }
  }

  @Test("One that crashes, exits or is ended says how, and does not take the others along")
  func ends() async throws {
    func parameters(_ name: String) -> WorkerRequest {
      .prepare(name: name, parameters: ScenarioParameters())
    }
    try await WorkerProcess.start(launch) { channel in
      let worker = try await WorkerProcess(channel)

      _ = try await branch(of: worker)
      _ = try await worker.ask(parameters("bad.exit"))
      let exited = try await worker.ask(.countInstructions(iterations: 1))
      #expect(exited == .ended(signal: 0, code: 7))

      _ = try await branch(of: worker)
      _ = try await worker.ask(parameters("bad.crash"))
      guard case .ended(let signal, _) = try await worker.ask(.countInstructions(iterations: 1))
      else { throw WorkerFailure.garbage(line: "no end") }
      #expect(signal != 0)

      let identifier = try await branch(of: worker)
      kill(identifier, SIGKILL)
      #expect(try await worker.receive() == .ended(signal: SIGKILL, code: 0))

      let other = try await branch(of: worker)
      _ = try await worker.ask(parameters("good.empty"))
      kill(other, SIGKILL)
      // Nobody is there to read this one: it must not be taken for the request of a branch.
      let answer = try await worker.ask(.countInstructions(iterations: 1))
      #expect(answer == .ended(signal: SIGKILL, code: 0))

      _ = try await branch(of: worker)
      _ = try await worker.ask(parameters("good.empty"))
    }
  }

  @Test("A worker that is part of the tool has none")
  func inProcess() async {
    await #expect(throws: (any Error).self) {
      try await InProcessConnection(registry: BenchmarkRegistry()).ask(.branch)
    }
  }
}
