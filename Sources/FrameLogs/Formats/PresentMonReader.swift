/// CSV of PresentMon 1, 2 and later, and of CapFrameX, OCAT and FrameView, which write the same
/// columns; also the JSON of CapFrameX, which has the columns as arrays.
///
/// Columns: README-ConsoleApplication.md of GameTechDev/PresentMon in its versions, and
/// CapFrameX.Data.Session. A frame appears MsUntilDisplayed after its present, or DisplayLatency
/// after CPUStart. Without either value, it was never shown; PresentMon calls that dropped.
struct PresentMonReader {
  /// A column that is read, with the names and units that it has had; without a unit, it is a date.
  private enum Field: Int, CaseIterable {
    case present, cpuStart, between, frameTime, inPresent, untilShown, latency, busy

    var names: KeyValuePairs<String, LogUnit?> {
      switch self {
      case .present:
        [
          "TimeInQPC": .hundredsOfNanoseconds, "QPCTime": .hundredsOfNanoseconds,
          "TimeInMs": .milliseconds, "QPCTimeInMs": .milliseconds, "TimeInSeconds": .seconds,
          "TimeInDateTime": nil,
        ]
      case .cpuStart:
        [
          "CPUStartQPC": .hundredsOfNanoseconds, "CPUStartTimeInMs": .milliseconds,
          "CPUStartQPCTimeInMs": .milliseconds, "CPUStartQPCTime": .milliseconds,
          "CPUStartTime": .milliseconds, "CPUStartDateTime": nil,
        ]
      case .between: ["MsBetweenPresents": .milliseconds]
      case .frameTime: ["FrameTime": .milliseconds, "MsBetweenAppStart": .milliseconds]
      case .inPresent: ["MsInPresentAPI": .milliseconds]
      case .untilShown: ["MsUntilDisplayed": .milliseconds]
      case .latency: ["DisplayLatency": .milliseconds, "MsDisplayLatency": .milliseconds]
      case .busy:
        ["CPUBusy": .milliseconds, "MsCPUBusy": .milliseconds, "CpuActive": .milliseconds]
      }
    }

    /// Whether it is a time of a clock, not a duration.
    var isTime: Bool { self == .present || self == .cpuStart }

    /// Whether it is needed to know when the frame appeared.
    var isOfDisplay: Bool { isTime || self == .untilShown || self == .latency }
  }

  /// The fields of a row in nanoseconds, or nil for those that are not known.
  private struct Row {
    var values = [Int64?](repeating: nil, count: Field.allCases.count)
    var isDropped = false
    var isGenerated = false

    /// A column that should say when the frame appeared, but has garbage.
    var garbledColumn: Int?

    /// Whether it is known when the frame appeared, or that it never did.
    var tellsDisplay: Bool {
      isDropped || self[.present] != nil && self[.untilShown] != nil
        || self[.cpuStart] != nil && self[.latency] != nil
    }

    var time: Int64? { self[.present] ?? self[.cpuStart] }

    /// The time between this frame and its neighbor, or nil if it is not known.
    var frameNs: Int64? { (self[.between] ?? self[.frameTime]).flatMap { $0 >= 0 ? $0 : nil } }

    subscript(field: Field) -> Int64? {
      get { values[field.rawValue] }
      set { values[field.rawValue] = newValue }
    }
  }

  private var fields: Set<Field> = []

  private var hasDisplay = true

  /// Whether the log has the CPU time of frames as their work.
  private var tellsWork: Bool { hasDisplay && fields.contains(.busy) }

