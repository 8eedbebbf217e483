import ArgumentParser
import BenchmarkResults
import FrameTiming

/// Frame budgets on the command line, over those beside the scenarios.
struct BudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Frame budget in place of the declared ones (repeatable): noDroppedFrames@120, \
      largestWork=4ms@120, largestHitchRatio=5@60, allocationsPerFrame=0; with /d2 for a depth \
      and /r1.5ms for a reserve.
      """, valueName: "budget"),
    transform: { text in
      do { return try FrameBudget(parsing: text) } catch {
        throw ValidationError(String(describing: error))
      }
    })
  var budget: [FrameBudget] = []

  @Option(help: "Pipeline depth for every budget, 1…3.")
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "Time that belongs to the compositor, for every budget, such as 1.5ms.", valueName: "time"),
    transform: { text in
      guard let reserve = TimeText.parse(text) else {
        throw ValidationError("'\(text)' is not a time. Give a number and a unit, such as 1.5ms.")
      }
      return reserve
    })
  var reserve: Int64?

  func validate() throws {
    if let depth, !ReplaySettings.depths.contains(depth) {
      throw ValidationError(FrameTimingError.depthOutOfRange(given: depth).description)
    }
  }
}

extension BudgetOptions {
  func settings(allowsMissing: Bool) -> BudgetSettings {
    BudgetSettings(
      overriding: budget.isEmpty ? nil : budget, depth: depth, reserveNs: reserve,
      allowsMissing: allowsMissing)
  }
}
