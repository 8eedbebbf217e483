package import BenchmarkModel
package import BenchmarkResults

/// What a candidate changed against a baseline.
package struct Comparison: Hashable, Sendable {
  /// One entry per benchmark and metric, in the baseline's order; entries that only the candidate
  /// has come last.
  package let entries: [ComparisonEntry]

  /// What makes the verdicts doubtful.
  package var warnings: [MeasuringWarning]

  /// The machine on which both sides were measured for this comparison; nil for stored results.
  package let conditions: MachineConditions?

  /// Where the candidate registers its benchmarks, by name, with paths from the top of the
  /// repository.
  package let locations: [String: SourceLocation]

  package init(
    entries: [ComparisonEntry], warnings: [MeasuringWarning] = [],
    conditions: MachineConditions? = nil, locations: [String: SourceLocation] = [:]
  ) {
    self.init(
      recorded: entries,
      warnings: warnings
        + [CommonShift(entries).map(MeasuringWarning.commonShift)]
        .compactMap(\.self),
      conditions: conditions, locations: locations)
  }

  /// Creates a comparison that already has all its warnings.
  init(
    recorded entries: [ComparisonEntry], warnings: [MeasuringWarning],
    conditions: MachineConditions?, locations: [String: SourceLocation]
  ) {
    self.entries = entries
    self.warnings = warnings
    self.conditions = conditions
    self.locations = locations
  }
}

extension Comparison {
  /// One entry for every benchmark, or rate of a scenario, in which something changed: a regressed
  /// entry if there is one, else an improved one.
  package var changedBenchmarks: [ComparisonEntry] {
    entries.reduce(into: []) { found, entry in
      guard entry.verdict == .regressed || entry.verdict == .improved else { return }
      let known = found.firstIndex { $0.benchmark == entry.benchmark && $0.rate == entry.rate }
      if let known {
        if entry.verdict == .regressed, found[known].verdict == .improved { found[known] = entry }
      } else {
        found.append(entry)
      }
    }
  }
}

extension Comparison {
  /// Whether the allocations of an entry's benchmark changed, at its rate.
  package func changesAllocations(of entry: ComparisonEntry) -> Bool {
    entries.contains {
      $0.benchmark == entry.benchmark && $0.rate == entry.rate && $0.verdict?.isChange == true
        && $0.countsAllocations
    }
  }

  /// Compares two results that were measured separately, at any distance in time.
  ///
  /// Counters have to be equal. For times, both medians' intervals are known, and the ratio's
  /// interval assumes the worst of both. But two runs of the same code differ by more than that,
  /// because caches, memory layout and other processes differ. So the threshold is larger than for
  /// paired measurements, and a change is reported only when the fastest samples agree with the
  /// medians. Equal data is unchanged whatever its interval. Times of one and the same build never
  /// improve or regress.
  package static func compare(
    base: ResultFile, candidate: ResultFile, rules: ComparisonRules = .init(),
    spread: RunSpread = .assumed
  ) -> Comparison {
    let sides = Incomparability(baseline: base, candidate: candidate, rules: rules)
    let later = candidate.byName
    let earlier = Set(base.benchmarks.map(\.name))
    let rules = rules.applying(candidate.gates)
    let pairs =
      base.benchmarks.map { (name: $0.name, old: Optional($0), new: later[$0.name]) }
      + candidate.benchmarks.filter { !earlier.contains($0.name) }
      .map { (name: $0.name, old: nil, new: Optional($0)) }
    let entries = pairs.flatMap { pair in
      SeparateBenchmark(
        name: pair.name, baseline: pair.old, candidate: pair.new, timesReason: sides.timesReason,
        counters: sides.counters, rules: rules, spread: spread
      ).entries
    }.map { isSameBuild(base, candidate) ? $0.ofIdenticalBuild : $0 }
    return Comparison(entries: entries, warnings: sides.warnings, locations: candidate.locations)
  }

  private static func isSameBuild(_ base: ResultFile, _ candidate: ResultFile) -> Bool {
    guard let old = base.environment.binaryHash.value else { return false }
    return old == candidate.environment.binaryHash.value
  }

  /// Compares the counters of one benchmark, including custom ones, and no times.
  package static func counters(
    baseline: BenchmarkResult, candidate: BenchmarkResult, rules: ComparisonRules
  ) -> [ComparisonEntry] {
    let timed = Set(Metric.all.filter { $0.nature == .measured }.map(\.name))
    var rules = rules
    rules.metrics?.removeAll(where: timed.contains)
    return SeparateBenchmark(
      name: baseline.name, baseline: baseline, candidate: candidate, timesReason: nil,
      counters: CounterIncomparability(), rules: rules, spread: .assumed
    ).entries.filter { $0.frameMetric != .work && !timed.contains($0.metric ?? "") }
  }
}

extension Comparison {
  /// Judges counters that were counted several times on each side, each time in other processes.
  package static func counters(_ counts: [[ComparisonEntry]]) -> [ComparisonEntry] {
    (counts.first ?? []).map { entry in
      RecountedEntries.merge(
        entry,
        counts.dropFirst().compactMap { count in count.first { $0.subject == entry.subject } })
    }
  }
}
