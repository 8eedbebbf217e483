import Foundation
import TestSupport
import Testing

/// Revisions measured in turn, and judged.
///
/// Differences are by half or more, so that no machine is too busy to see them; nothing is said
/// about any time itself.
@Suite("Verdicts about revisions, end to end", .serialized)
struct RevisionVerdictTests {
  private let fixture = RevisionFixture.shared

  @Test("Slower code is regressed and ends with 2; swapped, improved with 0 or, if told, 4")
  func slower() async throws {
    let arguments = RevisionFixture.brief + ["work.varying"]
    let worse = try await fixture.run(["compare", "base", "slower"] + arguments)
    // Instructions are counted once, which takes longer than measuring.
    let better = try await fixture.run(
      ["compare", "slower", "base"] + arguments, environment: Tool.withoutValgrind)
    let told = try await fixture.run(
      ["compare", "slower", "base", "--fail-on", "improvement"] + arguments,
      environment: Tool.withoutValgrind)

    #expect(worse.code == 2, "\(worse.output)\(worse.error)")
    #expect(worse.output.contains("regressed"))
    #expect(better.code == 0, "\(better.output)\(better.error)")
    #expect(better.output.contains("improved"))
    #expect(!better.error.contains("Building"), "both are built already")
    #expect(told.code == 4)
  }

  @Test("A thousandfold slowdown, and its repair, are told, however few pairs there are")
  func thousandfold() async throws {
    let arguments = RevisionFixture.brief + ["work.varying"]
    let worse = try await fixture.run(
      ["compare", "base", "thousandfold"] + arguments, environment: Tool.withoutValgrind)
    let better = try await fixture.run(
      ["compare", "thousandfold", "base", "--fail-on", "improvement"] + arguments,
      environment: Tool.withoutValgrind)

    #expect(worse.code == 2, "\(worse.output)\(worse.error)")
    #expect(worse.output.contains("regressed"))
    #expect(better.code == 4, "\(better.output)\(better.error)")
    #expect(better.output.contains("improved"))
  }

  @Test("A scenario's frames that changed are named")
  func frames() async throws {
    let run = try await fixture.run(
      ["compare", "base", "slower", "--rate", "60", "--format", "json"] + RevisionFixture.brief + [
        "scene"
      ])

    #expect(run.code == 2, "\(run.output)\(run.error)")
    let entries = try JSONPart(run.output).entries
    #expect(
      try entries.elements.map { try $0.metric.read() } == ["work"],
      "'--warm' is among the options")
    let slow = try entries[0].changedFrames.element("verdict", "regressed")
    #expect(try slow.first.read() == 12)
    #expect(try slow.last.read() == 19)
  }

  @Test(
    "Padding is slower with cold caches, by more than warm: the same instructions touch four times the memory",
    .enabled(if: isLong, "measures for long, with FRAMEGATE_LONG=1"),
    .enabled(if: Machine.emptiesCaches, "a program cannot empty the caches here"))
  func cold() async throws {
    let run = try await fixture.run(
      [
        "compare", "base", "padded", "--format", "json", "--metric", "cpuTotal", "--total-time",
        "20", "--filter", "^cells",
      ])

    let report = try JSONPart(run.output)
    func entries(_ metric: String) throws -> [JSONPart] {
      try report.entries.elements.filter { try $0.metric.read() == metric }
    }
    func verdicts(_ metric: String) throws -> Set<String> {
      Set(try entries(metric).map { try $0.verdict.read() })
    }
    func ratios(_ metric: String) throws -> [Double] {
      try entries(metric).map { try $0.ratio.read() }
    }
    #expect(try verdicts("coldWork") == ["regressed"], "\(run.output)")
    #expect(run.code == 2)
    // Others on a busy machine empty the caches of warm frames too, in part.
    let (warmest, coldest) = (try ratios("work").max() ?? 0, try ratios("coldWork").min() ?? 0)
    #expect(warmest < coldest, "\(run.output)")
  }

  @Test("Too little time is inconclusive, which fails only when told")
  func inconclusive() async throws {
    let arguments = [
      "compare", "base", "slower", "--time", "0.1", "--metric", "cpuTotal", "--filter",
      "work.steady",
    ]
    let run = try await fixture.run(arguments + ["--threshold", "0"])
    let told = try await fixture.run(
      arguments + ["--threshold", "0", "--fail-on", "inconclusive"])

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("inconclusive"))
    #expect(told.code == 7)
  }

  @Test("An added benchmark passes, a removed one ends with 2 unless that is allowed")
  func added() async throws {
    let arguments = RevisionFixture.brief + ["work.added"]
    let run = try await fixture.run(["compare", "base", "added"] + arguments)
    let back = try await fixture.run(["compare", "added", "base"] + arguments)
    let allowed = try await fixture.run(
      ["compare", "added", "base", "--allow-missing"] + arguments)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("Unchanged: 1 of 1 comparison added."), "\(run.output)")
    #expect(back.code == 2, "\(back.output)\(back.error)")
    #expect(back.output.contains("removed"))
    #expect(allowed.code == 0, "\(allowed.output)\(allowed.error)")
  }

  @Test("A benchmark that crashes on one side fails alone, with 3")
  func crash() async throws {
    let run = try await fixture.run(
      ["compare", "base", "crashing"] + RevisionFixture.brief + ["work.fragile|work.varying"])

    #expect(run.code == 3, "\(run.output)\(run.error)")
    #expect(run.output.contains("it failed on the candidate's side: The worker crashed"))
    #expect(run.output.contains("work.varying"))
  }
}
