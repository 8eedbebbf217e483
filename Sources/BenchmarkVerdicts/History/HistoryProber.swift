import BenchmarkModel

/// Builds and compares the commits of a history.
///
/// The search through a history knows neither how that is done nor how long it takes.
package protocol HistoryProber {
  /// The build of a commit; a gap if there is none.
  func state(of commit: Int) async throws -> Trend.State

  /// What earlier commands found about two builds.
  func known(of pair: BuildPair) -> [PairComparison]

  /// Compares two builds in new processes, for `effort` times the usual time.
  ///
  /// - Parameters:
  ///   - request: The builds, and the benchmarks to compare.
  ///   - effort: How many times the usual time each benchmark may take.
  ///   - replaces: Whether the result replaces what earlier comparisons say about its benchmarks.
  /// - Returns: What is found about all of these benchmarks.
  /// - Throws: What ends measuring, such as `CancellationError`.
  func compare(
    _ request: Trend.Request, effort: Int, replaces: Bool
  ) async throws -> PairComparison
}

extension Trend {
  /// Finds out the build of a commit, unless it is known.
  package mutating func build(_ point: Int, by prober: some HistoryProber) async throws {
    if points[point].state == .pending { points[point].state = try await prober.state(of: point) }
  }

  /// Measures pairs that were not measured yet, and repeats those that do not fit.
  ///
  /// Keeps what was found before an error.
  package mutating func measure(by prober: some HistoryProber) async throws {
    for point in points.indices {
      try await build(point, by: prober)
      try await measureMissing(by: prober)
    }
    while let request = nextMisfit() {
      let found = try await prober.compare(request, effort: 1, replaces: true)
      comparisons.add(found, replaces: true)
      try await measureMissing(by: prober)
    }
  }

  /// Compares each pair of which neither this trend nor an earlier command knows enough.
  private mutating func measureMissing(by prober: some HistoryProber) async throws {
    while let request = next {
      let earlier = recall(request.names, of: request.pair, from: prober)
      guard earlier.isEmpty else { continue }
      comparisons.add(try await prober.compare(request, effort: 1, replaces: false))
    }
  }

  /// Adds what earlier commands found about benchmarks of a pair, unless it is known already.
  ///
  /// - Returns: What was added.
  mutating func recall(
    _ names: Set<String>, of pair: BuildPair, from prober: some HistoryProber
  ) -> [PairComparison] {
    guard comparisons[pair].allSatisfy({ $0.names.isDisjoint(with: names) }) else { return [] }
    let earlier = prober.known(of: pair).map { $0.about(names) }.filter { !$0.names.isEmpty }
    for comparison in earlier { comparisons.add(comparison) }
    return earlier
  }
}
