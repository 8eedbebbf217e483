package import BenchmarkVerdicts

/// What comparing two builds found, row by row, and how it ended.
package struct LockstepOutcome: Sendable {
  package var entries: [ComparisonEntry] = []

  /// Whether a signal ended it early, and which benchmarks crashed, hung or refused to run.
  package internal(set) var ending = Ending()

  /// Warnings for the report, with advice.
  package var warnings: [MeasuringWarning] = []

  package init(entries: [ComparisonEntry] = []) { self.entries = entries }

  /// Records what ended the comparison: a signal as an interruption, any other error as a failure.
  package mutating func end(early error: any Error) {
    ending.end(early: error, without: .restOfComparison)
  }

  mutating func add(_ gap: ComparisonEntry.Conclusion, of name: String) {
    entries.append(ComparisonEntry(benchmark: name, conclusion: gap))
  }

  mutating func add(_ failure: SideFailure, of name: String) {
    guard !failure.isUnavailable else {
      // As a rule, what one side cannot run on this machine, the other side cannot run either.
      warnings.append(.notCompared(benchmark: name, reason: "\(failure)"))
      return
    }
    let reason = "it failed on the \(failure.side.rawValue)'s side: \(failure)"
    add(.missing(from: .init(failure.side), reason: reason), of: name)
    ending.failures.append(Ending.Failure(name: name, reason: reason))
  }
}
