package import BenchmarkModel
import Foundation
package import TextReaders

/// Values by commit that other tools recorded one after the other.
///
/// github-action-benchmark's `data.js` (with or without its first words), the results of airspeed
/// velocity (asv), and CSV as Apache Otava reads it: a column with times, a row per commit, and
/// numbers in any columns.
package enum RecordReader {
  /// Tools of github-action-benchmark whose larger values are better.
  private static let largerIsBetter = [
    "benchmarkjs", "benchmarkluau", "pytest", "customBiggerIsBetter",
  ]

  /// The records in a text, in the order of the text; empty for a text of another format.
  package static func records(in text: LogText) throws -> [HistoryRecord] {
    let start = try text.head().drop { $0.isWhitespace }
    guard start.hasPrefix("{") || start.hasPrefix("window.") else { return try table(text) }
    var content = String(decoding: try text.rest(), as: UTF8.self)
    content.removeSubrange(..<(content.firstIndex(of: "{") ?? content.startIndex))
    if let end = content.lastIndex(of: "}") { content.removeSubrange(content.index(after: end)...) }
    // Python writes what JSON does not have.
    content = content.replacing(/([\[,:]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/) { "\($0.1)null" }
    guard let object = try? JSONSerialization.jsonObject(with: Data((content + " ").utf8)),
      let file = object as? [String: Any]
    else { throw text.malformed("the text is no JSON") }
    if let suites = file["entries"] as? [String: Any] {
      return suites.sorted { $0.key < $1.key }.flatMap { action($0.key, $0.value) }
    }
    return (file["results"] as? [String: Any]).map { [asv(file, $0)] } ?? []
  }

  private static func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }

  /// The runs of a suite that github-action-benchmark recorded.
  private static func action(_ suite: String, _ runs: Any) -> [HistoryRecord] {
    (runs as? [[String: Any]] ?? []).map { run in
      let commit = run["commit"] as? [String: Any] ?? [:]
      var record = HistoryRecord(
        commit: commit["id"] as? String ?? "", time: (number(run["date"]) ?? 0) / 1_000)
      let message = commit["message"] as? String ?? ""
      record.subject = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      // Suites run on machines of their own.
      record.settings[HistoryRecord.machine] = suite
      for bench in run["benches"] as? [[String: Any]] ?? [] {
        guard let name = bench["name"] as? String, let number = number(bench["value"]) else {
          continue
        }
        var value = HistoryRecord.Value(name, number)
        value.unit = bench["unit"] as? String ?? ""
        value.prefersLarger = largerIsBetter.contains(run["tool"] as? String ?? "")
        record.values.append(value)
      }
      return record
    }
  }

  /// What asv recorded of a commit, of every combination of parameters.
  private static func asv(_ file: [String: Any], _ results: [String: Any]) -> HistoryRecord {
    var record = HistoryRecord(
      commit: file["commit_hash"] as? String ?? "", time: (number(file["date"]) ?? 0) / 1_000)
    let machine = file["params"] as? [String: Any] ?? [:]
    record.settings[HistoryRecord.machine] =
      ["machine", "cpu"].compactMap { machine[$0] as? String }.joined(separator: " ")
    record.settings["environment"] = file["env_name"] as? String
    let columns = file["result_columns"] as? [String] ?? ["result", "params"]
    for (name, entry) in results.sorted(by: { $0.key < $1.key }) {
      let fields =
        (entry as? [Any]).map { Dictionary(zip(columns, $0)) { first, _ in first } }
        ?? entry as? [String: Any] ?? ["result": entry]
      let parameters = (fields["params"] as? [[String]] ?? []).filter { !$0.isEmpty }
      let numbers = fields["result"] as? [Any] ?? [fields["result"] ?? ""]
      for (index, result) in numbers.enumerated() {
        // The last parameter changes first.
        var (rest, words) = (index, [String]())
        for list in parameters.reversed() {
          words.insert(list[rest % list.count], at: 0)
          rest /= list.count
        }
        let place = words.isEmpty ? name : "\(name)(\(words.joined(separator: ", ")))"
        if let number = number(result) { record.values.append(.init(place, number)) }
      }
    }
    return record
  }

  private static func table(_ text: LogText) throws -> [HistoryRecord] {
    guard let header = try text.nextLine() else { return [] }
    let table = LogTable(header: header, at: text)
    guard let time = table.column("time", "timestamp", "date", "push_timestamp") else { return [] }
    let commit = table.column("commit", "revision", "hash", "sha")
    let machine = table.column("machine", "host", "platform", "branch")
    let columns = Set(table.titles.indices).subtracting([time, commit, machine].compactMap(\.self))
    var words: Set<String> = []
    var records: [HistoryRecord] = []
    while let line = try text.nextLine() {
      guard table.split(line) else { continue }
      guard let seconds = seconds(table[time].text) else {
        throw table.malformed(time, "'\(table[time].excerpt)' is no date")
      }
      var record = HistoryRecord(commit: table[commit].text, time: seconds)
      if let machine { record.settings[HistoryRecord.machine] = table[machine].text }
      for column in columns.sorted() where !table[column].isMissing {
        let title = table.titles[column]
        if let number = Double(table[column].text) {
          record.values.append(.init(title, number))
        } else {
          words.insert(title)
        }
      }
      records.append(record)
    }
    // A column with any word has no numbers of a benchmark.
    for index in records.indices {
      records[index].values.removeAll { words.contains($0.benchmark) }
    }
    return records
  }

  /// A date such as `2026-01-31T09:00:00Z` or `2026.01.31 9:00 +0100`, or seconds or milliseconds
  /// since 1970, as seconds.
  private static func seconds(_ text: String) -> Double? {
    if let number = Double(text) { return number.magnitude < 1e11 ? number : number / 1_000 }
    let date =
      /(\d{4})[-.\/](\d\d?)[-.\/](\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:\.\d*)?)?)? *(?:Z|UTC|([+-])(\d\d):?(\d\d))?/
    guard let match = text.wholeMatch(of: date) else { return nil }
    func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
    let zone = (number(match.8) * 60 + number(match.9)) * (match.7 == "-" ? -60 : 60)
    return DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: number(match.1),
      month: number(match.2), day: number(match.3), hour: number(match.4),
      minute: number(match.5), second: number(match.6) - zone
    ).date?.timeIntervalSince1970
  }
}
