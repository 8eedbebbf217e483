import TextReaders

/// Tables that `xcrun xctrace export` writes of a trace with hitches.
///
/// Schemas: those of the file itself, from Xcode 13 to 27. `hitches` (or `hitches-summary`) has a
/// row per hitch with its start and duration in nanoseconds; an element with `ref` repeats the one
/// with that `id`. `displayed-surfaces-interval` has what a display showed from when on, and
/// `display-vsyncs-interval` its vsyncs, whose duration means nothing.
struct XctraceReader {
  private struct Value {
    /// The content for programs, and the one for people.
    var text = "", shown = ""
  }

  private let text: LogText

  /// The values with an id, which elements may refer to.
  private var values: [String: Value] = [:]

  /// The columns of each table.
  private var tables: [String: [String]] = [:]
  private var hitches: [(stream: String, hitch: LogHitch)] = []
  private var systemCount = 0
  private var surfaces: [(display: String, start: Int64)] = []
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
        try reader.add(reader.cells(), of: schema)
      }
    }
    // iOS 18 writes the summary alone; elsewhere it repeats the table.
    if reader.tables["hitches"] != nil || reader.tables["hitches-summary"] != nil {
      reader.addHitches(to: &streams)
    } else {
      try reader.addSurfaces(to: &streams)
    }
  }

  /// Reads the elements of a row to its end; nil for those without a value.
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

  private mutating func add(_ cells: [Value?], of schema: String) throws {
    guard let columns = tables[schema] else { return }
    func cell(_ name: String) -> Value? {
      columns.firstIndex(of: name).flatMap { $0 < cells.count ? cells[$0] : nil }
    }
    func time(_ name: String) throws -> Int64 {
      guard let time = cell(name).flatMap({ Int64($0.text) }), (0..<LogLine.latestNs).contains(time)
      else { throw text.malformed("the row of '\(schema.prefix(40))' has no '\(name)'") }
      return time
    }
    let display = cell("display-name")?.shown
    switch schema {
    case "hitches", "hitches-summary":
      guard cell("is-system")?.text != "1" else { return systemCount += 1 }
      let process = cell("process")?.shown ?? "process"
      let cause = cell("narrative-description")?.text ?? ""
      let (start, length) = (try time("start"), try time("duration"))
      guard length < 1 << 42 else { throw text.malformed("a hitch of \(length) ns is no hitch") }
      hitches.append(
        (
          process + ((cell("display")?.shown ?? display).map { ", \($0)" } ?? ""),
          LogHitch(startNs: start, durationNs: length, cause: cause.isEmpty ? nil : cause)
        ))
    case "displayed-surfaces-interval": surfaces.append((display ?? "display", try time("start")))
    case "display-vsyncs-interval":
      vsyncs[display ?? "display", default: []].append(try time("timestamp"))
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
      guard seen.insert("\(name) \(hitch.startNs) \(hitch.durationNs)").inserted else { continue }
      streams[index].hitches.append(hitch)
      if let cause = hitch.cause { streams[index].causes[cause, default: 0] += 1 }
    }
    streams.count(.doubled, hitches.count - seen.count)
    streams.count(.system, systemCount)
    if streams.all.isEmpty { _ = streams.index(of: "all processes", .hitches) }
    for index in streams.all.indices {
      let display = vsyncs.first { streams[index].name.hasSuffix($0.key) } ?? vsyncs.first
      if let times = display?.value.sorted() {
        streams[index].periodNs = LogStream.period(ofShown: times)
        streams[index].statedElapsedNs = times[times.count - 1] - times[0]
      }
      streams[index].says = [
        "hitches": Double(streams[index].hitches.count),
        "hitchTimeNs": Double(streams[index].hitchNs),
      ]
    }
  }

  private func addSurfaces(to streams: inout LogStreams) throws {
    for surface in surfaces {
      let index = streams.index(of: surface.display, .display)
      var frame = LogFrame(startNs: surface.start, endNs: surface.start)
      frame.shownNs = surface.start
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
