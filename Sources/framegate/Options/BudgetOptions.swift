import ArgumentParser
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming

/// Frame budgets on the command line, which replace the scenarios' own.
struct BudgetOptions: ParsableArguments {
  @Option(
    help: .value(
      "budget",
      """
      Judge this budget instead of the declared ones (repeatable). Example: noDroppedFrames@120. \
      All kinds: Sources/FrameTiming/README.md#budgets-as-text
      """))
  var budget: [Checked<FrameBudget>] = []

  @OptionGroup var display: DisplayOptions

  func validate() throws { for budget in budget { _ = try budget.value } }
}

extension BudgetOptions {
  func rules(_ store: ResultStore) throws -> BudgetRules {
    var rules = try display.rules(store)
    rules.overriding = budget.isEmpty ? nil : try budget.map { try $0.value }
    return rules
  }
}

extension FrameBudget: ArgumentText {
  init(argument text: String) throws { try self.init(parsing: text) }
}
