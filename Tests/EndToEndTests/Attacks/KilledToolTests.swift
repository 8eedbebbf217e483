import Foundation
import SampleStatistics
import TestSupport
import Testing

/// A tool that is killed or interrupted at an instant that a seed chooses.
@Suite("Killed tools, end to end", .enabled(if: Interrupted.isPossible))
struct KilledToolTests {
  private static let brief = "--quick --allow-debug-build --filter 'good|stops.itself'"

  /// Commands that write to the disk: results, baselines, worktrees, builds, calibrations.
  private static let writing =
    [
      "run --save kept --overwrite \(brief)", "run --paced --seconds 1 \(brief)",
      "compare base next --measure-equal --time 1 --allow-debug-build --filter good.empty",
      "check --against base --measure-equal --time 1 --path report.html \(brief)",
    ]
    + ["calibrate --trials 4 --time 0.5 --filter good.empty"]
    .filter { _ in !_isDebugAssertConfiguration() }

  @Test(
    "What was stored before is there after a kill, and the next command works",
    arguments: seeds(short: 3, long: 60))
  func killed(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let command = Self.writing.randomElement(using: &generator) ?? ""
    let delay = Double.random(in: 0...3, using: &generator)
    let repository = try await ToyRepository()
    let stored = try await repository.shell(
      "'\(Tool.misbehaving.path)' run --save first --quick --allow-debug-build --filter good.empty")
    try #require(stored.code == 0, "\(stored.error)")
    let before = try await repository.shell(Self.state)

    let killed = try await repository.shell(
      """
      cp -r results ../kept
      \(Interrupted.script(command, "KILL", when: "sleep \(delay)", keepsResults: true))
      """)
    let after = try await repository.shell(
      """
      \(Self.state)
      diff -r ../kept/baselines/first.json results/baselines/first.json || exit 98
      '\(Tool.misbehaving.path)' compare base next --time 0.2 --allow-debug-build --filter good.empty \
        >/dev/null || exit
      git fsck --no-dangling --no-progress || exit
      find results .build/framegate -name '*.partial*'
      """)

    let context = "'\(command)' after \(delay) s"
    #expect([0, 2, 137].contains(killed.code), "\(context): \(killed.error)")
    #expect(after.code == 0, "\(context): \(after.error)")
    #expect(after.output == before.output, "\(context): \(after.output)")
    for file in try repository.storedFiles() {
      #expect(throws: Never.self, "\(context): \(file.path)") {
        try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      }
    }
  }

  /// What git knows of the checkout.
  private static let state = """
    git status --porcelain -- ':!error' ':!report.html'; git stash list; git rev-parse HEAD
    """

  /// Commands of every verb that end by themselves.
  private static let verbs = [
    "list", "run \(brief)", "run --paced --seconds 1 \(brief)", "check \(brief)",
    "check --result first.json", "compare first.json first.json", "report first.json --path a.html",
    "report first.json --format trace", "replay first.json good.scenario", "inspect good.scenario",
    "init --no-workflow --framegate ../framegate",
    "compare base next --time 0.2 --measure-equal --allow-debug-build --filter good.empty",
    "trend base..next --time 0.2 --allow-debug-build --filter good.empty",
    "bisect base next --time 0.2 --allow-debug-build --filter good.empty",
    "merge first.json", "history --from records.csv", "baseline list",
    "calibrate --trials 4 --time 0.5 --filter good.empty",
  ]

  @Test("Each verb of the tool has its row")
  func everyVerb() async throws {
    let rows = Set(Self.verbs.map { String($0.prefix { $0 != " " }) })
    #expect(try await Tool.verbs() == rows)
  }

  @Test(
    "Any verb ends with 130 at any instant, unless it has ended",
    arguments: verbs, seeds(short: 1, long: 12))
  func interrupted(command: String, seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed, row: command)
    let longest = ([0.05, 0.3, 2] as [Double]).randomElement(using: &generator) ?? 1
    let delay = Double.random(in: 0...longest, using: &generator)
    let signal = ["INT", "TERM", "HUP"].randomElement(using: &generator) ?? "INT"
    let repository = try await ToyRepository()
    let stored = try await repository.shell(
      """
      '\(Tool.misbehaving.path)' run --shard 1/1 --path first.json --format json --quick \
        --allow-debug-build --filter '^good.scenario$'
      printf 'time,m\\n1704250800,1\\n1704250900,2\\n' >records.csv
      """)
    try #require(stored.code == 0, "\(stored.error)")

    let run = try await repository.shell(
      Interrupted.script(command, signal, when: "sleep \(delay)", keepsResults: true))

    let context = "\(signal) to '\(command)' after \(delay) s: \(run.code), \(run.error)"
    if run.code == 130 {
      #expect(run.error.contains("Interrupted."), "\(context)")
    } else {
      // The scenario that is inspected has no views, which fails it.
      let isViewless = run.code == 3 && run.error.contains("has no views to inspect")
      #expect([0, 1, 2].contains(run.code) || isViewless, "\(context)")
      #expect(!run.error.contains("Interrupted."), "\(context)")
    }
    #expect(!run.error.contains("crashed"), "\(context)")
  }
}

extension ToyRepository {
  /// All files of results.
  fileprivate func storedFiles() throws -> [URL] {
    let folder = main.appending(path: "results")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.map { folder.appending(path: $0) }
  }
}
