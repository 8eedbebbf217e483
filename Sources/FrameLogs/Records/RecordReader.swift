import Foundation

/// Reads values by commit that other tools recorded.
///
/// Formats: `data.js` of github-action-benchmark (with or without its first words); results of
/// airspeed velocity (asv), hyperfine, Google Benchmark and JMH; CSV as Apache Otava reads it: a
/// row per commit, a column with times, and numbers in any other columns.
package enum RecordReader {
  /// The records in a text, in the order of the text; empty for a text of another format.
  ///
  /// `name` is the name of the file, which may contain the commit if the text does not. The units
  /// of asv's benchmarks are those that ``asvUnits(in:)`` reads.
  package static func records(
    in text: LogText, named name: String = "", asvUnits units: [String: String] = [:]
  ) throws -> [HistoryRecord] {
    let start = try text.head().drop { $0.isWhitespace }
    guard start.hasPrefix("{") || start.hasPrefix("[") || start.hasPrefix("window.") else {
      return try table(text)
    }
    switch try json(text) {
    case let results as [Any]:
      let objects = results.compactMap { $0 as? [String: Any] }
      return objects.contains { $0["primaryMetric"] != nil } ? [jmh(objects, name)] : []
    case let file as [String: Any]:
      if let suites = file["entries"] as? [String: Any] {
        return suites.sorted { $0.key < $1.key }.flatMap { action($0.key, $0.value) }
      }
      if let results = file["results"] as? [String: Any] { return [asv(file, results, units)] }
      if let results = file["results"] as? [[String: Any]] {
        return [hyperfine(file, results, name)]
      }
      if let context = file["context"] as? [String: Any],
        let benchmarks = file["benchmarks"] as? [[String: Any]]
      {
        return [googleBenchmark(context, benchmarks, name)]
      }
      return []
    default: return []
    }
  }

  /// The JSON object in a text, which may also have words before it and numbers such as `NaN`.
  private static func json(_ text: LogText) throws -> Any {
    let content = Data(try text.json())
    guard let object = try? JSONSerialization.jsonObject(with: content) else {
      throw text.malformed("the text is not JSON")
    }
    return object
  }

  /// A finite number, or nil for anything else.
  static func number(_ value: Any?) -> Double? {
    guard let number = (value as? NSNumber)?.doubleValue, number.isFinite else { return nil }
    return number
  }

  /// A name with its parameters: `feed(size=10, 4 threads)`.
  static func name(_ name: String, with words: [String]) -> String {
    words.isEmpty ? name : "\(name)(\(words.joined(separator: ", ")))"
  }

  /// Parameters in words, sorted by name: `size=10`.
  static func words(of parameters: Any?) -> [String] {
    (parameters as? [String: Any] ?? [:]).sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }
  }

  /// A number as text; a whole number has no decimals.
  static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// A record of a file whose text does not contain the commit.
  static func record(named name: String, time: String? = nil) -> HistoryRecord {
    let seconds = time.flatMap(Self.seconds)
    var record = HistoryRecord(commit: commit(inName: name) ?? "", time: seconds ?? 0)
    record.isDated = seconds != nil
    if record.commit.isEmpty { record.subject = name }
    return record
  }

  /// The hash in a file's name, such as `bench-3f2a91c.json`, or nil for a name without one.
  ///
  /// A hash of fewer than 40 digits must contain letters and numbers: otherwise, it may be a date
  /// or a word.
  private static func commit(inName name: String) -> String? {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    let hashes = words.filter { (7...64).contains($0.count) && isHexadecimal($0) }
    return hashes.first { $0.count >= 40 }
      ?? hashes.first { $0.contains(where: \.isNumber) && $0.contains(where: \.isLetter) }
  }

  private static func isHexadecimal(_ word: String) -> Bool {
    word.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  /// A date such as `2026-01-31T09:00:00Z` or `2026.01.31 9:00 +0100`, or seconds or milliseconds
  /// since 1970, as seconds.
  static func seconds(_ text: String) -> Double? {
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
