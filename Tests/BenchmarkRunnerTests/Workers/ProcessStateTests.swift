import BenchmarkModel
import BenchmarkVerdicts
import FramegateKit
import Testing

@testable import BenchmarkRunner

/// What both workers of a launch see of their processes; a benchmark tells it as its reason.
@Suite("State of workers' processes", .enabled(if: BuiltTool.isThere, "there is no built tool"))
struct ProcessStateTests {
  /// What each side of a launch sees.
  private static func seen(_ name: String) async throws -> (baseline: String, candidate: String) {
    let launches = Lockstep(Workload()).launches(
      of: BySide(both: BuiltTool.path),
      in: AddressLayout(launcher: await AddressLayout.launcher(), shift: 100), hashSeed: 1)
    return try await WorkerSides.with(launches.map { WorkerSource($0) }) { pair in
      (try await reason(name, pair.baseline), try await reason(name, pair.candidate))
    }
  }

  private static func reason(
    _ name: String, _ worker: any WorkerConnection
  ) async throws -> String {
    do {
      _ = try await worker.prepare(name)
      return "prepared"
    } catch let failure as SideFailure {
      guard let unavailable = failure.cause as? Unavailable else { throw failure }
      return unavailable.reason
    }
  }

  @Test(
    "Both workers of a launch see the same",
    arguments: [
      "sees.environmentBytes", "sees.workingFolderBytes", "sees.nextDescriptor",
      "sees.openDescriptors",
    ])
  func alike(name: String) async throws {
    let (baseline, candidate) = try await Self.seen(name)
    #expect((Int(baseline) ?? 0) > 0)
    #expect(baseline == candidate)
  }
}
