import Foundation
import Testing

/// What revisions count, exactly, and which functions make the difference.
@Suite("Counters of revisions, end to end", .serialized)
struct RevisionCounterTests {
  private let fixture = RevisionFixture.shared

  @Test(
    "Instructions are counted once on each side, and are a gate without noise",
    .enabled(if: CounterTests.hasValgrind, "there is no valgrind"))
  func instructions() async throws {
    let counters = ["--metric", "instructions,mallocCountTotal", "--filter", "work.varying|scene"]
    let compare = try await fixture.run(
      ["compare", "base", "slower", "--rate", "60", "--format", "json"] + counters)
    let same = try await fixture.run(
      ["compare", "base", "base", "--measure-equal", "--rate", "60"] + counters.dropLast() + [
        "scene"
      ])

    #expect(compare.code == 2, "\(compare.output)\(compare.error)")
    #expect(same.code == 0, "\(same.output)\(same.error)")
    #expect(same.output.contains("2 unchanged"), "\(same.output)")
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
    let run = try await fixture.run(arguments, environment: Tool.withoutValgrind)
    let allowed = try await fixture.run(
      arguments + ["--allow-missing"], environment: Tool.withoutValgrind)

    #expect(run.code == 2, "\(run.output)\(run.error)")
    #expect(run.output.contains("valgrind is not installed"))
    #expect(allowed.code == 0, "\(allowed.output)\(allowed.error)")
  }

  @Test(
    "What made a benchmark slower is named, in every format",
    .enabled(if: CounterTests.hasValgrind, "there is no valgrind"))
  func explained() async throws {
    let package = try TemporaryPackage()
    let (markdown, json) = (
      package.folder.appending(path: "a.md"), package.folder.appending(path: "a.json")
    )
    let also = ["--also", "markdown=\(markdown.path)", "--also", "json=\(json.path)"]
    let run = try await fixture.run(
      ["compare", "base", "slower", "--explain"] + also + RevisionFixture.brief + ["work.varying"])

    #expect(run.code == 2, "\(run.output)\(run.error)")
    for text in [run.output, try String(contentsOf: markdown, encoding: .utf8)] {
      #expect(text.replacing("\\", with: "").contains("Fixture.work(_:)"), "\(text)\(run.error)")
      #expect(text.contains("instructions per operation (+"), "\(text)")
    }
    let report = try JSONSerialization.jsonObject(with: Data(contentsOf: json)) as? [String: Any]
    let entry = try #require((report?["explanations"] as? [[String: Any]])?.first)
    let explanation = try #require(entry["explanation"] as? [String: Any])
    #expect(explanation["calls"] == nil, "counts name functions, and no report shows stacks")
    let function = try #require((explanation["functions"] as? [[String: Any]])?.first)
    let (before, after) = (function["baseline"] as? Double, function["candidate"] as? Double)
    #expect(try #require(after) > 1.4 * (try #require(before)))
  }

  #if os(Linux)
    @Test("Who allocates more is named with its line, also without jemalloc and valgrind")
    func explainedAllocations() async throws {
      let run = try await fixture.run(
        [
          "compare", "base", "slower", "--explain", "--metric", "mallocCountTotal", "--filter",
          "boxes", "--format", "json",
        ],
        environment: [
          "FRAMEGATE_VALGRIND": "/nowhere/valgrind", "FRAMEGATE_JEMALLOC": "/nowhere",
        ])

      #expect(run.code == 2, "\(run.output)\(run.error)")
      let report =
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let entry = try #require((report?["explanations"] as? [[String: Any]])?.first)
      let allocations = try #require(entry["allocations"] as? [String: Any], "\(run.output)")
      let total = try #require(allocations["total"] as? [String: Any])
      #expect(total["baseline"] as? Double == 2)
      #expect(total["candidate"] as? Double == 4)
      let sites = try #require(allocations["sites"] as? [[String: Any]])
      let site = try #require(
        sites.first { ($0["count"] as? [String: Any])?["candidate"] as? Double == 2 },
        "\(run.output)")
      let place = try #require(site["place"] as? [String: Any])
      #expect((place["function"] as? String)?.contains("fill") == true)
      let location = try #require(place["location"] as? [String: Any])
      #expect(location["file"] as? String == "Sources/Fixture/Fixture.swift")
      let lines = RevisionFixture.source(.slower).split(
        separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(location["line"] as? Int)
      #expect(lines[line - 1].contains("count: 100"), "\(line)")
    }
  #endif

  #if os(Linux)
    @Test("Without valgrind, samples name the function that takes longer, also as folded stacks")
    func sampled() async throws {
      let package = try TemporaryPackage()
      let stacks = package.folder.appending(path: "a.folded")
      let run = try await fixture.run(
        ["compare", "base", "slower", "--also", "folded=\(stacks.path)"] + RevisionFixture.brief
          + ["work.varying"],
        environment: Tool.withoutValgrind)

      #expect(run.code == 2, "\(run.output)\(run.error)")
      #expect(run.output.contains("ns per operation (+"), "\(run.output)")
      #expect(run.output.contains(", sampled ("), "\(run.output)")
      #expect(run.output.contains("Fixture.work(_:)"), "\(run.output)")
      #expect(
        run.output.contains("its layout was not varied: valgrind is not installed"),
        "\(run.output)")
      let lines = try String(contentsOf: stacks, encoding: .utf8).split(separator: "\n")
      for side in ["baseline", "candidate"] {
        let own = lines.filter {
          $0.hasPrefix("\(side);work.varying;") && $0.contains("Fixture.work(_:)")
        }
        let counts = own.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        // About 3,000 in three seconds of an idle machine.
        #expect(counts.count == own.count && counts.reduce(0, +) > 30, "\(lines)")
      }
    }
  #endif

  @Test("Of stored results nothing can be explained", arguments: ["--explain", "--format=folded"])
  func notExplained(option: String) async throws {
    let stored = try await fixture.run(["compare", "run:base", "run:slower", option])

    #expect(stored.code == 64)
    #expect(stored.error.contains("Name revisions"), "\(stored.error)")
  }
}
