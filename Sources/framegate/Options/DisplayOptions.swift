import ArgumentParser
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import FrameTiming

/// The display that frames are replayed on, and how fast its device is.
struct ReplayOptions: ParsableArguments {
  @Option(
    help: .value(
      "display", "Imitate one of \(ReplaySettings.presets.map(\.name).joined(separator: ", "))."))
  var preset: Checked<ReplaySettings>?

  @Option(help: "Imitate a pipeline of this depth, 1…3.")
  var depth: Int?

  @Option(help: .value("time", "Reserve this time for the compositor, such as 1.5ms."))
  var reserve: Checked<ReserveTime>?

  @Option(help: .value("factor", "Imitate a device that is this many times slower."))
  var scale: Double?

  func validate() throws {
    _ = try (reserve?.value, preset?.value)
    if let scale, !(scale.isFinite && scale > 0) {
      throw ValidationError(FrameTimingError.scaleOutOfRange(given: scale).description)
    }
    if let depth, !FrameLimits.depths.contains(depth) {
      throw ValidationError(FrameTimingError.depthOutOfRange(given: depth).description)
    }
  }
}

/// The display and the device that frames are judged for.
struct DisplayOptions: ParsableArguments {
  @OptionGroup var replay: ReplayOptions
  @OptionGroup var device: DeviceOptions

  func validate() throws {
    guard replay.scale == nil || device.device == nil else {
      throw ValidationError("'--scale' and '--device' are both factors. Give one of them.")
    }
  }

  var scalesWork: Bool { replay.scale != nil || device.device != nil }

  /// The rules for judging budgets on this display and device; `store` has the device's factors.
  func rules(_ store: ResultStore) throws -> BudgetRules {
    let preset = try replay.preset?.value
    var rules = BudgetRules()
    rules.depth = replay.depth ?? preset?.depth
    rules.reserveNs = try replay.reserve?.value.nanoseconds ?? preset?.reserveNs
    if let scale = replay.scale { rules.scale = WorkScale(warm: scale, cold: scale) }
    if let name = try device.name {
      rules.scale = try store.device(name, on: MachineProbe.machine()).scale
    }
    return rules
  }
}

/// A time that belongs to the compositor, such as `1.5ms`.
struct ReserveTime: ArgumentText {
  let nanoseconds: Int64

  init(argument text: String) throws {
    guard let time = TimeText.parse(text) else {
      throw CommandError("'\(text)' is not a time. Give a number and a unit, such as 1.5ms.")
    }
    nanoseconds = time
  }
}

extension ReplaySettings: ArgumentText {
  /// Reads the name of a preset, such as `android`.
  init(argument text: String) throws { self = try Self.named(text) }
}
