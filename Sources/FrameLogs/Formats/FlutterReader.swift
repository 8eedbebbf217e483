import Foundation
import TextReaders

/// The summary that `flutter drive --profile` writes of a timeline.
///
/// Keys: `TimelineSummary` in package:flutter_driver. Lists are microseconds. A frame is built on
/// one thread and rasterized on another, which run at the same time, so its work is the longer of
/// both. Flutter itself counts those over 16 ms.
enum FlutterReader {
  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    let bytes = try text.rest(atMost: 256 << 20)
    guard let summary = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    else { throw TextError.malformed(line: 1, column: 1, "it is no complete JSON object") }
    func list(_ key: String) throws -> [Int64]? {
      try (summary[key] as? [Any])?.map { value in
        guard let time = (value as? NSNumber)?.doubleValue, time >= 0, time < 1e10 else {
          throw TextError.malformed(line: 1, column: 1, "\(key) has a value that is no time")
        }
        return Int64((time * 1_000).rounded())
      }
    }
    guard let build = try list("frame_build_times") else {
      throw TextError.missingColumn("frame_build_times", line: 1)
    }
    let raster = try list("frame_rasterizer_times")
    let index = streams.index(of: "frames", .work)
    for (build, raster) in zip(build, raster ?? build) {
      try streams.add(LogFrame(startNs: 0, endNs: max(build, raster)), to: index)
    }
    if let raster, build.count != raster.count {
      streams.note(
        "\(build.count) frames were built and \(raster.count) rasterized; the rest is left out")
    }
    if raster == nil { streams.note("it has no times of the rasterizer, only those of builds") }
    for (thread, name) in [("build", "Build"), ("rasterizer", "Rasterizer")] {
      let count = summary["missed_frame_\(thread)_budget_count"] as? NSNumber
      streams[index].says["missedFrame\(name)Budget"] = count?.doubleValue
    }
  }
}
