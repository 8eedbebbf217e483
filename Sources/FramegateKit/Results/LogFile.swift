import BenchmarkResults
import Foundation
import FrameTiming

/// The log of a real display that a command reads.
struct LogFile {
  /// The file, or standard input.
  let url: URL

  /// What messages and reports call it.
  let name: String

  init(path: String) {
    url = path == "-" ? InputFile.standardInput : URL(filePath: path)
    name = path == "-" ? "standard input" : path
  }

  /// The log, whose times are not checked yet.
  func content() throws -> FrameLog {
    let bytes = [UInt8](try InputFile.content(of: url))
    return try translating { () throws(FrameTimingError) in try FrameLog(parsing: bytes) }
  }

  /// What the log shows.
  func timeline(settings: ReplaySettings) throws -> FrameTimeline {
    let log = try content()
    return try translating { () throws(FrameTimingError) in try log.timeline(settings: settings) }
  }

  private func translating<Value>(
    _ body: () throws(FrameTimingError) -> Value
  ) throws(ResultsError) -> Value {
    do {
      return try body()
    } catch {
      throw .unusableLog(file: name, error)
    }
  }
}
