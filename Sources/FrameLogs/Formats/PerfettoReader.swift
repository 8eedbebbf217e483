/// Perfetto's actual_frame_timeline_slice as CSV from trace_processor, with any of its columns.
///
/// Columns: perfetto.dev, "Android Jank detection with FrameTimeline", and the names that the
/// queries there give them. A row with a layer is a frame of an app. A row without a layer is
/// SurfaceFlinger's; its end is when the frames with its display token appeared. `on_time_finish`
/// says whether the deadline was met.
enum PerfettoReader {
  /// The stream of rows without a layer, which is added only if there are no other rows.
  private static let compositorName = "SurfaceFlinger"

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    let table = try text.table(.perfetto)
    let ts = try table.require("ts")
    let dur = try table.require("dur")
    let display = table.column("display_frame_token", "sf_token", "display_token")
    let surface = table.column("surface_frame_token", "app_token", "surface_token")
    let layer = table.column("layer_name", "layer")
    // Last resort: the name of the slice itself, which is its token.
    let process = table.column("process_name", "pid", "upid") ?? table.column("name")
    let presentType = table.column("present_type")
    let onTime = table.column("on_time_finish")
    let jank = table.column("jank_type")
    guard presentType != nil || onTime != nil || jank != nil else {
      throw LogError.notALog(
        "the expected timeline, which has no frame that happened",
        advice: "Export actual_frame_timeline_slice")
    }
    var keys = StreamKeys()
    var compositorRows: [(token: Int64?, frame: LogFrame, jank: String)] = []
    // The display tokens; nil for rows without one, which belong to no other row.
    var tokens: [Int: [Int64?]] = [:]
    while let line = try text.nextLine() {
      guard table.split(line) else { continue }
      let hasSurface = surface == nil || !table[surface].isMissing && !(table[surface] == "0")
      let isFrame = hasSurface && (layer == nil || !table[layer].isMissing)
      func name() -> String {
        isFrame ? StreamKeys.name([table[layer], table[process]]) : Self.compositorName
      }
      let start = table[ts].time(.nanoseconds)
      let length = table[dur].isMissing ? -1 : table[dur].span(.nanoseconds)
      guard let start, let length else {
        try streams.leaveOut(
          .unusable, at: table.place(start == nil ? ts : dur), ofStream: name())
        continue
      }
      guard length >= 0 else {
        streams.count(.unfinished, ofStream: name())
        continue
      }
      var frame = LogFrame(startNs: start, endNs: start + length)
      let kinds = table[jank].isMissing || table[jank] == "None" ? "" : table[jank].text
      let isDropped = table[presentType].starts(with: "Dropped") || kinds.contains("Dropped Frame")
      if !isDropped { frame.shownNs = frame.endNs }
      if !table[onTime].isMissing { frame.wasLate = table[onTime] == "0" }
      let token = table[display].integer
      guard isFrame else {
        compositorRows.append((token, frame, kinds))
        continue
      }
      let index = keys.index([table[layer], table[process]], .display, &streams)
      if !isDropped { tokens[index, default: []].append(token) }
      try add(frame, kinds, to: index, &streams)
    }
    let shown = compositorRows.filter { $0.frame.shownNs != LogFrame.unknown }
    let times = Dictionary(
      shown.compactMap { row in row.token.map { ($0, row.frame.endNs) } }, uniquingKeysWith: { $1 })
    let ends = times.isEmpty ? Set(shown.map(\.frame.endNs)) : Set(times.values)
    let period = LogStream.period(ofShown: ends.sorted())
    for index in streams.all.indices {
      streams[index].periodNs = period
      var next = (tokens[index] ?? [])[...]
      for frame in streams[index].frames.indices
      where streams[index].frames[frame].shownNs != LogFrame.unknown {
        if let token = next.popFirst() ?? nil, let time = times[token] {
          streams[index].frames[frame].shownNs = time
        }
      }
    }
    guard streams.all.isEmpty else { return streams.forget(Self.compositorName) }
    for row in compositorRows {
      let index = streams.index(of: Self.compositorName, .display)
      try add(row.frame, row.jank, to: index, &streams)
    }
    guard streams.all.isEmpty else { return }
    throw LogError.noFrames(
      reason: "the table has no finished frame",
      advice: "Record with the data source android.surfaceflinger.frametimeline")
  }

  private static func add(
    _ frame: LogFrame, _ kinds: String, to index: Int, _ streams: inout LogStreams
  ) throws {
    var frame = frame
    streams[index].countedAs = "jankyFrames"
    if !kinds.isEmpty { frame.kind = streams[index].kind(kinds) }
    try streams.add(frame, to: index)
  }
}
