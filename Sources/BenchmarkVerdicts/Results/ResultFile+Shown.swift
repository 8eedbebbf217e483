import BenchmarkModel
package import BenchmarkResults
import FrameTiming

extension ResultFile {
  /// The result as it would be on another display and device: all work scaled, and all budgets with
  /// the depth and reserve that replace their own.
  package func shown(with rules: BudgetRules) throws(ResultsError) -> ResultFile {
    var file = self
    for index in file.benchmarks.indices {
      guard var scenario = file.benchmarks[index].scenario else { continue }
      scenario.budgets = try rules.onDisplay(scenario.budgets)
      for costs in scenario.frames.value ?? [] { try rules.check(costs.rate) }
      scenario.frames = try scenario.frames.map { frames throws(ResultsError) in
        try frames.map { costs throws(ResultsError) in try costs.scaled(by: rules.scale) }
      }
      file.benchmarks[index].body = .scenario(scenario)
    }
    return file
  }
}
