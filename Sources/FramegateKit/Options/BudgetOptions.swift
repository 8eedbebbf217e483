import ArgumentParser
import BenchmarkResults
import FrameTiming

/// Frame budgets on the command line, which replace those of the scenarios.
struct BudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Frame budget in place of the declared ones (repeatable): noDroppedFrames@120, \
      firstFrame=0@60, largestLatency=2@120, largestWork=4ms@120, largestHitchRatio=5@60, allocationsPerFrame=0; append /d2 for a depth \
      and /r1.5ms for a reserve.
      """, valueName: "budget"))
  var budget: [Checked<FrameBudget>] = []

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
  var scale = 1.0

  func validate() throws {
    for budget in budget { _ = try budget.value }
    _ = try (reserve?.value, preset?.value)
    guard scale.isFinite, scale > 0 else {
      throw ValidationError(FrameTimingError.scaleOutOfRange(given: scale).description)
    }
    if let depth, !ReplaySettings.depths.contains(depth) {
      throw ValidationError(FrameTimingError.depthOutOfRange(given: depth).description)
    }
  }
}

extension BudgetOptions {
  func settings(allowsMissing: Bool, isWarm: Bool) throws -> BudgetSettings {
    let preset = try preset?.value.settings
    var settings = BudgetSettings(
      overriding: budget.isEmpty ? nil : try budget.map { try $0.value },
      depth: depth ?? preset?.depth, reserveNs: try reserve?.value.nanoseconds ?? preset?.reserveNs,
      allowsMissing: allowsMissing, isWarm: isWarm)
    settings.scale = scale
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

extension FrameBudget: ArgumentText {
  init(argument text: String) throws {
    try self.init(parsing: text)
  }

  var argument: String { description }
}
