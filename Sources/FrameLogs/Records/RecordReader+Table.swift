extension RecordReader {
  /// The maximum number of values plus rows of a table.
  private static let mostValues = 1_000_000

  /// The rows of a table with a column of times.
  static func table(_ text: LogText) throws -> [HistoryRecord] {
    guard let header = try text.nextLine() else { return [] }
    let table = try LogTable(header: header, at: text)
    guard let time = table.column("time", "timestamp", "date", "push_timestamp") else { return [] }
    let commit = table.column("commit", "revision", "hash", "sha")
    let machine = table.column("machine", "host", "platform", "branch")
    let columns = Set(table.titles.indices).subtracting([time, commit, machine].compactMap(\.self))
    let units = table.titles.map(unit(inTitle:))
    var words: Set<String> = []
    var count = 0
    var records: [HistoryRecord] = []
    while let line = try text.nextLine() {
      guard table.split(line) else { continue }
      guard let seconds = seconds(table[time].text) else {
        throw table.malformed(time, "'\(table[time].excerpt)' is not a date")
      }
      count += 1 + columns.count
      guard count <= mostValues else {
        throw table.malformed(time, "the table has more than \(mostValues) values")
      }
      var record = HistoryRecord(commit: table[commit].text, time: seconds)
      if let machine { record.settings[HistoryRecord.machine] = table[machine].text }
      for column in columns.sorted() where !table[column].isMissing {
        let title = table.titles[column]
        if let number = Double(table[column].text) {
          guard number.isFinite else { continue }
          var value = HistoryRecord.Value(title, number)
          value.measure(in: units[column])
          record.values.append(value)
        } else {
          words.insert(title)
        }
      }
      records.append(record)
    }
    // A column that contains words does not have the numbers of a benchmark.
    for index in records.indices {
      records[index].values.removeAll { words.contains($0.benchmark) }
    }
    return records
  }

  /// The unit in a title such as `feed (ops/s)`; empty for a title without a unit.
  private static func unit(inTitle title: String) -> String {
    guard let match = title.wholeMatch(of: /.*[^(\[][(\[]([^()\[\]]+)[)\]]/) else { return "" }
    let unit = String(match.1)
    return RecordedUnit(unit).prefersLarger == nil ? "" : unit
  }
}
