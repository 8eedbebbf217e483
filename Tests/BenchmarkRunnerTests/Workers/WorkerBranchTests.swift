import Foundation
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Branches of a worker", .enabled(if: BuiltTool.isThere, "there is no built tool"))
struct WorkerBranchTests {
  private let launch = WorkerLaunch(executable: BuiltTool.path)

  @Test("Each is a process of its own that has done nothing yet")
  func fresh() async throws {
    try await WorkerProcess.start(launch) { channel in
      let worker = try await WorkerProcess(channel)
      var identifiers: Set<Int32> = []
      for _ in 0..<3 {
        identifiers.insert(try await worker.branch())
        await #expect(throws: WorkerFailure.self) {
          try await worker.ask(FindIterations(lastingNs: 1))
        }
        try await worker.ask(Prepare("good.empty"))
        let end = try await worker.reply(to: .end)
        #expect(end == .ended(signal: 0, code: 0))
      }
      #expect(identifiers.count == 3)
    }
  }

  @Test("One that crashes, exits or is ended says how, and does not take the others along")
  func ends() async throws {
    try await WorkerProcess.start(launch) { channel in
      let worker = try await WorkerProcess(channel)

      _ = try await worker.branch()
      try await worker.ask(Prepare("bad.exit"))
      let exited = try await worker.reply(to: CountInstructions(iterations: 1))
      #expect(exited == .ended(signal: 0, code: 7))

      _ = try await worker.branch()
      try await worker.ask(Prepare("bad.crash"))
      guard
        case .ended(let signal, _) = try await worker.reply(
          to: CountInstructions(iterations: 1))
      else { throw WorkerFailure.garbage(line: "no end") }
      #expect(signal != 0)

      let identifier = try await worker.branch()
      kill(identifier, SIGKILL)
      #expect(
        try await channel.receive(
          WorkerReply<Done>.self, within: channel.timeout) == .ended(signal: SIGKILL, code: 0))

      let other = try await worker.branch()
      try await worker.ask(Prepare("good.empty"))
      kill(other, SIGKILL)
      // Nobody is there to read this one: it must not be taken for the request of a branch.
      let answer = try await worker.reply(to: CountInstructions(iterations: 1))
      #expect(answer == .ended(signal: SIGKILL, code: 0))

      _ = try await worker.branch()
      try await worker.ask(Prepare("good.empty"))
    }
  }
}

extension WorkerProcess {
  /// The identifier of a new copy.
  fileprivate func branch() async throws -> Int32 {
    guard case .branch(let identifier) = try await reply(to: .branch) else {
      throw WorkerFailure.garbage(line: "no branch")
    }
    return identifier
  }
}
