import FrameTiming

/// A profile of Unreal's CSV profiler.
///
/// Columns: "CSV Profiler" in Unreal's documentation, and `CsvProfiler.cpp`: FrameTime in
/// milliseconds; the last lines repeat the header and hold `[key],value` pairs. A frame over
/// 60 ms is a hitch by `t.HitchFrameTimeThreshold`.
enum UnrealReader {
  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    let table = try text.table(.unreal)
    let frameTime = try table.require("FrameTime")
    let index = streams.index(of: "frames", .work)
    var hitches: Int64 = 0
    while let line = try text.nextLine() {
      if line.starts(with: "[") || line.starts(with: "\"[") { break }
      // The header at the end may have more columns than the one at the start.
      guard table.split(line), !(table[frameTime] == "FrameTime") else { continue }
      guard let time = table[frameTime].span(.milliseconds), time >= 0 else {
        try streams.leaveOut(.unusable, at: table.place(frameTime), of: index)
        continue
      }
      if time > 60_000_000 { hitches += 1 }
      try streams.add(LogFrame(startNs: 0, endNs: time), to: index)
    }
    streams[index].says["hitches"] = hitches
  }
}

/// A log of MangoHud.
///
/// Columns: `logging.cpp` of flightlessmango/MangoHud: frametime in milliseconds and elapsed in
/// nanoseconds. By default it writes a row per interval of time and not per frame, which the
/// coverage shows.
enum MangoHudReader {
  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    let table = try text.table(.mangohud)
    let frameTime = try table.require("frametime")
    let elapsed = table.column("elapsed")
    let index = streams.index(of: "frames", .work)
    var coverage = LogCoverage()
    while let line = try text.nextLine() {
      guard table.split(line) else { continue }
      let time = table[frameTime].span(.milliseconds).flatMap { $0 >= 0 ? $0 : nil }
      coverage.add(frameNs: time, endingAtNs: table[elapsed].time(.nanoseconds))
      if let time {
        try streams.add(LogFrame(startNs: 0, endNs: time), to: index)
      } else {
        try streams.leaveOut(.unusable, at: table.place(frameTime), of: index)
      }
    }
    if let covered = coverage.result, covered.elapsed > 0 {
      streams[index].coveredNs = covered
      streams[index].statedElapsedNs = covered.elapsed
    }
  }
}
