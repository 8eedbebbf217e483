import Foundation
import Testing

/// Revisions of a repository made for this: which are built, which need not be, and what stops a
/// build.
@Suite("Builds of revisions, end to end", .serialized)
struct RevisionBuildTests {
  private let fixture = RevisionFixture.shared

  @Test("Equal sources are unchanged without building, and exit code 0")
  func equalSources() async throws {
    let run = try await fixture.run(["compare", "base", "base"])

    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("same sources"))
    #expect(!run.error.contains("Building"))
  }

  @Test("Builds of the same code are unchanged without measuring")
  func sameCode() async throws {
    let run = try await fixture.run(["compare", "base", "comment"])

    #expect(run.code == 0, "\(run.error)")
    #if os(Linux)
      #expect(run.output.contains("same code"))
    #endif
  }

  @Test("A refused registration fails also what is not measured", arguments: ["base", "comment"])
  func refused(candidate: String) async throws {
    let run = try await fixture.run(
      ["compare", "base", candidate], environment: ["REGISTER_NONSENSE": "1"])

    #expect(run.code == 3, "\(run.output)\(run.error)")
    #expect(run.error.contains("näme"), "\(run.error)")
    #expect(run.output.contains(#/[13] benchmarks? failed\./#), "\(run.output)")
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

  @Test("A base without benchmarks is built with those of the candidate, and the report says so")
  func candidateBenchmarks() async throws {
    let run = try await fixture.run(
      ["compare", "nothing", "base"] + RevisionFixture.brief + ["^work"])

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("'nothing' with the candidate's benchmarks"), "\(run.output)")
    #expect(run.output.contains("built to the same code"), "\(run.output)")
  }

  @Test("Against a base that does not build only budgets are judged, with a notice")
  func noBase() async throws {
    let arguments =
      ["check", "--against", "broken", "--quick", "--allow-debug-build"] + RevisionFixture.brief
      + [
        "explain.frames"
      ]
    let run = try await fixture.run(arguments + ["--budget", "largestWork=1s@60"])
    let exceeded = try await fixture.run(
      arguments + ["--budget", "largestWork=1ns@60", "--format", "json"])
    let strict = try await fixture.run(arguments + ["--fail-on", "no-base"])

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(
      run.output.contains("Nothing was compared: revision 'broken' does not build"))
    #expect(exceeded.code == 2, "\(exceeded.output)\(exceeded.error)")
    #expect(exceeded.output.contains("\"noBaseline\" : \"revision 'broken' does not build"))
    #expect(strict.code == 1, "\(strict.output)\(strict.error)")
  }

  @Test("A base that cannot be measured fails a check, if asked for, after the budgets are judged")
  func unlistedBase() async throws {
    let root = try await fixture.folder()
    let junit = root.appending(path: ".build/unlisted.xml")
    let arguments =
      ["check", "--against", "unlisted", "--quick", "--allow-debug-build"] + RevisionFixture.brief
      + ["explain.frames", "--budget", "largestWork=1s@60"]

    let run = try await fixture.run(arguments)
    let strict = try await fixture.run(
      arguments + ["--fail-on", "no-base", "--also", "junit=\(junit.path)"])

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(strict.code == 1, "\(strict.output)\(strict.error)")
    for output in [run.output, strict.output] {
      #expect(output.contains("Nothing was compared: "), "\(output)")
      #expect(output.contains("The frame budget is kept."), "\(output)")
    }
    let cases = try String(contentsOf: junit, encoding: .utf8)
    #expect(cases.contains("classname=\"the comparison\""), "\(cases)")
    #expect(cases.contains("classname=\"explain.frames\""), "\(cases)")
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

  @Test("'compare' and 'check --against' use the files on disk, committed or not")
  func workingTree() async throws {
    let root = try await fixture.folder()
    let file = root.appending(path: "Sources/Fixture/Fixture.swift")
    try Data(RevisionFixture.source(.base, steps: 2_000).utf8).write(to: file)
    defer { try? Data(RevisionFixture.source(.base).utf8).write(to: file) }

    let compare = try await fixture.run(
      ["compare", "base"] + RevisionFixture.brief + ["work.varying"])
    let check = try await fixture.run(
      ["check", "--against", "base", "--quick", "--allow-debug-build"] + RevisionFixture.brief + [
        "work.varying|good.scenario"
      ])
    let status = try await Tool.shell("git status --porcelain", in: root)

    #expect(compare.code == 2, "\(compare.output)\(compare.error)")
    #expect(check.code == 2, "\(check.output)\(check.error)")
    #expect(check.output.contains("regressed"))
    #expect(compare.output.contains("the working tree"))
    #expect(status.output == " M Sources/Fixture/Fixture.swift\n", "nothing else is touched")
  }
}
