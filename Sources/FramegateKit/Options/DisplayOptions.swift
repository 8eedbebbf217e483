import ArgumentParser
import BenchmarkResults
import BenchmarkRunner
import FrameTiming

/// The display and the device that frames are judged for.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Depth and reserve for every budget, by name: \
      \(ReplaySettings.presets.map(\.name).joined(separator: ", ")).
      """, valueName: "name"))
  var preset: Checked<ReplayPreset>?

  @Option(help: "Pipeline depth for every budget, 1…3.")
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "Time reserved for the compositor, for every budget, such as 1.5ms.", valueName: "time"))
  var reserve: Checked<ReserveTime>?

  @Option(
    help: ArgumentHelp(
      "Factor on all work before it is judged: how much slower another device is.",
      valueName: "factor"))
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      """
      Device whose factors on warm and on cold work are used in place of '--scale'; 'calibrate --device' \
      stores them.
      """, valueName: "name"))
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
