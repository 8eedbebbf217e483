/// The summary that `flutter drive --profile` writes of a timeline.
///
/// Keys: `TimelineSummary` in package:flutter_driver. Lists are in microseconds. A frame is built
/// on one thread and rasterized on another. The threads run at the same time, so a frame's work is
/// the longer of the two times. Flutter itself counts those over 16 ms.
struct FlutterReader {
  /// The times of each list, in nanoseconds.
  private var times: [String: [Int64]] = [:]

  /// Flutter's own counts, by the keys of the log.
  private var missed: [String: Int64] = [:]

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var reader = Self()
    let scanner = JSONScanner(text)
    try scanner.object { try reader.take($0, from: scanner) }
    try scanner.finish()
    guard let build = reader.times["frame_build_times"] else {
      throw LogError.noFrames(
        reason: "there is no list 'frame_build_times'",
        advice: "Record it with 'flutter drive --profile', and keep the whole summary")
    }
    let raster = reader.times["frame_rasterizer_times"]
    let index = streams.index(of: "frames", .work)
    streams[index].frameTime = .work
    streams[index].toolFigures = reader.missed
    for (build, raster) in zip(build, raster ?? build) {
      try streams.add(LogFrame(startNs: 0, endNs: max(build, raster)), to: index)
    }
    if let raster, build.count != raster.count {
      streams.note(
        "\(build.count) frames were built and \(raster.count) rasterized; the rest is left out")
    }
    if raster == nil { streams.note("it has no times of the rasterizer, only those of builds") }
  }

  /// Reads the value of a key; false for a key that is not used.
  private mutating func take(_ key: String, from scanner: JSONScanner) throws -> Bool {
    switch key {
    case "frame_build_times", "frame_rasterizer_times":
      guard try scanner.startsArray() else { return false }
      var list: [Int64] = []
      try scanner.elements {
        guard list.count < FrameRecording.largestFrameCount else { throw LogError.tooManyFrames }
        guard let time = try scanner.word().decimal, time >= 0, time < 1e10 else {
          throw scanner.malformed("\(key) has a value that is not a time")
        }
        list.append(Int64((time * 1_000).rounded()))
      }
      times[key] = list
    case "missed_frame_build_budget_count":
      missed["missedFrameBuildBudget"] = try scanner.word().decimal.flatMap { Int64(exactly: $0) }
    case "missed_frame_rasterizer_budget_count":
      missed["missedFrameRasterizerBudget"] =
        try scanner.word().decimal.flatMap { Int64(exactly: $0) }
    default: return false
    }
    return true
  }
}
