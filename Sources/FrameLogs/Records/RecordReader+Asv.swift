import Foundation

extension RecordReader {
  /// The setting for the version of a benchmark; asv does not compare results of other versions.
  private static let version = "benchmark version"

  /// What asv recorded for a commit, with a value for every combination of parameters.
  static func asv(
    _ file: [String: Any], _ results: [String: Any], _ units: [String: String]
  ) -> HistoryRecord {
    var record = HistoryRecord(
      commit: file["commit_hash"] as? String ?? "", time: (number(file["date"]) ?? 0) / 1_000)
    let machine = file["params"] as? [String: Any] ?? [:]
    record.settings[HistoryRecord.machine] =
      ["machine", "cpu"].compactMap { machine[$0] as? String }.joined(separator: " ")
    record.settings["environment"] = file["env_name"] as? String
    let columns = file["result_columns"] as? [String] ?? ["result", "params"]
    // The first layout of these files has the versions here.
    let versions = file["benchmark_version"] as? [String: Any] ?? [:]
    for (name, entry) in results.sorted(by: { $0.key < $1.key }) {
      let fields =
        (entry as? [Any]).map { Dictionary(zip(columns, $0)) { first, _ in first } }
        ?? entry as? [String: Any] ?? ["result": entry]
      let parameters = (fields["params"] as? [[String]] ?? []).filter { !$0.isEmpty }
      let numbers = fields["result"] as? [Any] ?? [fields["result"] ?? ""]
      for (index, result) in numbers.enumerated() {
        // Results are in the order in which the last parameter changes fastest.
        var (rest, words) = (index, [String]())
        for list in parameters.reversed() {
          words.insert(list[rest % list.count], at: 0)
          rest /= list.count
        }
        guard let number = number(result) else { continue }
        var value = HistoryRecord.Value(Self.name(name, with: words), number)
        value.measure(in: units[name] ?? "")
        value.settings[version] = text(fields["version"] ?? versions[name])
        record.values.append(value)
      }
    }
    return record
  }

  /// Whether a text is one of the files that asv writes next to results: benchmarks or machine.
  package static func isBesideResults(_ text: LogText) throws -> Bool {
    guard let file = try object(text) else { return false }
    return units(in: file) != nil || file["machine"] is String && file["arch"] is String
  }

  /// The units of asv's benchmarks, by name, from the file `benchmarks.json` next to its results,
  /// or nil for a file of another kind.
  package static func asvUnits(in text: LogText) throws -> [String: String]? {
    try object(text).flatMap(units)
  }

  private static func object(_ text: LogText) throws -> [String: Any]? {
    guard let content = (try? text.json()).map({ Data($0) }) else { return nil }
    return (try? JSONSerialization.jsonObject(with: content)) as? [String: Any]
  }

  private static func units(in file: [String: Any]) -> [String: String]? {
    let benchmarks = file.compactMapValues { $0 as? [String: Any] }
    // One further entry may be the number of the layout.
    guard !benchmarks.isEmpty, benchmarks.count + 1 >= file.count,
      benchmarks.allSatisfy({ $0.value["code"] != nil || $0.value["unit"] != nil })
    else { return nil }
    return benchmarks.compactMapValues { $0["unit"] as? String }
  }

  /// A version as text; it is a hash, or a text or number that the author of the benchmark chose.
  private static func text(_ version: Any?) -> String? {
    version as? String ?? (version as? NSNumber).map { "\($0)" }
  }
}
