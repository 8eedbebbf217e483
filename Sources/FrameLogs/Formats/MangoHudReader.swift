/// A log of MangoHud.
///
/// Columns (see `logging.cpp` of flightlessmango/MangoHud): frametime in milliseconds, and elapsed
/// in nanoseconds. By default, MangoHud writes a row per interval of time, not per frame; the
/// coverage shows that.
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
