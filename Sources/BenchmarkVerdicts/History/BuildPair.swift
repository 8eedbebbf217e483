import BenchmarkModel
package import Foundation

/// Two builds by the digests of what they run.
package struct BuildPair: Hashable, Codable, Sendable {
  package let baseline, candidate: String

  package init(baseline: String, candidate: String) {
    self.baseline = baseline
    self.candidate = candidate
  }

  package var reversed: BuildPair { BuildPair(baseline: candidate, candidate: baseline) }
}

package struct PairComparison: Hashable, Codable, Sendable {
  private(set) package var pair: BuildPair

  /// The benchmarks that were compared, whatever became of them.
  package let names: Set<String>

  package let entries: [ComparisonEntry]

  /// How long each benchmark could be measured, in seconds.
  package let seconds: Double

  package let time: Date

  /// Which functions changed, of benchmarks that were explained.
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

package struct PairComparisons: Sendable {
  private var byPair: [BuildPair: [PairComparison]] = [:]

  package init(_ all: [PairComparison] = []) { for comparison in all { add(comparison) } }

  /// Adds a comparison to its pair's.
  ///
  /// - Parameters:
  ///   - comparison: What was found.
  ///   - replaces: Whether it takes the place of what earlier ones say of its benchmarks.
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

  /// Adds which functions changed to the newest comparison of a pair that took the benchmark.
  ///
  /// - Returns: That comparison, or nil if there is none.
  package mutating func explain(_ pair: BuildPair, _ explanation: Explanation) -> PairComparison? {
    let known = byPair[pair]?.indices.filter { index in
      byPair[pair]?[index].names.contains(explanation.benchmark) ?? false
    }
    guard let index = known?.last else { return nil }
    byPair[pair]?[index].explanations.append(explanation)
    return byPair[pair]?[index]
  }

  package var all: [PairComparison] { byPair.values.flatMap(\.self) }

  /// What they say of each benchmark.
  var byBenchmark: [String: PairComparisons] {
    var parts: [String: PairComparisons] = [:]
    for comparison in all {
      let entries = Dictionary(grouping: comparison.entries, by: \.benchmark)
      for name in comparison.names {
        var part = PairComparison(
          comparison.pair, names: [name], entries: entries[name] ?? [], seconds: comparison.seconds,
          time: comparison.time)
        part.explanations = comparison.explanations.filter { $0.benchmark == name }
        parts[name, default: PairComparisons()].add(part)
      }
    }
    return parts
  }

  /// Which of these benchmarks no comparison of the pair took for so long; less time will do for
  /// verdicts that were certain sooner, unless `acceptsCertain` is false.
  package func missing(
    _ names: Set<String>, of pair: BuildPair, seconds: Double, acceptsCertain: Bool = true
  ) -> Set<String> {
    self[pair].reduce(names) { names, comparison in
      names.subtracting(
        comparison.names.filter { name in
          comparison.seconds >= seconds
            || acceptsCertain
              && comparison.entries.allSatisfy {
                $0.benchmark != name || $0.verdict != .inconclusive
              }
        })
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

extension PairComparison {
  /// The same with other digests, where the builds have some.
  func renaming(_ digests: [String: String]) -> PairComparison {
    var renamed = self
    renamed.pair = BuildPair(
      baseline: digests[pair.baseline] ?? pair.baseline,
      candidate: digests[pair.candidate] ?? pair.candidate)
    return renamed
  }

  /// The same about some benchmarks only.
  package func about(_ names: Set<String>) -> PairComparison {
    var part = PairComparison(
      pair, names: self.names.intersection(names),
      entries: entries.filter { names.contains($0.benchmark) }, seconds: seconds, time: time)
    part.explanations = explanations.filter { names.contains($0.benchmark) }
    return part
  }
}
