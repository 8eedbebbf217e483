import Foundation
import TestSupport
import Testing

/// Shards of one command, and the command that joins them.
@Suite("Shards of one verdict")
struct ShardingTests {
  /// Six benchmarks and a scenario, measured briefly.
  private static let brief = [
    "--filter", "^(good|kind\\.family|explain)\\.", "--skip", "good.allocating", "--quick",
    "--metric", "cpuTotal", "--warm", "--allow-debug-build",
  ]

  private func names(_ file: URL) throws -> [String] {
    try JSONPart(contentsOf: file).benchmarks.elements.map { try $0.name.read() }
  }

  private func shards(in package: URL) throws -> [String] {
    let folder = package.appending(path: "results/shards")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { "results/shards/\($0)" }
  }

  @Test("Three shards of a run have the benchmarks of one, in its order")
  func run() async throws {
    let package = try TemporaryPackage()
    let tool = Tool.misbehaving
    let whole = try await tool.run(["run", "--quiet"] + Self.brief, in: package.folder)
    try #require(whole.code == 0, "\(whole.error)")
    let stored = try #require(package.runs.first)
    let expected = try names(package.folder.appending(path: "results/runs/\(stored)"))
    try #require(expected.count == 7)

    for index in 1...3 {
      let shard = try await tool.run(
        ["run", "--shard", "\(index)/3"] + Self.brief, in: package.folder)
      #expect(shard.code == 0, "\(shard.error)")
      #expect(shard.error.contains("Saved shard \(index)/3 in results/shards/"), "\(shard.error)")
    }
    #expect(package.runs.count == 1, "a shard is no run of its own")
    let files = try shards(in: package.folder)
    let merged = try await tool.run(
      ["merge"] + files + ["--save", "main", "--also", "junit=all.xml"], in: package.folder)
    #expect(merged.code == 0, "\(merged.error)")
    #expect(merged.error.contains("Merged 3 shards, which took "))
    #expect(expected.allSatisfy { merged.output.contains($0) })
    #expect(
      try names(package.folder.appending(path: "results/baselines/main.json")) == expected)
    #expect(package.runs.count == 2)

    // The merged result divides later shards by time, the same on all.
    for index in 1...2 {
      let shard = try await tool.run(
        ["run", "--shard", "\(index)/2", "--shard-by", "main", "--quiet"] + Self.brief,
        in: package.folder)
      #expect(shard.code == 0, "\(shard.error)")
    }
    let later = try shards(in: package.folder).filter { $0.contains("-of-2") }
    let again = try await tool.run(["merge", "--format", "json"] + later, in: package.folder)
    #expect(again.code == 0, "\(again.error)")

