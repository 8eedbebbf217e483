import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import framegate

@Suite("The command 'merge'")
struct MergeCommandTests {
  private typealias Trend = BenchmarkVerdicts.Trend

  /// What a command measured in its only shard.
  private static func measured(by command: Measurements.Command) -> Measurements {
    let result = Fixtures.file([Fixtures.kernel("kernel.sum"), Fixtures.scenario("scene.fade")])
    let names = result.benchmarks.map(\.name)
    let division = ShardPlan(shard: .whole, costs: [:]).division(of: names)
    let run = Measurements.Run(division: division, result: result)
    switch command {
    case .run: return .run(Measurements.OfRun(display: .init(), run: run, ending: .init()))
    case .check:
      return .check(
        Measurements.OfCheck(
          budgets: .init(), isPaced: false, policy: .init(), run: run, ending: .init()))
    case .compare:
      let label = ResultLabel("base.json", result)
      return .compare(
        Measurements.OfCompare(
          policy: .init(),
          compared: Measurements.Compared(
            division: division, baseline: label, candidate: label,
            comparison: Comparison.compare(base: result, candidate: result, spread: .none)),
          run: run, ending: .init()))
    case .trend:
      let points = ["a", "b"].map { commit in
        Trend.Point(
          commit: String(repeating: commit, count: 40), subject: commit,
          time: Date(timeIntervalSince1970: 1_790_000_000))
      }
      return .trend(
        Measurements.OfTrend(
          range: "a..b", failsOnStep: false,
          history: .init(
            division: ShardPlan(shard: .whole, costs: [:]).division(of: []), toolchain: "Swift",
            processors: ["CPU"], trend: Trend(points: points, seconds: 5)),
          ending: .init()))
    }
  }

  @Test(
    "Writes the shards of a command in each of its formats, and in no other",
    arguments: Measurements.Command.allCases)
  func formats(command: Measurements.Command) async throws {
    let folder = try TemporaryFolder()
    try Data("// swift-tools-version: 6.2\n".utf8).write(
      to: folder.url.appending(path: "Package.swift"))
    let check = try #require(try Framegate.parseAsRoot(["check"]) as? Framegate.Check)
    let file = folder.url.appending(path: "shard.json").path
    try PrettyJSON.encode(
      MeasuredShard(
        .whole, of: CommonPlan(check.plan(of: .unnamed)), Self.measured(by: command),
        by: MeasuredProgram.unnamed.tool)
    ).write(to: URL(filePath: file))
    func merge(_ formats: [ReportFormat]) async throws -> ToolExit {
      let copies = formats.flatMap {
        ["--also", "\($0.rawValue)=\(folder.url.path)/copy.\($0.rawValue)"]
      }
      let arguments = ["merge", file, "--quiet", "--package-path", folder.url.path]
      let merge = try #require(
        try Framegate.parseAsRoot(
          arguments + ["--path", folder.url.appending(path: "merged.txt").path] + copies)
          as? Framegate.Merge)
      return try await merge.perform()
    }

    #expect(try await merge(command.formats) == .pass)
    for format in command.formats {
      let copy = try Data(contentsOf: folder.url.appending(path: "copy.\(format.rawValue)"))
      #expect(!copy.isEmpty || [.github, .folded].contains(format), "\(format)")
    }
    for other in ReportFormat.allCases where !command.formats.contains(other) {
      await #expect(throws: (any Error).self, "\(other)") { try await merge([other]) }
    }
  }

  @Test("Offers the formats of all commands that have shards")
  func offered() {
    let formats = Set(Measurements.Command.allCases.flatMap(\.formats))
    #expect(Framegate.Merge.formats == ReportFormat.allCases.filter(formats.contains))
    #expect(Framegate.Merge.formats.first == .text)
  }

  @Test("A shard of another schema is told the only one that this version reads")
  func schema() {
    #expect {
      _ = try MeasuredShard(json: Data(#"{"shardSchemaVersion":2}"#.utf8), file: "s.json")
    } throws: { error in
      "\(error)".hasPrefix("'s.json' has schema 2, but this version reads only 5. ")
    }
  }
}
