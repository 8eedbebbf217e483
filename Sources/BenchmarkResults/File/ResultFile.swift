package import BenchmarkModel
package import Foundation
import ReportText

/// Everything that one run measured, and the facts needed to judge its numbers.
///
/// `results/README.md` explains it, `results/schema.json` defines its form. All times are in
/// nanoseconds.
package struct ResultFile: Equatable, Sendable {
  /// The schema that this version of the tool writes, and the newest that it reads.
  package static let currentSchemaVersion = 1

  /// The schema that the file was written in.
  package let schemaVersion: Int

  package var tool: ToolIdentity

  /// When the run started, in whole seconds.
  package var time: Date

  package var environment: MeasuringEnvironment

  /// What measuring itself costs per frame; absent until it has been measured.
  package var harness: Measured<HarnessCost>

  /// One entry per benchmark and scenario, in the order they were measured.
  package var benchmarks: [BenchmarkResult]

  /// Creates a file in the current schema.
  package init(
    tool: ToolIdentity, time: Date, environment: MeasuringEnvironment,
    harness: Measured<HarnessCost> = .unavailable("not measured yet"),
    benchmarks: [BenchmarkResult] = []
  ) {
    schemaVersion = Self.currentSchemaVersion
    self.tool = tool
    self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    self.environment = environment
    self.harness = harness
    self.benchmarks = benchmarks
  }
}

package struct ToolIdentity: Hashable, Codable, Sendable {
  /// `framegate`, or the name of the user's own benchmark executable.
  package var name: String

  /// Framegate's version, such as `0.1.0`.
  package var version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

extension ResultFile {
  package var byName: [String: BenchmarkResult] {
    Dictionary(benchmarks.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Where benchmarks are registered, by name.
  package var locations: [String: SourceLocation] { byName.compactMapValues(\.location) }

  /// The gates that benchmarks set for themselves, by name.
  package var gates: [String: [BenchmarkGate]] { byName.compactMapValues { $0.timed?.gates } }

  package func benchmark(named name: String) -> BenchmarkResult? {
    benchmarks.first { $0.name == name }
  }

  /// Checks every value as if it came from a command line.
  package func validate(file: String) throws(ResultsError) {
    let check = ValueCheck(file: file)
    try environment.validate(check.object("environment"))
    try harness.value?.validate(check.object("harness"))
    var names: Set<String> = []
    for (index, benchmark) in benchmarks.enumerated() {
      let check = check.object("benchmarks", index)
      try benchmark.validate(check)
      try check.require(
        names.insert(benchmark.name).inserted, "name", "'\(benchmark.name)' appears twice")
    }
  }
}

extension ResultFile {
  /// Reads a file's content and checks every value.
  package init(json: Data, file: String) throws(ResultsError) {
    guard !json.isEmpty else { throw .emptyFile(file: file) }
    do {
      self = try JSONDecoder().decode(ResultFile.self, fromForeign: json)
    } catch let error as TooManyValues {
      throw .tooManyValues(file: file, most: error.most)
    } catch let error as UnknownSchema {
      throw .unknownSchema(
        file: file, version: error.version, supported: 1...Self.currentSchemaVersion)
    } catch let error as DecodingError {
      let found = ResultsError(error, file: file)
      guard case .notJSON = found,
        let number = UnusableNumber(in: json, isRefused: Self.isMalformed)
      else { throw found }
      throw .invalidValue(
        file: file, keyPath: number.keyPath,
        problem:
          "\(number.literal.prefix(40))\(number.literal.count > 40 ? "…" : "") does not fit there")
    } catch { throw .notJSON(file: file, reason: "\(error)") }
    try validate(file: file)
  }

  private static func isMalformed(_ json: Data) -> Bool {
    do {
      _ = try JSONDecoder().decode(ResultFile.self, fromForeign: json)
      return false
    } catch DecodingError.dataCorrupted(let context) {
      return context.codingPath.isEmpty
    } catch { return false }
  }

  /// The content of a file: keys sorted, one line per key of a benchmark, ending in a newline.
  ///
  /// A diff then shows which benchmark changed, and a list of frames stays on one line.
  package func json(file: String = "the result") throws(ResultsError) -> Data {
    try validate(file: file)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return JSONText.breakingLines(
        JSONText.escapingControls(try encoder.encode(self)), levels: 3)
    } catch { throw .invalidValue(file: file, keyPath: "the whole file", problem: "\(error)") }
  }
}

extension ResultFile: Codable {
  private enum CodingKeys: String, CodingKey {
    case schemaVersion, tool, time, environment, harness, benchmarks
  }

  /// What decoding throws for a schema that this tool does not read.
  private struct UnknownSchema: Error { let version: Int }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // First, so that a newer file is reported as newer and not as broken.
    schemaVersion = try container.decode(Int.self, forKey: .schemaVersion)
    guard (1...Self.currentSchemaVersion).contains(schemaVersion) else {
      throw UnknownSchema(version: schemaVersion)
    }
    tool = try container.decode(ToolIdentity.self, forKey: .tool)
    let text = try container.decode(String.self, forKey: .time)
    // Foundation's own strategy loses the key when the date is malformed.
    guard let time = try? Date(text, strategy: .iso8601) else {
      throw DecodingError.dataCorruptedError(
        forKey: .time, in: container, debugDescription: "'\(text)' is not an ISO 8601 date")
    }
    self.time = time
    environment = try container.decode(MeasuringEnvironment.self, forKey: .environment)
    harness = try container.decode(Measured<HarnessCost>.self, forKey: .harness)
    benchmarks = try container.decode([BenchmarkResult].self, forKey: .benchmarks)
  }
}
