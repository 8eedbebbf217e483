/// Tables that `xcrun xctrace export` writes for a trace with hitches.
///
/// The schemas are those of Xcode 13 to 27. `hitches` (or `hitches-summary`) has a row per hitch
/// with its start and duration in nanoseconds; the summary adds the display's refresh interval. An
/// element with `ref` repeats the one with that `id`. `displayed-surfaces-interval` has a row for
/// everything that a display showed, with its start. `display-vsyncs-interval` has the display's
/// vsyncs; their duration has no meaning.
struct XctraceReader {
  /// The stream of hitches that name no process.
  private static let everything = "all processes"

  private struct Value {
    /// The text for programs, and the one for people.
    var text = "", shown = ""
  }

  private let text: LogText

  /// The values, by the ids with which elements may refer to them.
  private var values: [String: Value] = [:]

  /// The columns of each table.
  private var tables: [String: [String]] = [:]
  private var hitches: [(stream: String, hitch: LogHitch)] = []
  private var systemCounts: [String: Int] = [:]

  /// What displays showed, and from when on; the start is nil if a row has no usable time.
  private var surfaces: [(display: String, start: Int64?, place: TextPlace)] = []
  private var vsyncs: [String: [Int64]] = [:]

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var reader = Self(text: text)
    var schema = ""
    while let tag = try text.nextTag() {
      if tag.name == "schema", !tag.isClosing {
        schema = tag.attributes["name"] ?? ""
        reader.tables[schema] = []
      } else if tag.name == "mnemonic", tag.isClosing {
        reader.tables[schema]?.append(tag.textBefore)
      } else if tag.name == "row", !tag.isClosing, !tag.isEmpty {
        let place = text.place
        try reader.add(reader.cells(), of: schema, at: place)
      }
    }
    // iOS 18 writes only the summary; other systems write both, and the summary repeats the table.
    if reader.tables["hitches"] != nil || reader.tables["hitches-summary"] != nil {
      reader.addHitches(to: &streams)
    } else {
      try reader.addSurfaces(to: &streams)
    }
  }

  /// Reads the elements of a row to its end; those without a value are nil.
  private mutating func cells() throws -> [Value?] {
    var cells: [Value?] = []

    /// The open elements, outermost first.
    var open: [(id: String?, value: Value)] = []
    while let tag = try text.nextTag() {
      if tag.isClosing, var element = open.popLast() {
        if element.value.text.isEmpty { element.value.text = tag.textBefore }
        if let id = element.id { values[id] = element.value }
        if open.isEmpty { cells.append(element.value) }
        continue
      }
      guard !tag.isClosing else {
        guard tag.name == "row" else {
          throw text.malformed("'</\(tag.name.prefix(40))>' closes nothing")
        }
        return cells
      }
      guard open.count < 100 else { throw text.malformed("elements are nested too deeply") }
      var value = Value(shown: tag.attributes["fmt"] ?? "")
      if let ref = tag.attributes["ref"] {
        guard let known = values[ref] else {
          throw text.malformed("nothing has the id '\(ref.prefix(40))'")
        }
        value = known
      }
      if !tag.isEmpty {
        open.append((tag.attributes["id"], value))
      } else {
        if let id = tag.attributes["id"] { values[id] = value }
        if open.isEmpty { cells.append(tag.name == "sentinel" ? nil : value) }
      }
    }
    throw text.malformed("the text ends within a row")
  }

  /// Adds a row, whose first element is at `place`.
  private mutating func add(_ cells: [Value?], of schema: String, at place: TextPlace) throws {
    guard let columns = tables[schema] else { return }
    func cell(_ name: String) -> Value? {
      columns.firstIndex(of: name).flatMap { $0 < cells.count ? cells[$0] : nil }
    }
    func number(_ name: String, in range: Range<Int64>) -> Int64? {
      cell(name).flatMap { Int64($0.text) }.flatMap { range.contains($0) ? $0 : nil }
    }
    func time(_ name: String) throws -> Int64 {
      guard let time = number(name, in: 0..<LogLine.latestNs) else {
        throw TextError.malformed(
          at: place, "the row of '\(schema.prefix(40))' has no '\(name)'")
      }
      return time
    }
    let display = cell("display-name")?.shown
    switch schema {
    case "hitches", "hitches-summary":
      // The summary of iOS 18 has neither a process nor a display.
      let process = cell("process")?.shown ?? Self.everything
      let name = process + ((cell("display")?.shown ?? display).map { ", \($0)" } ?? "")
      guard cell("is-system")?.text != "1" else {
        systemCounts[name, default: 0] += 1
        return
      }
      let cause = cell("narrative-description")?.text ?? cell("type-label")?.text ?? ""
      let (start, length) = (try time("start"), try time("duration"))
      guard length < 1 << 42 else {
        throw TextError.malformed(at: place, "\(length) ns is not the length of a hitch")
      }
      let periodNs = number("refresh-interval", in: 1_000_000..<1_000_000_001)
      hitches.append(
        (
          name,
          LogHitch(
            startNs: start, durationNs: length, periodNs: periodNs,
            cause: cause.isEmpty ? nil : cause)
        ))
    case "displayed-surfaces-interval":
      surfaces.append((display ?? "display", number("start", in: 0..<LogLine.latestNs), place))
    case "display-vsyncs-interval":
      // A vsync without a usable time can be skipped: the others also show the period.
      guard let time = number("timestamp", in: 0..<LogLine.latestNs) else { return }
      vsyncs[display ?? "display", default: []].append(time)
    default: break
    }
    guard hitches.count + surfaces.count <= FrameRecording.largestFrameCount else {
      throw LogError.tooManyFrames
    }
  }

  private func addHitches(to streams: inout LogStreams) {
    var seen: Set<String> = []
    for (name, hitch) in hitches {
      let index = streams.index(of: name, .hitches)
      // The same hitch is listed at several levels of containment.
      guard seen.insert("\(name) \(hitch.startNs) \(hitch.durationNs)").inserted else {
        streams.count(.doubled, of: index)
        continue
      }
      streams[index].hitches.append(hitch)
      if let cause = hitch.cause { streams[index].causes[cause, default: 0] += 1 }
    }
    if streams.all.isEmpty { _ = streams.index(of: Self.everything, .hitches) }
    for (name, count) in systemCounts { streams.count(.system, count, ofStream: name) }
    for index in streams.all.indices {
      let display =
        vsyncs.keys.sorted().first { streams[index].name.hasSuffix($0) } ?? vsyncs.keys.min()
      if let times = display.flatMap({ vsyncs[$0] })?.sorted() {
        streams[index].periodNs = LogStream.period(ofShown: times)
        streams[index].statedElapsedNs = times[times.count - 1] - times[0]
      }
      streams[index].toolFigures = [
        "hitches": Int64(streams[index].hitches.count),
        "hitchTimeNs": streams[index].hitchNs,
      ]
    }
  }

  private func addSurfaces(to streams: inout LogStreams) throws {
    for (display, start, place) in surfaces {
      let index = streams.index(of: display, .display)
      streams[index].frameTime = .unknown
      guard let start else {
        try streams.leaveOut(.unusable, at: place, of: index)
        continue
      }
      var frame = LogFrame(startNs: start, endNs: start)
      frame.shownNs = start
      try streams.add(frame, to: index)
    }
    for index in streams.all.indices {
      let times = vsyncs[streams[index].name]?.sorted()
      streams[index].periodNs = times.flatMap(LogStream.period(ofShown:))
    }
    guard streams.all.isEmpty else { return }
    let names = tables.keys.filter { !$0.isEmpty }.sorted().prefix(5).map { "'\($0.prefix(40))'" }
    throw LogError.noFrames(
      reason: tables.isEmpty
        ? "there is no table" : "it has the table \(names.joined(separator: ", "))",
      advice: """
        Export the table 'hitches' with --xpath \
        '/trace-toc/run/data/table[@schema="hitches"]', or 'displayed-surfaces-interval'
        """)
  }
}
