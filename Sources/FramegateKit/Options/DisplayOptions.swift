import ArgumentParser
import BenchmarkResults
import BenchmarkRunner
import FrameTiming

/// The display and the device that frames are judged for.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Imitate one of \(ReplaySettings.presets.map(\.name).joined(separator: ", ")).",
      valueName: "display"))
  var preset: Checked<ReplayPreset>?

  @Option(help: "Imitate a pipeline of this depth, 1…3.")
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "Reserve this time for the compositor, such as 1.5ms.", valueName: "time"))
  var reserve: Checked<ReserveTime>?

  @Option(
    help: ArgumentHelp(
      "Imitate a device that is this many times slower.",
      valueName: "factor"))
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Imitate a device that 'calibrate --device' stored.", valueName: "name"))
  var device: Checked<DeviceName>?

  func validate() throws {
    _ = try (reserve?.value, preset?.value, device?.value)
    if let scale {
      guard scale.isFinite, scale > 0 else {
        throw ValidationError(FrameTimingError.scaleOutOfRange(given: scale).description)
      }
      guard device == nil else {
        throw ValidationError("'--scale' and '--device' are both factors. Give one of them.")
      }
    }
    if let depth, !ReplaySettings.depths.contains(depth) {
      throw ValidationError(FrameTimingError.depthOutOfRange(given: depth).description)
    }
  }
}

extension DisplayOptions {
  /// Whether work is scaled.
  var scalesWork: Bool { scale != nil || device != nil }

  /// Settings of the declared budgets on this display and device.
  ///
  /// - Throws: `ResultsError` for a device without usable factors.
  func settings() throws -> BudgetSettings {
    let preset = try preset?.value.settings
    var settings = BudgetSettings(
      depth: depth ?? preset?.depth, reserveNs: try reserve?.value.nanoseconds ?? preset?.reserveNs)
    if let scale { settings.scale = WorkScale(warm: scale, cold: scale) }
    if let name = try device?.value.name {
      settings.scale = try ResultsFolder.store.device(name, on: EnvironmentProbe.machine).scale
    }
    return settings
  }
}

/// A time that belongs to the compositor, such as `1.5ms`.
struct ReserveTime: ArgumentText {
  let nanoseconds: Int64
  let argument: String

  init(argument text: String) throws {
    guard let time = TimeText.parse(text) else {
      throw UsageError("'\(text)' is not a time. Give a number and a unit, such as 1.5ms.")
    }
    nanoseconds = time
    argument = text
  }
}

/// The name of a device with stored factors.
struct DeviceName: ArgumentText {
  let name: ResultName

  init(argument text: String) throws {
    name = try ResultName(text)
  }

  var argument: String { name.text }
}
