package import BenchmarkVerdicts

package struct LockstepOutcome: Sendable {
  package var entries: [ComparisonEntry] = []

  /// Benchmarks that crashed, hung or refused to run, with the reason.
  package internal(set) var failures: [Gate.Failure] = []

  /// With advice, for the report.
  package var warnings: [MeasuringWarning] = []

  /// Whether a signal ended it early.
  package var isInterrupted = false

  package init(entries: [ComparisonEntry] = []) { self.entries = entries }

  /// Takes the benchmarks that an error kept from being compared for a failure.
  package mutating func end(early error: any Error) {
    failures.append(Gate.Failure(name: "the rest of the comparison", reason: "\(error)"))
  }

  mutating func add(_ gap: ComparisonEntry.Conclusion, of name: String) {
    entries.append(ComparisonEntry(benchmark: name, conclusion: gap))
  }

  mutating func add(_ failure: SideFailure, of name: String) {
    guard !failure.isUnavailable else {
      // What cannot run on this machine can on neither side, as a rule.
      warnings.append(.notCompared(benchmark: name, reason: "\(failure)"))
      return
    }
    let reason = "it failed on the \(failure.side.rawValue)'s side: \(failure)"
    add(.missing(from: .init(failure.side), reason: reason), of: name)
    failures.append(Gate.Failure(name: name, reason: reason))
  }
}
