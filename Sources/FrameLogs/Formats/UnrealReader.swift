/// A profile of Unreal's CSV profiler.
///
/// Columns (see "CSV Profiler" in Unreal's documentation, and `CsvProfiler.cpp`): FrameTime in
/// milliseconds. The last lines repeat the header and contain `[key],value` pairs. A frame over
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
    streams[index].toolFigures["hitches"] = hitches
  }
}
