import Foundation
import Testing

/// Revisions of a repository made for this: built, measured in turn, judged.
///
/// Differences are by half or more, so that no machine is too busy to see them; nothing is said about
/// any time itself.
@Suite("Revisions, end to end", .serialized)
struct RevisionTests {
  private let fixture = RevisionFixture.shared
  private static let brief = ["--time", "20", "--metric", "cpuTotal", "--warm", "--filter"]

  @Test("Equal sources are unchanged without building, and exit code 0")
  func equalSources() async throws {
    let run = try await fixture.run(["compare", "base", "base"])

    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("same sources"))
    #expect(!run.error.contains("Building"))
  }

  @Test("Slower code is regressed and ends with 2; swapped, improved with 0 or, if told, 4")
  func slower() async throws {
    let arguments = Self.brief + ["work.varying"]
    let worse = try await fixture.run(["compare", "base", "slower"] + arguments)
    let better = try await fixture.run(["compare", "slower", "base"] + arguments)
    let told = try await fixture.run(
      ["compare", "slower", "base", "--fail-on", "improvement"] + arguments)

    #expect(worse.code == 2, "\(worse.output)\(worse.error)")
    #expect(worse.output.contains("regressed"))
    #expect(better.code == 0, "\(better.output)\(better.error)")
    #expect(better.output.contains("improved"))
    #expect(!better.error.contains("Building"), "both are built already")
    #expect(told.code == 4)
  }

  @Test("A scenario's frames that changed are named")
  func frames() async throws {
    let run = try await fixture.run(
      ["compare", "base", "slower", "--rate", "60", "--format", "json"] + Self.brief + ["scene"])

    #expect(run.code == 2, "\(run.output)\(run.error)")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let entries = try #require(report?["entries"] as? [[String: Any]])
    #expect(entries.map { $0["metric"] as? String } == ["work"], "'--warm' is among the options")
    let entry = try #require(entries.first)
    let ranges = try #require(entry["changedFrames"] as? [[String: Any]])
    let slow = try #require(ranges.first { ($0["verdict"] as? String) == "regressed" })
    #expect(slow["first"] as? Int == 12)
    #expect(slow["last"] as? Int == 19)
  }

  @Test(
    "What made a benchmark slower is named, in every format",
    .enabled(if: CounterTests.hasValgrind, "there is no valgrind"))
  func explained() async throws {
    let arguments =
      ["compare", "base", "slower", "--explain"] + Self.brief + ["work.varying"]
    let text = try await fixture.run(arguments)
    let markdown = try await fixture.run(arguments + ["--format", "markdown"])
    let json = try await fixture.run(arguments + ["--format", "json"])

    #expect(text.code == 2, "\(text.output)\(text.error)")
    for run in [text, markdown] {
      #expect(
        run.output.replacing("\\", with: "").contains("Fixture.work(_:)"),
        "\(run.output)\(run.error)")
      #expect(run.output.contains("instructions per operation (+"), "\(run.output)")
    }
    let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let entry = try #require((report?["explanations"] as? [[String: Any]])?.first)
    let explanation = try #require(entry["explanation"] as? [String: Any])
    let function = try #require((explanation["functions"] as? [[String: Any]])?.first)
    let (before, after) = (function["baseline"] as? Double, function["candidate"] as? Double)
    #expect(try #require(after) > 1.4 * (try #require(before)))
  }

  @Test("Without valgrind the reason is told; of stored results nothing can be explained")
  func notExplained() async throws {
    let nowhere = ["FRAMEGATE_VALGRIND": "/nowhere/valgrind"]
    let run = try await fixture.run(
      ["compare", "base", "slower", "--explain"] + Self.brief + ["work.varying"],
      environment: nowhere)
    let stored = try await fixture.run(["compare", "base", "slower", "--explain", "--stored"])

    #expect(run.code == 2, "\(run.output)\(run.error)")
    #expect(
      run.output.contains(
        "work.varying regressed, but cannot be explained: valgrind is not installed"))
    #expect(stored.code == 64)
    #expect(stored.error.contains("Name revisions"), "\(stored.error)")
  }

  @Test(
    "Instructions are counted once on each side, and are a gate without noise",
    .enabled(if: CounterTests.hasValgrind, "there is no valgrind"))
  func instructions() async throws {
    let counters = ["--metric", "instructions,mallocCountTotal", "--filter", "work.varying|scene"]
    let compare = try await fixture.run(
      ["compare", "base", "slower", "--rate", "60", "--format", "json"] + counters)
    let same = try await fixture.run(
      ["compare", "base", "base", "--force", "--rate", "60"] + counters)

    #expect(compare.code == 2, "\(compare.output)\(compare.error)")
    #expect(same.code == 0, "\(same.output)\(same.error)")
    #expect(same.output.contains("4 unchanged"), "\(same.output)")
    let report = try JSONSerialization.jsonObject(with: Data(compare.output.utf8)) as? [String: Any]
    let entries = try #require(report?["entries"] as? [[String: Any]])
    let verdicts = entries.map { "\($0["metric"] ?? "") \($0["verdict"] ?? "")" }
    #expect(verdicts.count { $0 == "instructions regressed" } == 2, "\(verdicts)")
    #expect(verdicts.count { $0 == "mallocCountTotal unchanged" } == 2, "\(verdicts)")
    let scene = try #require(entries.first { $0["changedFrames"] != nil })
    let range = try #require((scene["changedFrames"] as? [[String: Any]])?.first)
    // Finding out which frames are slow takes some instructions in all of them.
    #expect(try #require(range["first"] as? Int) <= 12)
    #expect(try #require(range["last"] as? Int) >= 19)
  }

  @Test("A counter that was named and that neither side has is missing, which fails")
  func namedAndMissing() async throws {
    let arguments = [
      "compare", "base", "slower", "--metric", "instructions", "--filter", "work.steady",
    ]
    let nowhere = ["FRAMEGATE_VALGRIND": "/nowhere/valgrind"]
    let run = try await fixture.run(arguments, environment: nowhere)
    let allowed = try await fixture.run(arguments + ["--allow-missing"], environment: nowhere)

    #expect(run.code == 2, "\(run.output)\(run.error)")
    #expect(run.output.contains("valgrind is not installed"))
    #expect(allowed.code == 0, "\(allowed.output)\(allowed.error)")
  }

  @Test("Builds of the same code are unchanged without measuring")
  func sameCode() async throws {
    let run = try await fixture.run(["compare", "base", "comment"])

    #expect(run.code == 0, "\(run.error)")
    #if os(Linux)
      #expect(run.output.contains("same code"))
    #endif
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
    let arguments = Self.brief + ["work.added"]
    let run = try await fixture.run(["compare", "base", "added"] + arguments)
    let back = try await fixture.run(["compare", "added", "base"] + arguments)
    let allowed = try await fixture.run(
      ["compare", "added", "base", "--allow-missing"] + arguments)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("Unchanged: of 1 comparison 1 added."), "\(run.output)")
    #expect(back.code == 2, "\(back.output)\(back.error)")
    #expect(back.output.contains("removed"))
    #expect(allowed.code == 0, "\(allowed.output)\(allowed.error)")
  }

  @Test(
    "Padding is slower with cold caches, by more than warm: the same instructions touch four times the memory"
  )
  func cold() async throws {
    let run = try await fixture.run(
      [
        "compare", "base", "padded", "--format", "json", "--metric", "cpuTotal", "--total-time",
        "20", "--filter", "^cells",
      ])

    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let entries = try #require(report?["entries"] as? [[String: Any]], "\(run.error)")
    func verdicts(_ metric: String) -> Set<String> {
      Set(
        entries.filter { $0["metric"] as? String == metric }.compactMap { $0["verdict"] as? String }
      )
    }
    func ratios(_ metric: String) -> [Double] {
      entries.filter { $0["metric"] as? String == metric }.compactMap { $0["ratio"] as? Double }
    }
    // Some machines do not let a program empty the caches, and say so.
    if (report?["warnings"] as? [String] ?? []).contains(where: { $0.contains("with cold caches") })
    {
      return
    }
    #expect(verdicts("coldWork") == ["regressed"], "\(run.output)")
    #expect(run.code == 2)
    // Others on a busy machine empty the caches of warm frames too, in part.
    let (warmest, coldest) = (ratios("work").max() ?? 0, ratios("coldWork").min() ?? 0)
    #expect(warmest < coldest, "\(run.output)")
  }

  @Test("A benchmark that crashes on one side fails alone, with 3")
  func crash() async throws {
    let run = try await fixture.run(
      ["compare", "base", "crashing"] + Self.brief + ["work.fragile|work.varying"])

    #expect(run.code == 3, "\(run.output)\(run.error)")
    #expect(run.output.contains("it failed on the candidate's side: crashed"))
    #expect(run.output.contains("work.varying"))
  }

  @Test("A revision that does not build ends with 1 and the compiler's first error")
  func broken() async throws {
    let run = try await fixture.run(["compare", "base", "broken"])

    #expect(run.code == 1)
    #expect(run.error.contains("cannot convert value of type 'String'"), "\(run.error)")
  }

  @Test("A revision without the executable ends with 1 and says so")
  func noProduct() async throws {
    let run = try await fixture.run(["compare", "base", "nothing"])

    #expect(run.code == 1)
    #expect(run.error.contains("has no executable product 'Fixture'"), "\(run.error)")
  }

  @Test("Against a base without the executable only budgets are judged, with a notice")
  func noBase() async throws {
    let arguments =
      ["check", "--against", "nothing", "--quick", "--allow-debug-build"] + Self.brief + [
        "good.scenario"
      ]
    let run = try await fixture.run(arguments + ["--budget", "largestWork=1s@60"])
    let exceeded = try await fixture.run(
      arguments + ["--budget", "largestWork=1ns@60", "--format", "json"])
    let strict = try await fixture.run(arguments + ["--require-base"])

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(
      run.output.contains("Nothing was compared: revision 'nothing' has no executable product"))
    #expect(exceeded.code == 2, "\(exceeded.output)\(exceeded.error)")
    #expect(exceeded.output.contains("\"noBaseline\" : \"revision 'nothing' has no"))
    #expect(strict.code == 1, "\(strict.output)\(strict.error)")
  }

  @Test("A revision that is not there ends with 5; a shallow clone says how to fetch it")
  func notFound() async throws {
    let root = try await fixture.folder()
    let package = try TemporaryPackage()
    let clone = try await Tool.shell(
      "git clone -q --depth 1 'file://\(root.path)' clone", in: package.folder)
    #expect(clone.code == 0, "\(clone.error)")

    let missing = try await fixture.run(["compare", "no-such-branch"])
    let shallow = try await fixture.run(
      ["compare", "slower"], in: package.folder.appending(path: "clone"))

    #expect(missing.code == 5)
    #expect(shallow.code == 5)
    #expect(shallow.error.contains("git fetch"), "\(shallow.error)")
  }

  @Test("What is on disk counts, committed or not; checking it against a revision is one line")
  func workingTree() async throws {
    let root = try await fixture.folder()
    let file = root.appending(path: "Sources/Fixture/Fixture.swift")
    try Data(RevisionFixture.source(.base, steps: 2_000).utf8).write(to: file)
    defer { try? Data(RevisionFixture.source(.base).utf8).write(to: file) }

    let compare = try await fixture.run(["compare", "base"] + Self.brief + ["work.varying"])
    let check = try await fixture.run(
      ["check", "--against", "base", "--quick", "--allow-debug-build"] + Self.brief + [
        "work.varying|good.scenario"
      ])
    let status = try await Tool.shell("git status --porcelain", in: root)

    #expect(compare.code == 2, "\(compare.output)\(compare.error)")
    #expect(check.code == 2, "\(check.output)\(check.error)")
    #expect(check.output.contains("regressed"))
    #expect(compare.output.contains("the working tree"))
    #expect(status.output == " M Sources/Fixture/Fixture.swift\n", "nothing else is touched")
  }

  @Test("A tool that was killed while it built leaves nothing that stops the next one")
  func killed() async throws {
    let root = try await fixture.folder()
    let cache = root.appending(path: ".build/framegate")
    // What a kill can leave behind: a lock of git's, a half checkout, a worktree that is gone.
    let script = """
      cd '\(cache.path)'/source/* && touch "$(git rev-parse --git-path index.lock)" stray.swift
      rm -rf '\(cache.path)'/*-*/
      """
    #expect(try await Tool.shell(script, in: root).code == 0)
    let locked = try await fixture.run(["compare", "base", "comment"])
    try FileManager.default.removeItem(at: cache.appending(path: "source"))
    let removed = try await fixture.run(
      ["compare", "base", "added", "--allow-missing"] + Self.brief + ["added"])
    let worktrees = try await Tool.shell("git worktree list", in: root)

    #expect(locked.code == 0, "\(locked.error)")
    #expect(removed.code == 0, "\(removed.error)")
    #expect(worktrees.output.split(separator: "\n").count == 2, "\(worktrees.output)")
  }
}