  /// Versions of PresentMon 2 wrote `CPUStartTime` in seconds or in milliseconds.
  private var mayBeInSeconds = false
  private var last: [Int: (frameNs: Int64?, inPresentNs: Int64)] = [:]
  private var coverage: [Int: LogCoverage] = [:]

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var reader = Self()
    if try text.head().drop(while: \.isWhitespace).first == "{" {
      try reader.readRuns(text, &streams)
    } else {
      try reader.readTable(text, &streams)
    }
    for (index, coverage) in reader.coverage {
      streams[index].coveredNs = coverage.result
    }
    if reader.mayBeInSeconds { reader.scaleSeconds(&streams) }
  }

  private mutating func take(_ fields: [Field]) {
    self.fields = Set(fields)
    hasDisplay =
      fields.contains(.untilShown) && fields.contains(.present)
      || fields.contains(.latency) && fields.contains(.cpuStart)
    last = [:]
  }

  private mutating func readTable(_ text: LogText, _ streams: inout LogStreams) throws {
    let table = try text.table(.presentmon)
    let columns = Field.allCases.compactMap { field in
      field.names.lazy.compactMap { name, unit in
        table.column(name).map { (field: field, column: $0, unit: unit) }
      }.first
    }
    take(columns.map(\.field))
    let frameTime = columns.first { [.between, .frameTime].contains($0.field) }?.column
    let clock =
      try columns.first { $0.field.isTime }?.column ?? table.require("TimeInSeconds")
    if fields.isDisjoint(with: [.between, .frameTime]) {
      _ = try table.require("MsBetweenPresents")
    }
    let (type, dropped) = (table.column("FrameType"), table.column("Dropped"))
    let names = ["Application", "ProcessID", "SwapChainAddress"].map { table.column($0) }
    var keys = StreamKeys()
    var row = Row()
    while let line = try text.nextLine() {
      guard table.split(line) else { continue }
      row.garbledColumn = nil
      for (field, column, unit) in columns {
        let cell = table[column]
        // PresentMon 1 has an option to write QPCTime in seconds.
        let isSeconds = unit == .hundredsOfNanoseconds && cell.bytes.contains(0x2E)
        row[field] =
          unit.map { field.isTime ? cell.time(isSeconds ? .seconds : $0) : cell.span($0) }
          ?? cell.date
        if row[field] == nil, field.isOfDisplay, !cell.isMissing { row.garbledColumn = column }
      }
      row.isDropped = table[dropped] == "1"
      row.isGenerated =
        !table[type].isMissing && !(table[type] == "Application") && !(table[type] == "NotSet")
        && !(table[type] == "Unspecified")
      guard !isUnusable(row) else {
        let place = table.place(
          row.time != nil && !hasDisplay ? frameTime ?? clock : row.garbledColumn ?? clock)
        try leaveOut(row, StreamKeys.name(names.map { table[$0] }), place, &streams)
        continue
      }
      let index = keys.index(names.map { table[$0] }, hasDisplay ? .display : .work, &streams)
      try add(row, to: index, &streams)
    }
    mayBeInSeconds = columns.contains { $0.column == table.column("CPUStartTime") }
  }

  /// Whether it is not known when a frame was presented or, because of garbage, when it appeared;
  /// without a display, how long it took.
  private func isUnusable(_ row: Row) -> Bool {
    if row.time == nil { return true }
    guard hasDisplay else { return row.frameNs == nil && !row.isGenerated }
    return row.garbledColumn != nil && !row.tellsDisplay
  }

  /// Leaves out a row without usable times.
  private mutating func leaveOut(
    _ row: Row, _ name: String, _ place: TextPlace, _ streams: inout LogStreams
  ) throws {
    if let index = streams.index(ofKnown: name) {
      coverage[index]?.add(frameNs: row[.between] ?? last[index]?.frameNs, endingAtNs: row.time)
      last[index]?.frameNs = row[.frameTime]
    }
    if row.isGenerated { return streams.count(.unusable, ofStream: name) }
    try streams.leaveOut(.unusable, at: place, ofStream: name)
  }

  /// Reads the runs of a CapFrameX record.
  private mutating func readRuns(_ text: LogText, _ streams: inout LogStreams) throws {
    let scanner = JSONScanner(text)
    try scanner.object { key in
      guard key == "Runs" else { return false }
      try scanner.elements { try readRun(scanner, &streams) }
      return true
    }
    guard streams.all.isEmpty else { return }
    throw LogError.noFrames(reason: "there is no run in it", advice: "Record it again")
  }

  private mutating func readRun(_ scanner: JSONScanner, _ streams: inout LogStreams) throws {
    let place = try scanner.nextPlace()
    let names = Set(Field.allCases.flatMap { $0.names.map(\.key) } + ["Dropped"])
    var data: [String: [Double?]]?
    try scanner.object { key in
      guard key == "CaptureData" else { return false }
      var arrays: [String: [Double?]] = [:]
      try scanner.object { key in
        guard names.contains(key), try scanner.startsArray() else { return false }
        var values: [Double?] = []
        try scanner.elements {
          guard values.count < FrameRecording.largestFrameCount else {
            throw LogError.tooManyFrames
          }
          let word = try scanner.word()
          values.append(word == "true" ? 1 : word == "false" ? 0 : word.decimal)
        }
        arrays[key] = values
        return true
      }
      data = arrays
      return true
    }
    guard let data else { throw TextError.malformed(at: place, "this run has no CaptureData") }
    func values(_ key: String) -> [Double?] { data[key] ?? [] }
    let presents = values("TimeInSeconds")
    let dropped = values("Dropped")
    // Reversed, so that TimeInSeconds has precedence over QPCTime, which has had several units.
    let columns = Field.allCases.compactMap { field in
      field.names.reversed().lazy.map { name, unit in
        (field: field, values: values(name), unitNs: unit?.inNanoseconds ?? 1)
      }.first { $0.values.count == presents.count && $0.values.contains { $0 != nil } }
    }
    take(columns.map(\.field))
    guard fields.isSuperset(of: [.present, .between]) else {
      throw TextError.malformed(
        at: place, "CaptureData of this run lacks TimeInSeconds or as many MsBetweenPresents")
    }
    let index = streams.index(of: "run \(streams.all.count + 1)", hasDisplay ? .display : .work)
    for frame in presents.indices {
      var row = Row()
      for (field, values, unitNs) in columns {
        guard let time = values[frame].map({ $0 * unitNs }),
          time.magnitude < (field.isTime ? 1e18 : 4e12)
        else {
          if values[frame] != nil, field.isOfDisplay { row.garbledColumn = field.rawValue }
          continue
        }
        row[field] = Int64(time.rounded())
      }
      row.isDropped = frame < dropped.count && dropped[frame] == 1
      if isUnusable(row) {
        try leaveOut(row, streams[index].name, place, &streams)
      } else {
        try add(row, to: index, &streams)
      }
    }
  }

  private mutating func add(_ row: Row, to index: Int, _ streams: inout LogStreams) throws {
    guard let time = row.time else { return }
    var shown = LogFrame.unknown
    if let present = row[.present], let until = row[.untilShown], until != 0 {
      shown = present + until
    } else if let start = row[.cpuStart], let latency = row[.latency] {
      shown = start + latency
    }
    if row.isDropped { shown = LogFrame.unknown }
    let frameNs = row.frameNs ?? 0
    let before = last[index]
    let start =
      !hasDisplay
      ? time - frameNs : row[.cpuStart] ?? time - max(0, frameNs - (before?.inPresentNs ?? 0))
    let busy = hasDisplay ? row[.busy] : nil
    var frame = LogFrame(startNs: start, endNs: max(start, busy.map { start + $0 } ?? time))
    frame.tickNs = time
    frame.shownNs = shown
    if row.isGenerated {
      streams.count(.generated, of: index)
      frame.role = .filler
      if shown != LogFrame.unknown { try streams.add(frame, to: index) }
      return
    }
    // MsBetweenPresents is the time up to its row, and FrameTime the time from its row on.
    coverage[index, default: LogCoverage()].add(
      frameNs: fields.contains(.between) ? row[.between] : before?.frameNs, endingAtNs: time)
    last[index] = (row.frameNs, row[.inPresent] ?? 0)
    // Runs of one record may have other columns.
    if tellsWork { streams[index].frameTime = .work }
    if hasDisplay {
      streams[index].countedAs = "droppedFrames"
      frame.kind = shown == LogFrame.unknown ? 1 : 0
    }
    try streams.add(frame, to: index)
  }

  /// Converts times that turn out to be seconds: they span a thousandth of what the frames take.
  private func scaleSeconds(_ streams: inout LogStreams) {
    for index in streams.all.indices {
      guard let covered = streams[index].coveredNs, covered.elapsed > 0,
        Double(covered.frames) / Double(covered.elapsed) > 100
      else { continue }
      streams[index].coveredNs = (covered.frames, 1_000 * covered.elapsed)
      for frame in streams[index].frames.indices {
        let start = streams[index].frames[frame].startNs
        guard start.magnitude < 1 << 50 else { continue }
        streams[index].frames[frame].shift(by: 999 * start)
      }
    }
  }
}

/// Names the stream of each row by its first fields; fast if rows of a stream follow each other.
struct StreamKeys {
  private var last: [UInt8] = []
  private var key: [UInt8] = []
  private var lastIndex: Int?

  /// The name of the stream of a row.
  static func name(_ fields: [LogLine]) -> String {
    let words = fields.filter { !$0.isEmpty }.map(\.text)
    return words.isEmpty ? "frames" : words.joined(separator: " ")
  }

  mutating func index(
    _ fields: [LogLine], _ evidence: LogStream.Evidence, _ streams: inout LogStreams
  ) -> Int {
    key.removeAll(keepingCapacity: true)
    for field in fields where !field.isEmpty {
      if !key.isEmpty { key.append(0x20) }
      key.append(contentsOf: field.bytes)
    }
    if let lastIndex, key == last { return lastIndex }
    last = key
    let index = streams.index(
      of: key.isEmpty ? "frames" : String(decoding: key, as: UTF8.self), evidence)
    lastIndex = index
    return index
  }
}
