/// CSV of PresentMon 1, 2 and later, and of CapFrameX, OCAT and FrameView, which write the same.
///
/// Columns: README-ConsoleApplication.md of GameTechDev/PresentMon in its versions. A frame appears
/// MsUntilDisplayed after its present, or DisplayLatency after CPUStart; without either it was made
/// and never shown, which PresentMon calls dropped.
enum PresentMonReader {
  private struct Columns {
    let application, process, swapChain, frameType, dropped: Int?
    let present, cpuStart, untilDisplayed, latency, betweenPresents, inPresent, busy,
      frameTime: Int?
    let presentUnit, startUnit: LogUnit

    /// `CPUStartTime` of PresentMon 2 has been seconds and milliseconds.
    let hasAmbiguousUnit: Bool

    init(_ table: LogTable, line: Int) throws {
      application = table.column("Application")
      process = table.column("ProcessID")
      swapChain = table.column("SwapChainAddress")
      frameType = table.column("FrameType")
      dropped = table.column("Dropped")
      untilDisplayed = table.column("MsUntilDisplayed")
      latency = table.column("DisplayLatency", "MsDisplayLatency")
      betweenPresents = table.column("MsBetweenPresents")
      inPresent = table.column("MsInPresentAPI")
      busy = table.column("CPUBusy", "MsCPUBusy")
      frameTime = table.column("FrameTime", "MsBetweenAppStart")
      let ticks = table.column("TimeInQPC", "QPCTime")
      let milliseconds = table.column("TimeInMs")
      presentUnit =
        ticks != nil ? .hundredsOfNanoseconds : milliseconds != nil ? .milliseconds : .seconds
      present = ticks ?? milliseconds ?? table.column("TimeInSeconds")
      let startTicks = table.column("CPUStartQPC")
      let start = table.column("CPUStartTimeInMs", "CPUStartQPCTimeInMs", "CPUStartQPCTime")
      startUnit = startTicks != nil ? .hundredsOfNanoseconds : .milliseconds
      cpuStart = startTicks ?? start ?? table.column("CPUStartTime")
      hasAmbiguousUnit = startTicks == nil && start == nil && cpuStart != nil
      if present == nil, cpuStart == nil { _ = try table.require("TimeInSeconds", line: line) }
      if betweenPresents == nil, frameTime == nil {
        _ = try table.require("MsBetweenPresents", line: line)
      }
    }

    /// Whether there is a time of display.
    var hasDisplay: Bool {
      untilDisplayed != nil && present != nil || latency != nil && cpuStart != nil
    }
  }

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var table = try text.table { $0.contains("msbetweenpresents") || $0.contains("cpubusy") }
    let columns = try Columns(table, line: text.line)
    var keys = StreamKeys()
    var lastPresents: [Int: (timeNs: Int64, inPresentNs: Int64, frameNs: Int64)] = [:]
    var generated = 0
    var unusable = 0
    while let line = try text.nextLine() {
      guard table.split(line) else { continue }
      let index = keys.index(
        [table[columns.application], table[columns.process], table[columns.swapChain]],
        columns.hasDisplay ? .display : .work, &streams)
      let between =
        table[columns.betweenPresents].span(.milliseconds)
        ?? table[columns.frameTime].span(.milliseconds) ?? 0
      // PresentMon 1 has an option that writes QPCTime in seconds.
      let isSeconds =
        columns.presentUnit == .hundredsOfNanoseconds && table[columns.present].bytes.contains(0x2E)
      let present = table[columns.present].time(isSeconds ? .seconds : columns.presentUnit)
      let cpuStart = table[columns.cpuStart].time(columns.startUnit)
      guard let time = present ?? cpuStart else {
        unusable += 1
        streams[index].unusableCount += 1
        continue
      }
      var shown = LogFrame.unknown
      if let present, let until = table[columns.untilDisplayed].span(.milliseconds), until != 0 {
        shown = present + until
      } else if let cpuStart, let latency = table[columns.latency].span(.milliseconds) {
        shown = cpuStart + latency
      }
      if table[columns.dropped] == "1" { shown = LogFrame.unknown }
      let before = lastPresents[index]
      let start =
        !columns.hasDisplay
        ? time - between : cpuStart ?? time - max(0, between - (before?.inPresentNs ?? 0))
      let busy = columns.hasDisplay ? table[columns.busy].span(.milliseconds) : nil
      var frame = LogFrame(startNs: start, endNs: max(start, busy.map { start + $0 } ?? time))
      frame.shownNs = shown
      if isGenerated(table[columns.frameType]) {
        generated += 1
        frame.role = .filler
        if shown != LogFrame.unknown { try streams.add(frame, to: index) }
        continue
      }
      if let before {
        var covered = streams[index].coveredNs ?? (0, 0)
        // MsBetweenPresents ends with its row, FrameTime starts with it.
        covered.frames += columns.betweenPresents == nil ? before.frameNs : between
        covered.elapsed += time - before.timeNs
        streams[index].coveredNs = covered
      }
      lastPresents[index] = (
        time, table[columns.inPresent].span(.milliseconds) ?? 0, between
      )
      if columns.hasDisplay {
        streams[index].says["droppedFrames", default: 0] += shown == LogFrame.unknown ? 1 : 0
      }
      try streams.add(frame, to: index)
    }
    streams.note(generated, "of generated frames fill their slot and are no frames of the app")
    streams.note(unusable, "have no usable time and are left out")
    if columns.hasAmbiguousUnit { scaleSeconds(&streams) }
  }

  private static func isGenerated(_ type: LogLine) -> Bool {
    !type.isMissing && !(type == "Application") && !(type == "NotSet") && !(type == "Unspecified")
  }

  /// Times that are a thousandth of what the frames take were seconds.
  private static func scaleSeconds(_ streams: inout LogStreams) {
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

/// The streams of rows whose first fields name them; rows of one stream mostly follow each other.
struct StreamKeys {
  private var last: [UInt8] = []
  private var key: [UInt8] = []
  private var lastIndex: Int?

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
