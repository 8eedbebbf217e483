import Foundation
import Testing

/// A file that attacks start from, measured once: a benchmark and a scenario with all that a file
/// can have of them.
actor GoodResult {
  static let shared = GoodResult([])

  /// The same as the only shard of a run.
  static let shard = GoodResult(["--shard", "1/1"])

  /// What a scenario of it is called.
  static let scenario = "transition.cartFold.present"

  private let options: [String]
  private var measuring: Task<[UInt8], any Error>?

  private init(_ options: [String]) { self.options = options }

  /// The bytes of the file, measured when they are asked for first.
  func content() async throws -> [UInt8] {
    let measuring = self.measuring ?? Task { [options] in try await Self.measure(options) }
    self.measuring = measuring
    return try await measuring.value
  }

  private static func measure(_ options: [String]) async throws -> [UInt8] {
    let package = try TemporaryPackage()
    let run = try await Tool.framegate.run(
      [
        "run", "--quick", "--allow-debug-build", "--paced", "--seconds", "0.3", "--rate", "60",
        "--filter", "^(\(scenario)|kernel.timing.cubic.latency.struct)$", "--path", "good.json",
      ] + options, in: package.folder)
    try #require(run.code == 0, "\(run.error)")
    let folder = package.folder.appending(path: "results/shards")
    let shard = try? FileManager.default.contentsOfDirectory(atPath: folder.path).first
    let file =
      shard.map { folder.appending(path: $0) } ?? package.folder.appending(path: "good.json")
    // Searching for the capacity takes a minute.
    let capacity = #"""
      "capacity": [{"variant": "simd", "rateHz": 60, "layers": 4000, "interval": [3900, 4100]}],
      "bytesPerLayer": 128, "parameters"
      """#
    let text = try String(contentsOf: file, encoding: .utf8)
    let changed = text.replacing("\"parameters\"", with: capacity, maxReplacements: 1)
    try #require(changed != text, "the scenario has no parameters")
    return Array(changed.utf8)
  }
}
