import Foundation
import TestSupport
import Testing

/// Baselines that people keep, through the built tool.
@Suite("Baselines, end to end")
struct BaselineTests {
  private static let brief = [
    "--filter", "^good.(empty|allocating)$", "--quick", "--allow-debug-build",
  ]

  private func run(_ package: TemporaryPackage, _ arguments: String...) async throws -> Tool.Outcome
  {
    try await Tool.misbehaving.run(arguments, in: package.folder)
  }

  /// A package with a baseline `main` and a newer run, which `change` made of it.
  private func package(
    changing change: (inout JSONPart) throws -> Void = { _ in }
  ) async throws -> TemporaryPackage {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      ["run", "--save", "main", "--quiet"] + Self.brief, in: package.folder)
    try #require(run.code == 0, "\(run.error)")
    let content = try Data(contentsOf: package.baseline("main"))
    var result = try JSONPart(content)
    result.time.set("2099-01-01T00:00:00Z")
    try change(&result)
    try package.write(
      String(decoding: try result.data, as: UTF8.self),
      to: "results/runs/20990101T000000Z-nocommit.json")
    return package
  }

  private func baselines(_ package: TemporaryPackage) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: package.folder.appending(path: "results/baselines").path
    ).sorted()
  }

  private func changing(
    _ key: String, _ value: String
  ) -> (inout JSONPart) throws -> Void {
    { $0.environment[key].set(value) }
  }

  @Test("What there is, is listed and shown like a report")
  func listed() async throws {
    let package = try await package()
    try package.write("{", to: "results/baselines/half.json")

    let list = try await run(package, "baseline", "list")
    let usual = try await run(package, "baseline")
    let shown = try await run(package, "baseline", "show", "main")
    let report = try await run(package, "report", "name:main")

    #expect(list.code == 0, "\(list.error)")
    #expect(list.output == usual.output)
    #expect(list.output.contains("\nmain  "), "\(list.output)")
    #expect(list.output.contains("\nhalf  unusable [1]\n[1] '"), "\(list.output)")
    #expect(list.output.contains("results/baselines/half.json' is not a result file: "))
    #expect(shown.code == 0, "\(shown.error)")
    #expect(shown.output == report.output)
    #expect(shown.output.contains("good.allocating"))

    let empty = try await run(try TemporaryPackage(), "baseline", "list", "--format", "json")
    #expect(empty.code == 0)
    #expect(try JSONPart(empty.output).elements.isEmpty)
  }

  @Test("A newer run takes the place of a baseline, says what changes, and can be taken back")
  func updated() async throws {
    let package = try await package { result in
      try result.changeMetric("mallocCountTotal", of: "good.allocating") { $0 + 1 }
    }
    let before = try Data(contentsOf: package.baseline("main"))

    let update = try await run(package, "baseline", "update", "main")
    #expect(update.code == 0, "\(update.output)\(update.error)")
    #expect(update.output.contains("1 of 8 comparisons regressed"), "\(update.output)")
    #expect(update.output.contains("good.empty"))
    #expect(update.error.contains("checks accept what got worse: 1 row."), "\(update.error)")
    #expect(update.error.contains("takes it back."), "\(update.error)")
    let kept = try #require(try baselines(package).first { $0.contains("replaced") })
    #expect(try Data(contentsOf: package.baseline(String(kept.dropLast(5)))) == before)
    #expect(try Data(contentsOf: package.baseline("main")) != before)

    let again = try await run(package, "baseline", "update", "main")
    #expect(again.code == 0)
    #expect(again.error.contains("is this result already"), "\(again.error)")
    let back = try await run(
      package, "baseline", "update", "main", String(kept.dropLast(5)), "--quiet")
    #expect(back.code == 0, "\(back.error)")
    #expect(back.error.isEmpty)
    #expect(try Data(contentsOf: package.baseline("main")) == before)
    #expect(try baselines(package).count == 3)
  }

  @Test("A run that would spoil a baseline is refused unless forced")
  func refused() async throws {
    let package = try await package { result in
      try changing("buildConfiguration", "other")(&result)
      try result.removeBenchmark("good.empty")
    }
    let before = try Data(contentsOf: package.baseline("main"))

    let refused = try await run(package, "baseline", "update", "main")
    #expect(refused.code == 1)
    #expect(
      refused.error.contains("the two were built differently and it lacks 1 row: good.empty. "),
      "\(refused.error)")
    #expect(refused.output.contains("removed"), "\(refused.output)")
    #expect(try Data(contentsOf: package.baseline("main")) == before)
    #expect(try baselines(package) == ["main.json"])

    let forced = try await run(package, "baseline", "update", "main", "--force")
    #expect(forced.code == 0, "\(forced.error)")
    #expect(try baselines(package).count == 2)
  }

  @Test("Only '--remove' removes; what has no age stays")
  func pruned() async throws {
    let package = try await package()
    try package.write("{", to: "results/baselines/half.json")
    let update = try await run(package, "baseline", "update", "main")
    #expect(update.code == 0, "\(update.error)")
    let all = try baselines(package)
    #expect(all.count == 3)

    for (keep, count) in [("2", 0), ("1", 1), ("0", 2), ("1d", 0), ("0d", 1)] {
      let dry = try await run(package, "baseline", "prune", keep)
      #expect(dry.code == 0)
      #expect(
        dry.error.hasPrefix("Would remove \(count) of 3 baselines; '--remove' does."), "\(dry)")
      #expect(dry.error.hasSuffix(" 1 unusable file left alone.\n"))
    }
    #expect(try baselines(package) == all)
    let other = try await run(package, "baseline", "prune", "0", "^main$", "--format", "json")
    #expect(try JSONPart(other.output).elements.map { try $0.name.read() } == ["main"])

    let forced = try await run(package, "baseline", "prune", "1", "--remove")
    #expect(forced.code == 0, "\(forced.error)")
    #expect(forced.output.contains("main.replaced-"))
    #expect(try baselines(package) == ["half.json", "main.json"])
  }

  /// Arguments that name no baseline, the code and a part of the message.
  private static let mistakes: [([String], Int, String)] = [
    (["show", "nothing"], 5, "No result named 'nothing'"),
    (["update", "nothing"], 5, "No result named 'nothing'"),
    (["update", "main", "nothing"], 5, "'nothing' is neither a result file"),
    (["show", "../main"], 64, "it contains a slash"),
    (["update", "a\u{1B}[31m"], 64, "it contains a control character"),
    (["show", "half"], 1, "results/baselines/half.json' is not a result file"),
    (["update", "half"], 1, "results/baselines/half.json' is not a result file"),
    (["show", "later"], 1, "has schema 99"),
    (["prune"], 64, "Missing expected argument '<keep>'"),
    (["prune", "soon"], 64, "'soon' is neither a count nor an age."),
    (["prune", "-1"], 64, "Missing expected argument '<keep>'"),
    (["prune", "99999999999999999999"], 64, "is neither a count nor an age."),
    (["prune", "1", "("], 64, "is not a regular expression"),
  ]

  @Test("Mistakes are refused with what to do")
  func mistakes() async throws {
    let package = try await package()
    try package.write("{", to: "results/baselines/half.json")
    try package.write("{\"schemaVersion\":99}", to: "results/baselines/later.json")
    for (arguments, code, message) in Self.mistakes {
      let run = try await Tool.misbehaving.run(["baseline"] + arguments, in: package.folder)
      #expect(run.code == code, "\(arguments): \(run.output)\(run.error)")
      #expect(run.error.contains(message), "\(arguments): \(run.error)")
      #expect(!run.error.contains("\u{1B}"))
    }
    #expect(try baselines(package).count == 3)
  }

  @Test("A check refuses what another compiler or a newer tool recorded, before it measures")
  func stale() async throws {
    let package = try await package(changing: changing("toolchain", "Swift version 5.10"))
    try package.write("{\"schemaVersion\":99}", to: "results/baselines/later.json")
    let old = package.runs.last.map { "results/runs/\($0)" } ?? ""

    for (arguments, message) in [
      (
        ["--against", old] + Self.brief,
        "was recorded with 'Swift version 5.10', and this is 'Swift"
      ),
      (["--against", "main", "--result", old], "and this is 'Swift version 5.10'"),
      (["--against", "later"] + Self.brief, "has schema 99, but this version reads only 1."),
    ] {
      let check = try await Tool.misbehaving.run(["check"] + arguments, in: package.folder)
      #expect(check.code == 1, "\(check.output)\(check.error)")
      #expect(check.output.isEmpty)
      #expect(check.error.contains(message), "\(check.error)")
    }
    #expect(package.runs.count == 2)
    let told = try await Tool.misbehaving.run(
      ["check", "--against", "main", "--result", old, "--across-toolchains"], in: package.folder)
    #expect(told.code == 0, "\(told.output)\(told.error)")
    let compare = try await run(package, "compare", "main", old)
    #expect(compare.code == 0, "\(compare.output)\(compare.error)")
    #expect(compare.output.contains("inconclusive"))
  }
}
