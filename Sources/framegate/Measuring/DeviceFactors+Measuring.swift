import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts

extension DeviceFactors {
  /// Repeats on this computer what was measured on a device; takes as long as a run of the
  /// benchmarks that both have.
  init(measuring name: ResultName, device: ResultFile, _ plan: Plan) async throws {
    let here = try await RunMeasurement(plan).measure()
    guard !here.ending.isInterrupted else { throw CancellationError() }
    try self.init(name, device: device, here: here.file)
  }
}
