import BenchmarkModel
import BenchmarkResults
import ReportText
import SampleStatistics

/// A comparison as a shard stores it: everything that a report on it shows, warnings as sentences.
extension Comparison: Codable {
  private enum CodingKeys: String, CodingKey { case entries, warnings, conditions, locations }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let entries = try container.decode([ComparisonEntry].self, forKey: .entries)
    if let entry = entries.first(where: { !$0.isPlausible }) {
      throw DecodingError.dataCorruptedError(
        forKey: .entries, in: container,
        debugDescription: "the numbers of '\(entry.benchmark)' do not fit together")
    }
    self.init(
      recorded: entries,
      warnings: try container.decode([String].self, forKey: .warnings).map(
        MeasuringWarning.recorded),
      conditions: try container.decodeIfPresent(MachineConditions.self, forKey: .conditions),
      locations: try container.decode([String: SourceLocation].self, forKey: .locations))
  }

  package func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "entries": entries, "warnings": warnings.map { $0.text(.current) },
      "conditions": conditions, "locations": locations,
    ]
    try object.encode(to: encoder)
  }
}

extension ComparisonEntry {
  /// Whether a report can show it and a trend can use it; a file may contain anything.
  var isPlausible: Bool {
    let limit = CustomMetric.largestValue
    let ratios = [times?.paired?.ratio, times?.interval?.low, times?.interval?.high]
    let values = [baseline, candidate, power?.uncertainty, power?.threshold]
    let counts = [times?.paired?.count, droppedFrames?.baseline, droppedFrames?.candidate]
    return changedFrames.isConsistent && ratios.allSatisfy { (1 / limit...limit).contains($0 ?? 1) }
      && values.allSatisfy { ($0 ?? 0).magnitude <= limit }
      && (0...limit).contains(times?.threshold ?? 0)
      && counts.allSatisfy { (0...Int(limit)).contains($0 ?? 0) }
      && (power?.time).map { (.zero ... .seconds(1e9)).contains($0) } ?? true
  }
}

extension Comparison {
  /// The comparisons of shards as one, with a warning if they ran on different processors.
  ///
  /// - Parameter shards: Each with its name, and the positions of its benchmarks in the whole
  ///   selection, which order the entries.
  package init(merging shards: [(name: String, comparison: Comparison, positions: [String: Int])]) {
    let entries = shards.flatMap { shard in
      shard.comparison.entries.map { ($0, shard.positions[$0.benchmark] ?? .max) }
    }
    let machines = shards.compactMap(\.comparison.conditions)
    let processors = Set(machines.map(\.machine.summary)).sorted()
    let warnings = shards.flatMap { shard in
      shard.comparison.warnings.map {
        MeasuringWarning.recorded("Shard \(shard.name): \($0.text(.current))")
      }
    }
    self.init(
      // Entries of one benchmark stay in their order.
      recorded: entries.enumerated().sorted {
        ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
      }
      .map(\.element.0),
      warnings: warnings + (processors.count > 1 ? [.differentProcessors(processors)] : []),
      conditions: processors.count == 1 ? machines.first : nil,
      locations: shards.reduce(into: [:]) {
        $0.merge($1.comparison.locations) { first, _ in first }
      })
  }
}
