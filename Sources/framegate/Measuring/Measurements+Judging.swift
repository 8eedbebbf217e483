import BenchmarkResults
import BenchmarkVerdicts

extension Measurements.OfRun {
  /// The severity of a run, in which only failures and an interruption count.
  var severity: Severity {
    var all = Ending(failures: run.result.failures)
    all.add(ending)
    return all.severity
  }
}

extension Measurements.OfCheck {
  /// Judges the run by budgets, and what changed against a baseline if there is one.
  func gate() throws -> Gate {
    let first = try Gate(
      run.result, budgets: budgets, isPaced: isPaced, comparison: compared?.comparison,
      noBaseline: noBaseline, ending: ending, policy: policy)
    guard let again else { return first }
    return first.confirmed(
      by: try Gate(again, budgets: budgets, isPaced: isPaced, policy: policy))
  }
}
