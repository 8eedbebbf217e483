package import BenchmarkModel

/// What a candidate changed against a baseline.
package struct Comparison: Hashable, Sendable {
  /// One entry per benchmark and metric, in the baseline's order; what only the candidate has
  /// comes last.
  package let entries: [ComparisonEntry]

  /// What to keep in mind when reading the verdicts, with advice.
  package let warnings: [String]

  /// Whether what only one side has is no failure.
  package let allowsMissing: Bool

  package init(entries: [ComparisonEntry], warnings: [String] = [], allowsMissing: Bool = false) {
    (self.entries, self.warnings, self.allowsMissing) = (entries, warnings, allowsMissing)
  }
}

extension Comparison {
  /// What a gate makes of a comparison, the worst first.
  package enum Outcome: String, Hashable, Codable, Sendable, CaseIterable {
    case regressed
    /// Something is missing, and that was not allowed.
    case missing
    case inconclusive
    case improved
    /// Everything is unchanged.
    case pass = "unchanged"
  }

  /// The worst that was found; ``contains(_:)`` looks for another finding behind it.
  package var outcome: Outcome {
    if contains(.regressed) { return .regressed }
    if hasForbiddenGaps { return .missing }
    if contains(.inconclusive) { return .inconclusive }
    return contains(.improved) ? .improved : .pass
  }

  /// Whether any entry has this verdict.
  package func contains(_ verdict: Verdict) -> Bool {
    entries.contains { $0.verdict == verdict }
  }

  /// An entry for every benchmark, and every rate of a scenario, in which something regressed.
  package var regressedBenchmarks: [ComparisonEntry] {
    entries.reduce(into: []) { found, entry in
      let isKnown = found.contains {
        $0.benchmark == entry.benchmark && $0.rateHz == entry.rateHz
      }
      if entry.verdict == .regressed, !isKnown { found.append(entry) }
    }
  }

  /// How many entries have this verdict; nil counts those with a side missing.
  package func count(of verdict: Verdict?) -> Int {
    entries.count { $0.verdict == verdict }
  }

  /// Whether something is missing that had to be there.
  package var hasForbiddenGaps: Bool {
    !allowsMissing && entries.contains { $0.verdict == nil }
  }
}
