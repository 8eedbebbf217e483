import FramegateKit
import Testing

@testable import BenchmarkRunner

@Suite(
  "Instruction pass", .enabled(if: BuiltTool.canCount, "there is no valgrind or no built tool"))
struct InstructionPassTests {
  @Test("A benchmark that exits or crashes under callgrind says how, and the next one is counted")
  func ends() async throws {
    try await InstructionPass.with(WorkerLaunch(executable: BuiltTool.path)) { pass in
      let exited = await #expect(throws: WorkerFailure.self) {
        try await pass.regions(of: "bad.exit")
      }
      guard case .exited(code: 7, _)? = exited else {
        Issue.record("\(String(describing: exited))")
        return
      }
      let crashed = await #expect(throws: WorkerFailure.self) {
        try await pass.regions(of: "bad.crash")
      }
      guard case .crashed? = crashed else {
        Issue.record("\(String(describing: crashed))")
        return
      }
      let counted = try await pass.regions(of: "good.empty")
      #expect(!counted.regions.isEmpty)
    }
  }
}
