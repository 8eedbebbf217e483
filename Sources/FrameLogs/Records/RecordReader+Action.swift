extension RecordReader {
  /// The tools of github-action-benchmark whose larger values are better, unless the unit decides
  /// it.
  private static let largerIsBetter = ["benchmarkjs", "pytest", "customBiggerIsBetter"]

  /// The runs of a suite that github-action-benchmark recorded.
  static func action(_ suite: String, _ runs: Any) -> [HistoryRecord] {
    (runs as? [[String: Any]] ?? []).map { run in
      let commit = run["commit"] as? [String: Any] ?? [:]
      var record = HistoryRecord(
        commit: commit["id"] as? String ?? "", time: (number(run["date"]) ?? 0) / 1_000)
      let message = commit["message"] as? String ?? ""
      record.subject = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      // Each suite may run on another machine.
      record.settings[HistoryRecord.machine] = suite
      let larger = largerIsBetter.contains(run["tool"] as? String ?? "")
      for bench in run["benches"] as? [[String: Any]] ?? [] {
        guard let name = bench["name"] as? String, let number = number(bench["value"]) else {
          continue
        }
        var value = HistoryRecord.Value(name, number)
        value.measure(in: bench["unit"] as? String ?? "", orElse: larger)
        record.values.append(value)
      }
      return record
    }
  }
}
