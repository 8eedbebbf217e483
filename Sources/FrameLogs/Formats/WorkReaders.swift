import FrameTiming
import TextReaders

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
    while let line = try text.nextLine() {
      if line.starts(with: "[") || line.starts(with: "\"[") { break }
      // The header at the end may have more columns than the one at the start.
      guard table.split(line), !(table[frameTime] == "FrameTime") else { continue }
      guard let work = table[frameTime].span(.milliseconds), work >= 0 else {
        throw table.malformed(
          frameTime, "its FrameTime '\(table[frameTime].excerpt)' is no number")
      }
      streams[index].says["hitches", default: 0] += work > 60_000_000 ? 1 : 0
      try streams.add(LogFrame(startNs: 0, endNs: work), to: index)
    }
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
    var first: Int64?
    var last: Int64 = 0
    var covered: Int64 = 0
    while let line = try text.nextLine() {
      guard table.split(line) else { continue }
      guard let work = table[frameTime].span(.milliseconds), work >= 0 else {
        streams.count(.unusable, of: index)
        continue
      }
      if let time = table[elapsed].time(.nanoseconds) {
        if first == nil { first = time } else { covered += work }
        last = max(last, time)
      }
      try streams.add(LogFrame(startNs: 0, endNs: work), to: index)
    }
    if let first, last > first {
      streams[index].coveredNs = (covered, last - first)
      streams[index].statedElapsedNs = last - first
    }
  }
}
