/// Tables that `xcrun xctrace export` writes of a trace with hitches.
///
/// Schemas: those of the file itself, from Xcode 13 to 27. `hitches` (or `hitches-summary`) has a
/// row per hitch with its start and duration in nanoseconds; an element with `ref` repeats the one
/// with that `id`. `displayed-surfaces-interval` has what a display showed from when on, and
/// `display-vsyncs-interval` its vsyncs, whose duration means nothing.
enum XctraceReader {
  fileprivate struct Value {
    /// The content for programs, and the one for people.
    var text = "", shown = ""
  }

  fileprivate struct Table {
    var columns: [String] = []
    var rowCount = 0

    func column(_ name: String) -> Int? { columns.firstIndex(of: name) }
  }

  fileprivate struct Contents {
    var tables: [String: Table] = [:]
    var hitches: [(stream: String, hitch: LogHitch)] = []
    var systemCount = 0
    var surfaces: [(display: String, start: Int64)] = []
    var vsyncs: [String: [Int64]] = [:]
  }

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var scanner = XMLScanner(text)
    var contents = Contents()
    var values: [String: Value] = [:]
    var schema = ""
    var cells: [Value?] = []

    /// The open elements of a row, outermost first.
    var open: [(id: String?, value: Value)] = []
    var isInRow = false
    while let tag = try scanner.next() {
      if !isInRow {
        if tag.name == "schema", !tag.isClosing {
          schema = tag.attributes["name"] ?? ""
          contents.tables[schema] = Table()
        } else if tag.name == "mnemonic", tag.isClosing {
          contents.tables[schema]?.columns.append(tag.textBefore)
        } else if tag.name == "row", !tag.isClosing, !tag.isEmpty {
          isInRow = true
          cells = []
          open = []
        }
        continue
      }
      if tag.name == "row", tag.isClosing {
        isInRow = false
        contents.tables[schema]?.rowCount += 1
        try contents.add(cells, of: schema, at: text)
      } else if tag.isClosing {
        guard var element = open.popLast() else {
          throw text.malformed("'</\(tag.name.prefix(40))>' closes nothing")
        }
        if element.value.text.isEmpty { element.value.text = tag.textBefore }
        if let id = element.id { values[id] = element.value }
        if open.isEmpty { cells.append(element.value) }
      } else {
        guard open.count < 100 else { throw text.malformed("elements are nested too deeply") }
        let value =
          tag.attributes["ref"].flatMap { values[$0] }
          ?? Value(text: "", shown: tag.attributes["fmt"] ?? "")
        if let ref = tag.attributes["ref"], values[ref] == nil {
          throw text.malformed("nothing has the id '\(ref.prefix(40))'")
        }
        if !tag.isEmpty {
          open.append((tag.attributes["id"], value))
        } else if open.isEmpty {
          cells.append(tag.name == "sentinel" ? nil : value)
        }
      }
    }
    guard !isInRow else { throw text.malformed("the text ends within a row") }
    try contents.add(to: &streams)
  }
}

extension XctraceReader.Contents {
  fileprivate mutating func add(
    _ cells: [XctraceReader.Value?], of schema: String, at text: LogText
  ) throws {
    guard let table = tables[schema] else { return }
    func cell(_ name: String) -> XctraceReader.Value? {
      table.column(name).flatMap { $0 < cells.count ? cells[$0] : nil }
    }
    func time(_ name: String) throws -> Int64 {
      guard let text = cell(name)?.text, let time = Int64(text), time >= 0, time < LogFrame.latest
      else { throw text.malformed("the row of '\(schema.prefix(40))' has no '\(name)'") }
      return time
    }
    switch schema {
    case "hitches", "hitches-summary":
      guard cell("is-system")?.text != "1" else { return systemCount += 1 }
      let process = cell("process")?.shown ?? "process"
      let display = cell("display")?.shown ?? cell("display-name")?.shown
      let cause = cell("narrative-description")?.text ?? ""
      let (start, length) = (try time("start"), try time("duration"))
      guard length < 1 << 42 else { throw text.malformed("a hitch of \(length) ns is no hitch") }
      hitches.append(
        (
          process + (display.map { ", \($0)" } ?? ""),
          LogHitch(startNs: start, durationNs: length, cause: cause.isEmpty ? nil : cause)
        ))
    case "displayed-surfaces-interval":
      surfaces.append((cell("display-name")?.shown ?? "display", try time("start")))
    case "display-vsyncs-interval":
      vsyncs[cell("display-name")?.shown ?? "display", default: []].append(try time("timestamp"))
    default: break
    }
    guard hitches.count + surfaces.count <= FrameRecording.largestFrameCount else {
      throw LogError.tooManyFrames
    }
  }

  fileprivate func add(to streams: inout LogStreams) throws {
    // iOS 18 writes the summary alone; elsewhere it repeats the table.
    guard tables["hitches"] != nil || tables["hitches-summary"] != nil else {
      return try addSurfaces(to: &streams)
    }
    var seen: Set<String> = []
    for (name, hitch) in hitches {
      let index = streams.index(of: name, .hitches)
      // The same hitch is listed at several levels of containment.
      guard seen.insert("\(name) \(hitch.startNs) \(hitch.durationNs)").inserted else { continue }
      streams[index].hitches.append(hitch)
      if let cause = hitch.cause { streams[index].causes[cause, default: 0] += 1 }
    }
    streams.note(hitches.count - seen.count, "that appear twice are counted once")
    streams.note(systemCount, "of the system's own hitches are left out")
    if streams.all.isEmpty { _ = streams.index(of: "all processes", .hitches) }
    for index in streams.all.indices {
      let display = vsyncs.first { streams[index].name.hasSuffix($0.key) } ?? vsyncs.first
      if let times = display?.value.sorted(), vsyncs.count == 1 || display != nil {
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
      streams[index].periodNs =
        streams[index].periodNs
        ?? vsyncs[surface.display].flatMap { LogStream.period(ofShown: $0.sorted()) }
      try streams.add(frame, to: index)
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
