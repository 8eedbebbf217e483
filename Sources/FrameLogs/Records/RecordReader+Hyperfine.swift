extension RecordReader {
  /// The commands that `hyperfine --export-json` recorded: their median times, or the medians of
  /// the first metric if the file has several.
  static func hyperfine(
    _ file: [String: Any], _ results: [[String: Any]], _ name: String
  ) -> HistoryRecord {
    let metadata = file["metadata"] as? [String: Any] ?? [:]
    var record = record(named: name, time: metadata["start_time"] as? String)
    let platform = metadata["platform"] as? [String: Any] ?? [:]
    record.settings["system"] =
      platform.isEmpty
      ? nil : ["os", "architecture"].compactMap { platform[$0] as? String }.joined(separator: " ")
    let names = results.map { $0["name"] as? String ?? $0["command"] as? String ?? "" }
    let primary = file["primary_metric"] as? String ?? "time_wall_clock"
    for (name, result) in zip(names, results) where !name.isEmpty {
      // Since its second layout, the file has a summary of each metric, with units.
      let isSecond = result["summary"] != nil
      let summary = (result["summary"] as? [String: Any])?[primary] as? [String: Any]
      guard let numbers = isSecond ? summary : result,
        let median = number(numbers["median"]) ?? number(numbers["mean"])
      else { continue }
      // One name may have been measured with several parameters.
      let isAlone = names.count { $0 == name } == 1
      let words = isAlone ? [] : Self.words(of: result["parameters"])
      var value = HistoryRecord.Value(Self.name(name, with: words), median)
      value.interval = interval(numbers["min"], numbers["max"], around: median)
      value.measure(in: isSecond ? numbers["unit"] as? String ?? "" : "s")
      if value.unit == "second" { value.unit = "s" }
      if primary != "time_wall_clock" { value.settings["metric"] = primary }
      record.values.append(value)
    }
    return record
  }

  /// The interval between two numbers, or nil if they are not numbers or do not enclose the value.
  static func interval(_ low: Any?, _ high: Any?, around value: Double) -> ClosedRange<Double>? {
    guard let low = number(low), let high = number(high), low <= value, value <= high else {
      return nil
    }
    return low...high
  }
}