    let last = try Data(contentsOf: package.folder.appending(path: files[2]))
    try last.prefix(last.count / 2).write(to: package.folder.appending(path: "cut.json"))
    for (files, message) in [
      (Array(files.dropFirst()), "Shard 1 of 3 is missing. "),
      ([files[1]], "Shards 1 and 3 of 3 are missing. "),
      ([files[0], files[1], "cut.json"], "'cut.json' is not a result file: "),
      ([files[0], later[1], files[2]], "have different totals, "),
      (files + [files[1]], "are both shard 2/3, measured at the same time. "),
      (["results/baselines/main.json"], "'results/baselines/main.json' is not a shard. "),
      (["nowhere.json"], "There is no file 'nowhere.json'. "),
    ] {
      let refused = try await tool.run(["merge"] + files, in: package.folder)
      #expect(refused.code == 1 || refused.code == 5, "\(refused.code)")
      #expect(refused.error.contains(message), "\(refused.error)")
      #expect(refused.error.split(separator: "\n").count == 1)
    }
  }

  @Test("A shard fails by itself, and the whole fails as one run would")
  func check() async throws {
    let package = try TemporaryPackage()
    let arguments = [
      "check", "--filter", "^(good.empty|good.scenario|late.once)$", "--quick", "--metric",
      "cpuTotal", "--warm", "--allow-debug-build",
    ]
    let whole = try await Tool.misbehaving.run(
      arguments + ["--format", "json"], in: package.folder)
    let status = package.folder.appending(path: "status")
    for index in 0..<2 {
      let shard = try await Tool.misbehaving.run(
        arguments + ["--shard", "auto"], in: package.folder,
        environment: [
          "TEST_SHARD_INDEX": "\(index)", "TEST_TOTAL_SHARDS": "2",
          "TEST_SHARD_STATUS_FILE": status.path,
        ])
      #expect(shard.error.contains("Saved shard \(index + 1)/2"), "\(shard.error)")
      #expect(FileManager.default.fileExists(atPath: status.path))
    }
    let merged = try await Tool.misbehaving.run(
      ["merge", "--format", "json"] + shards(in: package.folder), in: package.folder)
    #expect(merged.code == whole.code, "\(merged.error)")
    func budgets(_ text: String) throws -> [String] {
      try JSONPart(text).budgets.elements.map { budget in
        try [budget.scenario, budget.budget, budget.judgement].map { try $0.read() }
          .joined(separator: " ")
      }
    }
    #expect(try budgets(merged.output) == budgets(whole.output))
    #expect(try !budgets(whole.output).isEmpty)
  }

  @Test(
    "Bazel is told that a command can be sharded, also if the command then fails",
    arguments: [["run"], ["check"], ["compare", "nowhere"], ["trend", "nowhere..HEAD"]])
  func status(command: [String]) async throws {
    let package = try TemporaryPackage()
    let status = package.folder.appending(path: "status").path
    for (options, isTold) in [([], false), (["--shard", "1/2"], true)] {
      let run = try await Tool.misbehaving.run(
        command + options + ["--filter", "^no such benchmark$"], in: package.folder,
        environment: ["TEST_SHARD_STATUS_FILE": status])
      #expect(run.code != 0, "\(run.output)")
      #expect(FileManager.default.fileExists(atPath: status) == isTold, "\(run.error)")
    }
  }

  @Test("Shards of a comparison of revisions are one comparison")
  func compare() async throws {
    let repository = try await ToyRepository()
    let arguments = [
      "compare", "base", "next", "--filter", "^(good.empty|kind.family)", "--time", "0.5",
      "--metric", "cpuTotal", "--measure-equal", "--allow-debug-build",
    ]
    for index in 1...3 {
      let shard = try await repository.run(arguments + ["--shard", "\(index)/3"])
      #expect([0, 2].contains(shard.code), "\(shard.error)")
    }
    let merged = try await repository.run(
      ["merge", "--format", "json"] + shards(in: repository.main))
    let report = try JSONPart(merged.output)
    #expect(
      try report.entries.elements.map { try $0.benchmark.read() }
        == ["good.empty", "kind.family.10", "kind.family.100", "kind.family.1000"],
      "\(merged.error)")
    #expect(!report.conditions.isMissing)
    let text = try await repository.run(["merge"] + shards(in: repository.main))
    #expect(text.output.contains("Baseline:  revision 'base' (commit "), "\(text.output)")
    #expect(text.output.contains("of 4 comparisons "), "\(text.output)")
    #expect(text.code == merged.code)
  }

  @Test("Shards of a trend are one trend, in its formats, with one exit code")
  func trend() async throws {
    // Each build has another resource, so it is compared although its code is the same.
    let repository = try await ToyRepository(
      compiler: "cp Package.swift \"$scratch/products/data.resources\"")
    let arguments = [
      "trend", "base..next", "--filter", "^(good.empty|kind.family)", "--time", "0.5",
      "--metric", "cpuTotal", "--allow-debug-build", "--fail-on", "step",
    ]
    for index in 0..<3 {
      let shard = try await Tool(path: "/usr/bin/env").run(
        ["CIRCLE_NODE_INDEX=\(index)", "CIRCLE_NODE_TOTAL=3", Tool.misbehaving.path]
          + arguments + ["--shard", "auto"], in: repository.main,
        environment: repository.environment)
      #expect([0, 2].contains(shard.code), "\(shard.error)")
      #expect(shard.error.contains("Saved shard \(index + 1)/3 in "), "\(shard.error)")
      #expect(shard.error.contains(" of 4 benchmarks. "), "\(shard.error)")
    }
    let files = try shards(in: repository.main)
    let merged = try await repository.run(
      [
        "merge", "--format", "json", "--also", "csv=a.csv", "--also", "html=a.html",
        "--also", "markdown=a.md",
      ] + files)
    let report = try JSONPart(merged.output)
    // On one machine, what shards compared is known to a trend of all.
    let whole = try await repository.run(arguments + ["--format", "json"])
    #expect(merged.output == whole.output && merged.code == whole.code, "\(whole.output)")
    #expect(try report.range.read() == "base..next")
    // After so short a time, a busy machine knows few numbers well enough for an index, or none.
    let index = try #require(try report.commits.elements.last).index
    let names = index.isMissing ? [] : try index.names
    let steps = try report.steps.elements
    #expect(merged.code == (steps.isEmpty ? 0 : 2), "\(merged.error)")
    for name in ["a.csv", "a.html", "a.md"] {
      let text = try String(contentsOf: repository.main.appending(path: name), encoding: .utf8)
      #expect(names.allSatisfy(text.contains), "\(name)")
    }

    for (arguments, code, message) in [
      (Array(files.dropLast()), 1, "Shard 3 of 3 is missing. "),
      (files + [files[0]], 1, "are both shard 1/3, measured at the same time. "),
      (["--save", "main"] + files, 64, "no run that '--save' could name. Leave it out."),
      (["--format", "junit"] + files, 64, "There is no 'junit' of this report. Choose text, "),
    ] {
      let refused = try await repository.run(["merge"] + arguments)
      #expect(refused.code == code, "\(refused.error)")
      #expect(refused.error.contains(message), "\(refused.error)")
    }
  }

  @Test("A shard without a benchmark passes and says so")
  func empty() async throws {
    let package = try TemporaryPackage()
    let outcome = try await Tool.misbehaving.run(
      ["check", "--filter", "^good.empty$", "--quick", "--shard", "3/3", "--allow-debug-build"],
      in: package.folder)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(
      outcome.error.contains("no benchmark, because other shards have all 1"),
      "\(outcome.error)")
  }

  @Test(
    "What no shard can be is refused before anything is measured",
    arguments: [
      (["run", "--shard", "9/8"], "There is no shard 9 of 8. "),
      (["run", "--shard", "0/8"], "There is no shard 0 of 8. "),
      (["run", "--shard", "3"], "'3' is not a shard. "),
      (["run", "--shard", "auto"], "CI_NODE_TOTAL says that there are 4 jobs, but "),
      (["run", "--shard", "1/2", "--save", "x"], "A shard is a part of a result. "),
      (["run", "--shard-by", "x"], "'--shard-by' has no effect without '--shard'. "),
      (["check", "--result", "x.json", "--shard", "1/2"], "only stored results are read here. "),
      (["compare", "a.json", "b.json", "--shard", "1/2"], "only stored results are read here. "),
      (["check", "--result", "x.json", "--filter", "x"], "Leave '--filter' out."),
      (["check", "--result", "x.json", "--quick"], "Leave '--quick' out."),
      (["trend", "HEAD~1..HEAD", "--shard", "3/2"], "There is no shard 3 of 2. "),
      (["bisect", "HEAD~1", "--shard", "1/2"], "'bisect' cannot be sharded. "),
      (["merge"], "Missing expected argument"),
    ])
  func refused(_ arguments: [String], _ message: String) async throws {
    let package = try TemporaryPackage()
    let outcome = try await Tool.misbehaving.run(
      arguments, in: package.folder, environment: ["CI_NODE_TOTAL": "4"])
    #expect(outcome.code == 64, "\(outcome.code)")
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(package.runs.isEmpty)
  }
}
