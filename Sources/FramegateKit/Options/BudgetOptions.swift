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
      and /r1.5ms for a reserve. At every rate, firstFrame, laterFrame and medianFrame have budgets of their own: \
      medianFrameWork=2.5x, in multiples of a reference frame, and medianFrameAllocations=0. largestJump=40pt limits how far \
      a corner of a view jumps.
      """, valueName: "budget"))
  var budget: [Checked<FrameBudget>] = []

  @OptionGroup var display: DisplayOptions

  func validate() throws {
    for budget in budget { _ = try budget.value }
  }
}

extension BudgetOptions {
  func settings(allowsMissing: Bool, isWarm: Bool) throws -> BudgetSettings {
    var settings = try display.settings()
    settings.overriding = budget.isEmpty ? nil : try budget.map { try $0.value }
    settings.allowsMissing = allowsMissing
    settings.isWarm = isWarm
    return settings
  }
}

extension FrameBudget: ArgumentText {
  init(argument text: String) throws {
    try self.init(parsing: text)
  }

  var argument: String { description }
}
