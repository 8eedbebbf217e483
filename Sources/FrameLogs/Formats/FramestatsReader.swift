/// `adb shell dumpsys gfxinfo PACKAGE framestats`, one dump or several.
///
/// Columns and the rule of a frame's time: developer.android.com, "Test UI performance", and
/// `FrameInfo` in AOSP's libs/hwui. A frame is janky, and late, when FrameCompleted is after
/// FrameDeadline; without deadlines, when FrameCompleted − IntendedVsync exceeds 16.67 ms.
enum FramestatsReader {
  /// A time is valid within this of its row's first one; emulators write garbage.
  private static let longestFrameNs: Int64 = 10_000_000_000

  /// From 1 to 1000 Hz.
  private static let intervals: ClosedRange<Int64> = 1_000_000...1_000_000_000

  private struct Columns {
    let flags, deadline, interval, startTime, drawn, presented: Int?
    let vsync, completed: Int
    var table: LogTable

    init(_ line: LogLine, at number: Int) throws {
      table = LogTable(header: line)
      flags = table.column("Flags")
      vsync = try table.require("IntendedVsync", line: number)
      completed = try table.require("FrameCompleted", line: number)
      deadline = table.column("FrameDeadline")
      interval = table.column("FrameInterval")
      startTime = table.column("FrameStartTime")
      drawn = table.column("IssueDrawCommandsStart", "SyncStart", "SyncQueued")
      presented = table.column("DisplayPresentTime")
    }
  }

  /// What was left out.
  private struct Counts {
    var blocks = 0, swapped = 0, drawings = 0, unfinished = 0, unusable = 0
    var hasFailed = false
  }

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var columns: Columns?
    var window = "frames"
    var reported: [String: Double] = [:]
    var counts = Counts()
    while let line = try text.nextLine() {
      if let first = line.bytes.first, first >= 0x30, first <= 0x39, columns != nil {
        try add(line, &columns, window, reported, &counts, &streams)
      } else if line.starts(with: "Flags,") || line.starts(with: "IntendedVsync,") {
        columns = try Columns(line, at: text.line)
        counts.blocks += 1
      } else if line.starts(with: "---PROFILEDATA---") {
        columns = nil
      } else if line.starts(with: "Janky frames:") {
        reported["jankyFramesReported"] = number(line.text)
      } else if line.starts(with: "Total frames rendered:") {
        reported["framesReported"] = number(line.text)
      } else if line.starts(with: "Failure while dumping the app") {
        counts.hasFailed = true
      } else if let name = name(line) {
        window = name
        if !line.starts(with: "Window: ") { reported = [:] }
      }
    }
    streams.note(counts.drawings, "of first drawings (Flags is not 0) are no frames")
    streams.note(counts.unfinished, "of unfinished frames are left out")
    streams.note(counts.unusable, "have no usable times and are left out")
    streams.note(
      counts.swapped, "have FrameInterval and FrameStartTime in the other order than the header")
    for index in streams.all.indices {
      streams[index].says["jankyFrames"] = Double(streams[index].frames.count(where: isJanky))
    }
    guard streams.all.isEmpty else { return }
    throw LogError.noFrames(
      reason: counts.hasFailed
        ? "the app could not be dumped"
        : counts.blocks == 0 ? "there is no table of frames" : "its table of frames is empty",
      advice: """
        Use 'adb shell dumpsys gfxinfo PACKAGE framestats' while the app draws, and call it again if \
        the first call prints no rows
        """)
  }

  private static func isJanky(_ frame: LogFrame) -> Bool {
    frame.dueNs == LogFrame.unknown
      ? frame.endNs - frame.startNs > 16_666_667 : frame.endNs > frame.dueNs
  }

  private static func add(
    _ line: LogLine, _ columns: inout Columns?, _ window: String, _ reported: [String: Double],
    _ counts: inout Counts, _ streams: inout LogStreams
  ) throws {
    guard columns?.table.split(line) == true, let columns else { return }
    func value(_ column: Int?) -> Int64 { columns.table[column].integer ?? 0 }
    let hasDeadlines = columns.deadline != nil
    // Two dumps of one window may come from devices of different versions.
    let index = streams.index(
      of: hasDeadlines ? window : window + " without deadlines", hasDeadlines ? .deadlines : .work)
    if !reported.isEmpty { streams[index].says.merge(reported) { $1 } }
    let vsync = value(columns.vsync)
    let completed = value(columns.completed)
    guard value(columns.flags) == 0 else {
      counts.drawings += 1
      return streams[index].excludedCount += 1
    }
    guard completed > 0, completed != .max else {
      counts.unfinished += 1
      return streams[index].excludedCount += 1
    }
    func isNear(_ time: Int64) -> Bool {
      time > 0 && abs(time - vsync) <= longestFrameNs
    }
    let due = value(columns.deadline)
    guard vsync > 0, vsync < LogFrame.latest, completed >= vsync, isNear(completed),
      !hasDeadlines || isNear(due)
    else {
      counts.unusable += 1
      return streams[index].unusableCount += 1
    }
    var frame = LogFrame(startNs: vsync, endNs: completed)
    frame.tickNs = vsync
    if hasDeadlines { frame.dueNs = due }
    // The main thread waits until the render thread has its drawing.
    let drawn = value(columns.drawn)
    if drawn >= vsync, isNear(drawn) { frame.freeNs = drawn }
    let presented = value(columns.presented)
    if presented >= completed, isNear(presented) { frame.shownNs = presented }
    // Devices write the start before the interval, whatever their header says.
    let (interval, startTime) = (value(columns.interval), value(columns.startTime))
    if intervals.contains(interval) {
      frame.intervalNs = interval
    } else if intervals.contains(startTime) {
      frame.intervalNs = startTime
      counts.swapped += 1
    }
    try streams.add(frame, to: index)
  }

  /// The process or the window that a line names; nil for any other line.
  private static func name(_ line: LogLine) -> String? {
    if line.starts(with: "Window: ") { return String(line.text.dropFirst(8)) }
    if line.starts(with: "** Graphics info for pid") {
      return String(line.text.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" })
    }
    guard line.bytes.count < 500 else { return nil }
    let text = line.text
    guard text.contains("/android.view.ViewRootImpl@") else { return nil }
    return String(text.prefix { $0 != " " })
  }

  private static func number(_ line: String) -> Double? {
    Double(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }.prefix { $0.isNumber })
  }
}
