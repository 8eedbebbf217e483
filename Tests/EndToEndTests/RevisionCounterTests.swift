import Foundation
import TestSupport
import Testing

/// What revisions count, exactly, and which functions make the difference.
@Suite("Counters of revisions, end to end", .serialized)
struct RevisionCounterTests {
  private let fixture = RevisionFixture.shared

  @Test(
    "Instructions are counted once on each side, and are a gate without noise",
    .enabled(if: Machine.hasValgrind, "there is no valgrind"))
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
    #expect(same.output.contains(/\b2( of \d+ comparisons?)? unchanged/), "\(same.output)")
    let entries = try JSONPart(compare.output).entries.elements
    let verdicts = try entries.map {
      "\(try $0.metric.read(String.self)) \(try $0.verdict.read(String.self))"
    }
    #expect(verdicts.count { $0 == "instructions regressed" } == 2, "\(verdicts)")
    #expect(verdicts.count { $0 == "mallocCountTotal unchanged" } == 2, "\(verdicts)")
    let scene = try #require(entries.first { !$0.changedFrames.isMissing })
    let range = scene.changedFrames[0]
    // Finding out which frames are slow takes some instructions in all of them.
    #expect(try range.first.read() <= 12)
    #expect(try range.last.read() >= 19)
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
    .enabled(if: Machine.hasValgrind, "there is no valgrind"))
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
    let explanation = try JSONPart(contentsOf: json).explanations[0].explanation
    let function = explanation.functions[0]
    let (before, after): (Double, Double) = (
      try function.baseline.read(), try function.candidate.read()
    )
    #expect(explanation.calls.isMissing, "counts name functions, and no report shows stacks")
    #expect(after > 1.4 * before)
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
      let allocations = try JSONPart(run.output).explanations[0].allocations
      #expect(try allocations.total.baseline.read() == 2)
      #expect(try allocations.total.candidate.read() == 4)
      let site = try #require(
        try allocations.sites.elements.first { try $0.count.candidate.read() == 2 },
        "\(run.output)")
      #expect(try site.place.function.read(String.self).contains("fill"))
      let location = site.place.location
      #expect(try location.file.read() == "Sources/Fixture/Fixture.swift")
      let lines = RevisionFixture.source(.slower).split(
        separator: "\n", omittingEmptySubsequences: false)
      let line: Int = try location.line.read()
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
    #expect(
      stored.error.contains("explain a change between two revisions. Name the base as one"),
      "\(stored.error)")
  }
}
