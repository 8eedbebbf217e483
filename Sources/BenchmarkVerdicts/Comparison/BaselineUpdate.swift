package import BenchmarkResults
import FrameTiming
import ReportText

/// What changes if a result replaces a baseline, and the objections to that.
package struct BaselineUpdate {
  package let comparison: Comparison

  /// The objections, as the ends of a sentence about the new result; empty if there are none.
  package let objections: [String]

  /// Compares both results, and their counters even if the compilers differ, because the new
  /// counters are to be recorded.
  package init(of baseline: ResultFile, by result: ResultFile, spread: RunSpread = .assumed) {
    let rules = ComparisonRules(acrossToolchains: true)
    comparison = .compare(base: baseline, candidate: result, rules: rules, spread: spread)
    let sides = Incomparability(baseline: baseline, candidate: result, rules: rules)
    var objections = sides.timesReason.map { ["the two were \($0)"] } ?? []
    if result.environment.dirty.value == true { objections.append("it has uncommitted changes") }
    let failed = result.benchmarks.filter { $0.failure != nil }.map(\.name)
    if !failed.isEmpty {
      objections.append("\(Words.count(failed.count, "benchmark")) failed: \(Self.list(failed))")
    }
    let lost = comparison.entries.filter { entry in
      guard case .missing(.candidate, _) = entry.conclusion else { return false }
      return !failed.contains(entry.benchmark)
    }.map {
      [$0.benchmark, $0.metric, $0.rate?.description].compactMap(\.self).joined(separator: " ")
    }
    if !lost.isEmpty {
      objections.append("it lacks \(Words.count(lost.count, "row")): \(Self.list(lost))")
    }
    self.objections = objections
  }

  private static func list(_ names: [String]) -> String {
    Words.list(names.count > 5 ? names.prefix(4) + ["\(names.count - 4) more"] : names)
  }
}
