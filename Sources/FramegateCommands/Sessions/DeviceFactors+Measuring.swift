import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts

extension DeviceFactors {
  /// Measures here what was measured on a device; takes as long as a run of the benchmarks that
  /// both have.
  init(
    measuring name: ResultName, device: ResultFile, _ selection: Selection,
    _ measuring: MeasuringSettings, isQuiet: Bool
  ) async throws {
    var measuring = measuring
    let rates = Set(device.benchmarks.flatMap { $0.frames.map(\.rate) })
    if !rates.isEmpty { measuring.chosenRates = rates.sorted() }
    measuring.chosenMetrics = [.cpuTotal]
    let session = MeasuringSession(
      selection: selection, settings: RunSettings(measuring),
      allowsDebugBuild: false, isQuiet: isQuiet,
      only: Set(device.benchmarks.map(\.name)), storage: .none)
    let outcome = try await session.measure()
    guard !outcome.isInterrupted else { throw CancellationError() }
    try self.init(name, device: device, here: outcome.file)
  }
}
