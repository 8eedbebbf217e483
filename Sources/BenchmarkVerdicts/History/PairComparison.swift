import BenchmarkModel
package import Foundation

/// Two builds by the digests of what they run.
package typealias BuildPair = BySide<String>

/// One comparison of two builds of a history, as it is stored.
package struct PairComparison: Hashable, Codable, Sendable {
  private(set) package var pair: BuildPair

  /// The benchmarks that were compared, whatever became of them.
  package let names: Set<String>

  package let entries: [ComparisonEntry]

  /// How long each benchmark could be measured, in seconds.
  package let seconds: Double

  package let time: Date

  /// Which functions changed, for the benchmarks that were explained.
  package var explanations: [Explanation] = []

  package init(
    _ pair: BuildPair, names: Set<String>, entries: [ComparisonEntry], seconds: Double, time: Date
  ) {
    self.pair = pair
    self.names = names
    self.entries = entries
    self.seconds = seconds
    self.time = time
  }
}

extension PairComparison {
  /// The same comparison, with the digests of builds replaced as `digests` says.
  func renaming(_ digests: [String: String]) -> PairComparison {
    var renamed = self
    renamed.pair = pair.map { digests[$0] ?? $0 }
    return renamed
  }

  /// The comparison of only these benchmarks.
  package func about(_ names: Set<String>) -> PairComparison {
    var part = PairComparison(
      pair, names: self.names.intersection(names),
      entries: entries.filter { names.contains($0.benchmark) }, seconds: seconds, time: time)
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
