import BenchmarkModel
import Foundation
import TestSupport
import Testing

@testable import BenchmarkResults

/// A file of every released version, and of versions that are still to come.
@Suite("Released files")
struct ReleasedFilesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Schemas")

  private static let versions = ["0.1"]

  private static func content(_ version: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: "\(version).json"))
  }

  @Test("Every version's files are read, and keep their numbers", arguments: versions)
  func readable(version: String) throws {
    let file = try ResultFile(json: Self.content(version), file: version)

    #expect(file.benchmarks.count == 3)
    #expect(file.benchmarks.allSatisfy { $0.failure == nil })
    let kernel = try #require(file.benchmark(named: "kernel.spring.l1.simd"))
    #expect(kernel.metric(.wallClock).value?.unit == "ns/op")
    let scenario = try #require(file.benchmark(named: "transition.topDrop.present"))
    let frames = try #require(scenario.frames.first)
    #expect(frames.workNs.count > 10)
    #expect(frames.droppedFrameCount != nil)
  }

  @Test("Keys that a later version adds are ignored", arguments: versions)
  func additions(version: String) throws {
    // The keys of these objects are names.
    let dictionaries: Set = ["metrics", "percentiles", "variables", "gates"]
    func extended(_ value: Any, _ key: String = "") -> Any {
      if let array = value as? [Any] { return array.map { extended($0, key) } }
      guard var object = value as? [String: Any] else { return value }
      for (name, inner) in object { object[name] = extended(inner, name) }
      if !dictionaries.contains(key), object["unavailable"] == nil {
        object["addedLater"] = ["anything": [1, "two"] as [Any]]
      }
      return object
    }
    let content = try Self.content(version)
    let later = try JSONSerialization.data(
      withJSONObject: extended(JSONSerialization.jsonObject(with: content)))

    #expect(
      try ResultFile(json: later, file: "later") == ResultFile(json: content, file: version))
  }
}
