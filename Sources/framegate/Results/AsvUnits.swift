import BenchmarkResults
import Foundation
import FrameLogs

/// The units of asv's benchmarks, which are in a file next to its results.
struct AsvUnits {
  private var known: [URL: [String: String]] = [:]

  /// The units in `benchmarks.json` of a file's folder, or of the folder around it.
  mutating func units(beside url: URL) -> [String: String] {
    let folder = url.deletingLastPathComponent()
    if let units = known[folder] { return units }
    let units = [folder, folder.deletingLastPathComponent()].lazy.compactMap { folder in
      let content = try? InputFile.content(of: folder.appending(path: "benchmarks.json"))
      return content.flatMap { try? RecordReader.asvUnits(in: LogText([UInt8]($0))) }
    }.first
    known[folder] = units ?? [:]
    return units ?? [:]
  }
}
