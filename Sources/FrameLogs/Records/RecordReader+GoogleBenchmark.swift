import BenchmarkModel
import SampleStatistics

extension RecordReader {
  /// What a program of Google Benchmark wrote with `--benchmark_format=json`: the real time of each
  /// benchmark, and the rates of items and bytes.
  ///
  /// With repetitions, each value is their median; if there are only aggregates, it is the median
  /// or else the mean.
  static func googleBenchmark(
    _ context: [String: Any], _ benchmarks: [[String: Any]], _ name: String
  ) -> HistoryRecord {
    var record = record(named: name, time: context["date"] as? String)
    // '--benchmark_context=commit=…' adds this.
    let named = ["commit", "commit_hash", "git_commit", "revision", "sha"].lazy
      .compactMap { context[$0] as? String }.first { !$0.isEmpty }
    if let named {
      record.commit = named
      record.subject = ""
    }
    record.settings[HistoryRecord.machine] = context["host_name"] as? String
    record.settings["processors"] = number(context["num_cpus"]).map(text)
    record.settings["library build"] = context["library_build_type"] as? String
    let runs = benchmarks.compactMap(GoogleBenchmarkRun.init)
    for name in runs.map(\.name).uniqued() {
      let all = runs.filter { $0.name == name }
      let known = ["", "median", "mean"].lazy.map { kind in all.filter { $0.aggregate == kind } }
      guard let chosen = known.first(where: { !$0.isEmpty }) else { continue }
      record.values += GoogleBenchmarkRun.Measure.allCases.compactMap { measure in
        let values = chosen.compactMap { $0.values[measure] }
        guard let sorted = SortedSamples(values), let median = sorted.median else { return nil }
        var value = HistoryRecord.Value(name, median)
        value.metric = measure == .time ? "" : measure.rawValue
        if values.count > 1 {
          value.interval = interval(values.min(), values.max(), around: median)
        }
        value.measure(in: measure.unit)
        return value
      }
    }
    return record
  }
}

/// One run of a benchmark, or an aggregate of several.
private struct GoogleBenchmarkRun {
  enum Measure: String, CaseIterable {
    case time = "real_time"
    case items = "items_per_second"
    case bytes = "bytes_per_second"

    var unit: String {
      switch self {
      case .time: "ns"
      case .items: "items/s"
      case .bytes: "B/s"
      }
    }
  }

  let name: String

  /// The kind of aggregate, such as `median`; empty for a single run.
  let aggregate: String
  private(set) var values: [Measure: Double] = [:]

  /// Reads an entry; nil for a run that failed, and for anything else without usable numbers.
  init?(_ entry: [String: Any]) {
    guard let full = entry["name"] as? String, entry["error_occurred"] as? Bool != true,
      entry["skipped"] as? Bool != true, entry["aggregate_unit"] as? String != "percentage"
    else { return nil }
    let suffix = ["_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"].first(
      where: full.hasSuffix)
    if let kind = entry["run_type"] as? String {
      name = entry["run_name"] as? String ?? full
      aggregate = kind == "aggregate" ? entry["aggregate_name"] as? String ?? "other" : ""
    } else {
      // Older versions have no types of runs; aggregates have a suffix in their names.
      name = suffix.map { String(full.dropLast($0.count)) } ?? full
      aggregate = suffix.map { String($0.dropFirst()) } ?? ""
    }
    for measure in Measure.allCases {
      values[measure] = RecordReader.number(entry[measure.rawValue])
    }
    // All files are converted to one unit, because a benchmark's unit may change with its code.
    let unit = RecordedUnit(entry["time_unit"] as? String ?? "ns")
    guard let factor = unit.factor(to: RecordedUnit(Measure.time.unit)) else { return nil }
    values[.time]? *= factor
  }
}
