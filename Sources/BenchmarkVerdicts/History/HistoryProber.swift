import BenchmarkModel

/// Builds and compares the commits of a history.
///
/// The search through a history knows neither how that is done nor how long it takes.
package protocol HistoryProber {
  /// The build of a commit; a gap if there is none.
  func state(of commit: Int) async throws -> Trend.State

  /// Compares two builds, for `effort` times the usual time; the result covers at least some of the
  /// benchmarks.
  func compare(
    _ request: Trend.Request, effort: Int, _ purpose: ComparisonPurpose
  ) async throws -> PairComparison
}

package enum ComparisonPurpose: Hashable, Sendable {
  /// Compares the pair, unless there is an earlier comparison.
  case know

  /// Confirms what is known, in new processes.
  case confirm

  /// Replaces a comparison that does not fit, in new processes.
  case replace
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
      while let request = next {
        comparisons.add(try await prober.compare(request, effort: 1, .know))
      }
    }
    while let request = nextMisfit() {
      comparisons.add(try await prober.compare(request, effort: 1, .replace), replaces: true)
      while let request = next {
        comparisons.add(try await prober.compare(request, effort: 1, .know))
      }
    }
  }
}
