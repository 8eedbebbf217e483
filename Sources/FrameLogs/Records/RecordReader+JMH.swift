extension RecordReader {
  /// What JMH wrote with `-rf json`: the score of each benchmark, mode and combination of
  /// parameters.
  static func jmh(_ results: [[String: Any]], _ name: String) -> HistoryRecord {
    var record = record(named: name)
    for result in results {
      guard let benchmark = result["benchmark"] as? String,
        let score = result["primaryMetric"] as? [String: Any], let number = number(score["score"])
      else { continue }
      var words = Self.words(of: result["params"])
      if let threads = Self.number(result["threads"]), threads != 1 {
        words.append("\(text(threads)) threads")
      }
      var value = HistoryRecord.Value(Self.name(benchmark, with: words), number)
      let mode = result["mode"] as? String ?? ""
      value.metric = mode
      value.measure(in: score["scoreUnit"] as? String ?? "", orElse: mode == "thrpt")
      let ends = score["scoreConfidence"] as? [Any] ?? []
      value.interval = interval(ends.first, ends.last, around: number)
      for (setting, key) in [("JDK", "jdkVersion"), ("VM", "vmName")] {
        value.settings[setting] = result[key] as? String
      }
      let arguments = (result["jvmArgs"] as? [String] ?? []).joined(separator: " ")
      value.settings["VM arguments"] = arguments.isEmpty ? nil : arguments
      record.values.append(value)
    }
    return record
  }
}
