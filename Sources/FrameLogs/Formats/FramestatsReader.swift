/// `adb shell dumpsys gfxinfo PACKAGE framestats`, one dump or several.
///
/// Columns and the rule of a frame's time: developer.android.com, "Test UI performance", and
/// `FrameInfo` in AOSP's libs/hwui. A frame is janky, and late, when FrameCompleted is after
/// FrameDeadline; without deadlines, when FrameCompleted − IntendedVsync exceeds 16.67 ms.
struct FramestatsReader {
  /// The maximum distance of a valid time from its row's first one; emulators write garbage.
  private static let longestFrameNs: Int64 = 10_000_000_000

  /// The valid frame intervals in nanoseconds, for 1 to 1000 Hz.
  private static let intervals: ClosedRange<Int64> = 1_000_000...1_000_000_000

  private struct Table {
    let rows: LogTable
    let vsync, completed: Int
    let flags, due, interval, start, drawn, shown: Int?

    init(_ rows: LogTable) throws {
      self.rows = rows
      vsync = try rows.require("IntendedVsync")
      completed = try rows.require("FrameCompleted")
      flags = rows.column("Flags")
      due = rows.column("FrameDeadline")
      interval = rows.column("FrameInterval")
      start = rows.column("FrameStartTime")
      drawn = rows.column("IssueDrawCommandsStart", "SyncStart", "SyncQueued")
      shown = rows.column("DisplayPresentTime")
    }
  }

  private var table: Table?
  private var window = "frames"
  private var reported: [String: Int64] = [:]
  private var tableCount = 0
  private var hasFailed = false

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var reader = Self()
    while let line = try text.nextLine() { try reader.read(line, of: text, &streams) }
    guard streams.all.isEmpty else { return }
    throw LogError.noFrames(
      reason: reader.hasFailed
        ? "the app could not be dumped"
        : reader.tableCount == 0 ? "there is no table of frames" : "its table of frames is empty",
      advice: """
        Use 'adb shell dumpsys gfxinfo PACKAGE framestats' while the app draws, and call it again if \
        the first call prints no rows
        """)
  }

  private mutating func read(
    _ line: LogLine, of text: LogText, _ streams: inout LogStreams
  ) throws {
    func number() -> Int64? {
      Int64(line.text.drop { $0 != ":" }.dropFirst().drop { $0 == " " }.prefix { $0.isNumber })
    }
    if let first = line.bytes.first, first >= 0x30, first <= 0x39, table != nil {
      try add(line, &streams)
    } else if line.starts(with: "Flags,") || line.starts(with: "IntendedVsync,") {
      table = try Table(try LogTable(header: line, at: text))
      tableCount += 1
    } else if line.starts(with: "---PROFILEDATA---") {
      table = nil
    } else if line.starts(with: "Janky frames:") {
      reported["jankyFramesReported"] = number()
    } else if line.starts(with: "Total frames rendered:") {
      reported["framesReported"] = number()
    } else if line.starts(with: "Failure while dumping the app") {
      hasFailed = true
    } else if line.starts(with: "Window: ") {
      window = String(line.text.dropFirst(8))
    } else if line.starts(with: "** Graphics info for pid") {
      window = String(line.text.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" })
      reported = [:]
    } else if line.bytes.count < 500, line.text.contains("/android.view.ViewRootImpl@") {
      window = String(line.text.prefix { $0 != " " })
    }
  }

  private mutating func add(_ line: LogLine, _ streams: inout LogStreams) throws {
    guard let table, table.rows.split(line) else { return }
    func value(_ column: Int?) -> Int64 { table.rows[column].integer ?? 0 }
    // Two dumps of one window may come from different versions of Android.
    let hasDeadlines = table.due != nil
    let index = streams.index(
      of: hasDeadlines ? window : window + " without deadlines", hasDeadlines ? .deadlines : .work)
    streams[index].countedAs = "jankyFrames"
    if !reported.isEmpty { streams[index].toolFigures.merge(reported) { $1 } }
    let vsync = value(table.vsync)
    let completed = value(table.completed)
    guard value(table.flags) == 0 else { return streams.count(.drawing, of: index) }
    let end = table.rows[table.completed]
    guard completed > 0 && completed != .max || end.integer == nil && !end.isMissing else {
      return streams.count(.unfinished, of: index)
    }
    let due = hasDeadlines ? value(table.due) : vsync
    func isNear(_ time: Int64) -> Bool {
      // The difference cannot overflow, because both are positive.
      time > 0 && vsync > 0 && abs(time - vsync) <= Self.longestFrameNs
    }
    guard vsync > 0, vsync < LogLine.latestNs, completed >= vsync, isNear(completed), isNear(due)
    else {
      let isVsync = vsync > 0 && (isNear(completed) || hasDeadlines && isNear(due))
      let column = !isVsync ? table.vsync : isNear(completed) ? table.due : table.completed
      let place = table.rows.place(column ?? table.completed)
      return try streams.leaveOut(.unusable, at: place, of: index)
    }
    var frame = LogFrame(startNs: vsync, endNs: completed)
    frame.tickNs = vsync
    if hasDeadlines { frame.dueNs = due }
    frame.kind = completed > (hasDeadlines ? due : vsync + 16_666_667) ? 1 : 0
    // The main thread is busy until the render thread has its drawing.
    let drawn = value(table.drawn)
    if drawn >= vsync, isNear(drawn) { frame.freeNs = drawn }
    let shown = value(table.shown)
    if shown >= completed, isNear(shown) { frame.shownNs = shown }
    // Devices write the start before the interval, even if their header has another order.
    let interval = value(table.interval)
    frame.intervalNs = Self.intervals.contains(interval) ? interval : value(table.start)
    if !Self.intervals.contains(frame.intervalNs) { frame.intervalNs = 0 }
    if frame.intervalNs > 0, frame.intervalNs != interval { streams.count(.swapped, of: index) }
    try streams.add(frame, to: index)
  }
}
