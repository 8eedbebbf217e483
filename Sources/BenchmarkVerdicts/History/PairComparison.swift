import BenchmarkModel
package import Foundation
import ReportText

/// Two builds by the digests of what they run.
package typealias BuildPair = BySide<String>

/// One comparison of two builds of a history, as it is stored.
package struct PairComparison: Hashable, Codable, Sendable {
  private(set) package var pair: BuildPair

  /// The benchmarks that were compared, whatever the outcome.
  package let names: Set<String>

  package let entries: [ComparisonEntry]

  /// How long each benchmark could be measured, in seconds.
  package let seconds: Double

  package let time: Date

  /// What made it doubtful, in sentences; nil in files of earlier versions.
  package let warnings: [String]?

  /// Which functions changed, for the benchmarks that were explained.
  package var explanations: [Explanation] = []

  package init(
    _ pair: BuildPair, names: Set<String>, entries: [ComparisonEntry], seconds: Double, time: Date,
    warnings: [String]? = nil
  ) {
    self.pair = pair
    self.names = names
    self.entries = entries
    self.seconds = seconds
    // Files have whole seconds.
    self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    self.warnings = warnings
  }
}

extension PairComparison {
  /// Keeps what a comparison found, with what made it doubtful.
  ///
  /// - Throws: `CancellationError` if a signal ended it early, and ``HistoryError`` if an error
  ///   did: otherwise, benchmarks that it did not reach would count as compared.
  package init(
    _ pair: BuildPair, names: Set<String>, _ comparison: Comparison, _ ending: Ending,
    seconds: Double, time: Date
  ) throws {
    guard !ending.isInterrupted else { throw CancellationError() }
    if let part = ending.failures.first(where: { $0.part != nil }) {
      throw HistoryError.comparisonEnded(reason: part.reason)
    }
    self.init(
      pair, names: names, entries: comparison.entries, seconds: seconds, time: time,
      warnings: comparison.warnings.filter { !$0.isOfThresholds }.map { $0.text(.current) })
  }

  /// The same comparison, with the digests of builds replaced as `digests` says.
  func renaming(_ digests: [String: String]) -> PairComparison {
    var renamed = self
    renamed.pair = pair.map { digests[$0] ?? $0 }
    return renamed
  }

  /// The benchmarks that it measured for at least `seconds` or, if `acceptsCertain`, decided
  /// sooner.
  func settled(seconds: Double, acceptsCertain: Bool) -> Set<String> {
    guard self.seconds < seconds else { return names }
    guard acceptsCertain else { return [] }
    let open = entries.filter { $0.verdict == .inconclusive }.map(\.benchmark)
    return names.subtracting(open)
  }

  /// The same comparison without the benchmarks that failed, which may run the next time.
  package var withoutFailures: PairComparison {
    let failed = entries.filter { entry in
      guard entry.metric == nil, case .missing = entry.conclusion else { return false }
      return true
    }
    return about(names.subtracting(failed.map(\.benchmark)))
  }

  /// The comparison of only these benchmarks.
  package func about(_ names: Set<String>) -> PairComparison {
    var part = PairComparison(
      pair, names: self.names.intersection(names),
      entries: entries.filter { names.contains($0.benchmark) }, seconds: seconds, time: time,
      warnings: warnings)
    part.explanations = explanations.filter { names.contains($0.benchmark) }
    return part
  }
}

extension PairComparison {
  /// The longest time for one benchmark, in seconds: 30 years.
  private static let longestSeconds = 1e9

  /// Whether all times and entries are plausible.
  var isPlausible: Bool {
    (0...Self.longestSeconds).contains(seconds) && entries.allSatisfy(\.isPlausible)
  }
}
