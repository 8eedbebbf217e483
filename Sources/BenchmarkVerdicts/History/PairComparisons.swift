import BenchmarkModel
import Foundation

/// All comparisons of a history that are known, found by their builds.
package struct PairComparisons: Sendable {
  private var byPair: [BuildPair: [PairComparison]] = [:]

  package init(_ all: [PairComparison] = []) { for comparison in all { add(comparison) } }

  /// Adds a comparison to its pair's.
  ///
  /// - Parameters:
  ///   - comparison: What was found.
  ///   - replaces: Whether it replaces what earlier comparisons say about its benchmarks.
  package mutating func add(_ comparison: PairComparison, replaces: Bool = false) {
    if replaces {
      for pair in [comparison.pair, comparison.pair.reversed] {
        byPair[pair] = byPair[pair]?.map { $0.about($0.names.subtracting(comparison.names)) }
      }
    }
    byPair[comparison.pair, default: []].append(comparison)
  }

  /// The comparisons of two builds, whichever was the baseline.
  package subscript(pair: BuildPair) -> [PairComparison] {
    (byPair[pair] ?? []) + (byPair[pair.reversed] ?? [])
  }

  /// Adds which functions changed to the newest of a pair's comparisons that measured the
  /// benchmark, whichever build was its baseline.
  ///
  /// - Returns: That comparison, or nil if there is none.
  package mutating func explain(_ pair: BuildPair, _ explanation: Explanation) -> PairComparison? {
    let newest = self[pair].filter { $0.names.contains(explanation.benchmark) }
      .max { $0.time < $1.time }
    guard let newest, let index = byPair[newest.pair]?.lastIndex(of: newest) else { return nil }
    byPair[newest.pair]?[index].explanations.append(
      newest.pair == pair ? explanation : explanation.reversed)
    return byPair[newest.pair]?[index]
  }

  /// Which functions changed from the pair's baseline to its candidate, or nil if that was not
  /// determined.
  package func explanation(of series: HistorySeries, _ pair: BuildPair) -> Explanation? {
    self[pair].sorted { $0.time < $1.time }
      .flatMap { known in known.explanations.map { known.pair == pair ? $0 : $0.reversed } }
      .last { $0.benchmark == series.benchmark && ($0.rate == nil || $0.rate == series.rate) }
  }

  /// All comparisons, the oldest first; those of the same time are ordered by their pairs.
  package var all: [PairComparison] {
    func order(_ place: Int, _ comparison: PairComparison) -> (Date, String, String, Int) {
      (comparison.time, comparison.pair.baseline, comparison.pair.candidate, place)
    }
    return byPair.values.flatMap { $0.enumerated() }
      .sorted { order($0.offset, $0.element) < order($1.offset, $1.element) }.map(\.element)
  }

  /// The comparisons of each benchmark, by its name.
  var byBenchmark: [String: PairComparisons] {
    var parts: [String: PairComparisons] = [:]
    for comparison in all {
      let entries = Dictionary(grouping: comparison.entries, by: \.benchmark)
      for name in comparison.names {
        var part = PairComparison(
          comparison.pair, names: [name], entries: entries[name] ?? [], seconds: comparison.seconds,
          time: comparison.time, warnings: comparison.warnings)
        part.explanations = comparison.explanations.filter { $0.benchmark == name }
        parts[name, default: PairComparisons()].add(part)
      }
    }
    return parts
  }

  /// The benchmarks that no comparison of this pair measured for `seconds`.
  ///
  /// Verdicts that were certain sooner count as complete, unless `acceptsCertain` is false.
  package func missing(
    _ names: Set<String>, of pair: BuildPair, seconds: Double, acceptsCertain: Bool = true
  ) -> Set<String> {
    self[pair].reduce(names) {
      $0.subtracting($1.settled(seconds: seconds, acceptsCertain: acceptsCertain))
    }
  }
}

/// In files, the comparisons alone.
extension PairComparisons: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(try container.decode([PairComparison].self))
    guard all.allSatisfy(\.isPlausible) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "numbers of a comparison do not fit together")
    }
  }

  package func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
}
