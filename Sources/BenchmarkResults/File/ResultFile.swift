package import Foundation

/// Everything one run measured, and what it takes to distrust it.
///
/// `results/README.md` says how to read it, `results/schema.json` what it looks like. Times are in
/// nanoseconds throughout.
package struct ResultFile: Equatable, Sendable {
  /// The schema that this version of the tool writes, and the newest that it reads.
  package static let currentSchemaVersion = 1

  /// The schema that the file was written in.
  package let schemaVersion: Int

  /// What measured.
  package var tool: ToolIdentity

  /// When the run began, in whole seconds.
  package var time: Date

  /// Where and from which build the numbers come.
  package var environment: MeasuringEnvironment

  /// What measuring itself costs per frame; absent until it has been measured.
  package var harness: Recorded<HarnessCost>

  /// One entry per benchmark and scenario, in the order in which they were measured.
  package var benchmarks: [BenchmarkResult]

  /// Creates a file in the current schema.
  package init(
    tool: ToolIdentity, time: Date, environment: MeasuringEnvironment,
    harness: Recorded<HarnessCost> = .unavailable("not measured yet"),
    benchmarks: [BenchmarkResult] = []
  ) {
    schemaVersion = Self.currentSchemaVersion
    self.tool = tool
    self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    (self.environment, self.harness, self.benchmarks) = (environment, harness, benchmarks)
  }
}

extension ResultFile {
  /// The entry called `name`, if there is one.
  package func benchmark(named name: String) -> BenchmarkResult? {
    benchmarks.first { $0.name == name }
  }
}

extension ResultFile: Codable {
  private enum CodingKeys: String, CodingKey {
    case schemaVersion, tool, time, environment, harness, benchmarks
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // First, so that a newer file is called newer and not broken.
    schemaVersion = try container.decode(Int.self, forKey: .schemaVersion)
    guard (1...Self.currentSchemaVersion).contains(schemaVersion) else {
      throw UnknownSchema(version: schemaVersion)
    }
    tool = try container.decode(ToolIdentity.self, forKey: .tool)
    let text = try container.decode(String.self, forKey: .time)
    // Foundation's own strategy loses the key when the date is malformed.
    guard let time = try? Date(text, strategy: .iso8601) else {
      throw DecodingError.dataCorruptedError(
        forKey: .time, in: container, debugDescription: "'\(text)' is no ISO 8601 date")
    }
    self.time = time
    environment = try container.decode(MeasuringEnvironment.self, forKey: .environment)
    harness = try container.decode(Recorded<HarnessCost>.self, forKey: .harness)
    benchmarks = try container.decode([BenchmarkResult].self, forKey: .benchmarks)
  }
}

/// What decoding throws for a schema that this tool does not read.
struct UnknownSchema: Error {
  let version: Int
}
