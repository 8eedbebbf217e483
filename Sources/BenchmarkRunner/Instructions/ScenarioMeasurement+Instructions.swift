import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming

extension ScenarioMeasurement {
  /// Instructions per frame; nil when they were not asked for.
  func instructions(at rate: RefreshRate) async throws -> Recorded<[Int64]>? {
    guard settings.metrics.contains(.instructions) else { return nil }
    do {
      let counted = try await pool.countedRegions(
        of: entry.name, parameters: parameters, .countFrameInstructions(refreshRate: rate))
      return .value(counted.instructions)
    } catch let unavailable as Unavailable {
      return .unavailable(unavailable.reason)
    }
  }
}
