import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts

/// Measures here what was measured on a device.
struct DeviceSession {
  let name: ResultName

  /// A run on the device.
  let device: ResultFile
  let selection: Selection
  let measuring: MeasuringSettings
  let isQuiet: Bool

  /// Takes as long as a run of the benchmarks that both have.
  func run() async throws -> DeviceFactors {
    var measuring = measuring
    let rates = Set(device.benchmarks.flatMap { $0.frames.map(\.rate) })
    if !rates.isEmpty { measuring.chosenRates = rates.sorted() }
    measuring.chosenMetrics = [.cpuTotal]
    let session = MeasuringSession(
      selection: selection, settings: RunSettings(measuring), isInProcess: false,
      allowsDebugBuild: false, showsProgress: !isQuiet && Terminal.isInteractive,
      only: Set(device.benchmarks.map(\.name)), storage: .none)
    let outcome = try await session.measure()
    guard !outcome.isInterrupted else { throw CancellationError() }
    return try DeviceFactors(name, device: device, here: outcome.file)
  }
}
