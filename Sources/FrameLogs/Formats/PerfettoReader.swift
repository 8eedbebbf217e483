/// Perfetto's actual_frame_timeline_slice as CSV of trace_processor.
///
/// Columns: perfetto.dev, "Android Jank detection with FrameTimeline". A row with a layer is a
/// frame of an app; one without is SurfaceFlinger's, whose end is when the frames with its
/// display_frame_token appeared. `on_time_finish` says whether the deadline was met.
enum PerfettoReader {
  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var table = try text.table {
      $0.contains("display_frame_token") || $0.contains("surface_frame_token")
    }
    guard let presentType = table.column("present_type") else {
      throw LogError.notALog(
        "the expected timeline, which has no frame that happened",
        advice: "Export actual_frame_timeline_slice")
    }
    let ts = try table.require("ts", line: text.line)
    let dur = try table.require("dur", line: text.line)
    let display = try table.require("display_frame_token", line: text.line)
    let layer = try table.require("layer_name", line: text.line)
    let surface = table.column("surface_frame_token")
    let pid = table.column("pid", "upid")
    let onTime = table.column("on_time_finish")
    let jank = table.column("jank_type")
    var keys = StreamKeys()
    var compositor: [(token: Int64, frame: LogFrame, jank: String)] = []
    var tokens: [Int: [Int64]] = [:]
    var unfinished = 0
    while let line = try text.nextLine() {
      guard table.split(line) else { continue }
      guard let start = table[ts].time(.nanoseconds), let length = table[dur].span(.nanoseconds)
      else { throw LogError.malformed(line: text.line, column: 1, "it has no 'ts' and 'dur'") }
      guard length >= 0 else {
        unfinished += 1
        continue
      }
      var frame = LogFrame(startNs: start, endNs: start + length)
      let isDropped = table[presentType] == "Dropped Frame"
      if !isDropped { frame.shownNs = frame.endNs }
      if !table[onTime].isMissing { frame.wasLate = table[onTime] == "0" }
      let token = table[display].integer ?? 0
      let kind = table[jank].isMissing ? "None" : table[jank].text
      guard !table[surface].isMissing, !table[layer].isMissing else {
        compositor.append((token, frame, kind))
        continue
      }
      let index = keys.index([table[layer], table[pid]], .display, &streams)
      if !isDropped { tokens[index, default: []].append(token) }
      count(kind, in: &streams[index])
      try streams.add(frame, to: index)
    }
    streams.note(unfinished, "of unfinished frames are left out")
    let shown = compositor.filter { $0.frame.shownNs != LogFrame.unknown }
    let times = Dictionary(shown.map { ($0.token, $0.frame.endNs) }) { $1 }
    let period = LogStream.period(ofShown: times.values.sorted())
    for index in streams.all.indices {
      streams[index].periodNs = period
      var next = (tokens[index] ?? [])[...]
      for frame in streams[index].frames.indices
      where streams[index].frames[frame].shownNs != LogFrame.unknown {
        if let time = next.popFirst().flatMap({ times[$0] }) {
          streams[index].frames[frame].shownNs = time
        }
      }
    }
    guard streams.all.isEmpty else { return }
    for row in compositor {
      let index = streams.index(of: "SurfaceFlinger", .display)
      count(row.jank, in: &streams[index])
      try streams.add(row.frame, to: index)
    }
    guard streams.all.isEmpty else { return }
    throw LogError.noFrames(
      reason: "the table has no finished frame",
      advice: "Record with the data source android.surfaceflinger.frametimeline")
  }

  /// Several causes stand in one field, separated by commas.
  private static func count(_ kinds: String, in stream: inout LogStream) {
    stream.says["jankyFrames", default: 0] += kinds == "None" ? 0 : 1
    for kind in kinds.split(separator: ",").map({ $0.drop { $0 == " " } }) where kind != "None" {
      stream.causes[String(kind), default: 0] += 1
    }
  }
}
