import Foundation
import TestSupport
import Testing

@Suite("Wrong usage, end to end")
struct UsageTests {
  /// Arguments that make no sense, and the end of what the tool says.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let says: String

    var testDescription: String { arguments.joined(separator: " ") }
  }

  /// One row for each verb, and all that only a package or a program can tell; the others are in
  /// the tests of the tool.
  private static let table: [Mistake] = [
    Mistake(arguments: ["fly"], says: "Unexpected argument"),
    Mistake(arguments: ["--quick", "compare", "a", "b"], says: "<subcommand>"),
    Mistake(
      arguments: ["run", "--filter", "no such thing"], says: "MisbehavingBenchmarks list' shows"),
    Mistake(
      arguments: ["run", "--filter", "(.*)*(.*)*(.*)*(.*)*(.*)*!"], says: "more than a second"),
    Mistake(arguments: ["run", "--skip", "^(\\w+\\.?)+!"], says: "more than a second"),
    Mistake(arguments: ["run", "--metric", "speed"], says: "Choose from wallClock"),
    Mistake(arguments: ["run", "--save", "../x"], says: "slash"),
    Mistake(arguments: ["run", "--save", ""], says: "empty"),
    Mistake(arguments: ["check", "--budget", "fast"], says: "allocationsPerFrame=0"),
    Mistake(arguments: ["calibrate", "--cold", "--warm"], says: "Leave '--warm' out"),
    Mistake(arguments: ["replay", "a.json", "--rate", "60,120"], says: "has one rate"),
    Mistake(arguments: ["inspect", "good.nothing"], says: "MisbehavingBenchmarks list' shows"),
    Mistake(arguments: ["compare"], says: "Nothing to compare. Name a revision"),
    Mistake(arguments: ["report", "a", "b", "c"], says: "one result or two"),
    Mistake(
      arguments: ["list", "--format", "csv"], says: "Please provide one of 'text' and 'json'"),
    Mistake(arguments: ["init", "--layout", "x"], says: "Please provide one of 'nested'"),
    Mistake(arguments: ["trend"], says: "Missing expected argument '<range>'"),
    Mistake(arguments: ["bisect"], says: "Missing expected argument '<good>'"),
    Mistake(arguments: ["history", "--format", "bmf"], says: "Please provide one of 'text'"),
    Mistake(arguments: ["merge"], says: "Missing expected argument '<files> ...'"),
    Mistake(arguments: ["baseline", "show", "../x"], says: "slash"),
  ]

  /// All verbs, and those of baselines.
  private static let explained = [
    "run", "list", "compare", "check", "report", "calibrate", "replay", "inspect", "init",
    "trend", "bisect", "history", "merge", "baseline", "baseline list", "baseline show",
    "baseline update", "baseline prune",
  ]

  @Test("Each verb of the tool has its rows")
  func everyVerb() async throws {
    let verbs = try await Tool.verbs()
    #expect(verbs.isSubset(of: Self.table.map { $0.arguments[0] }))
    #expect(verbs == Set(Self.explained.map { String($0.prefix { $0 != " " }) }))
  }

  @Test("Ends with 64 and advice", arguments: table)
  func mistakes(_ mistake: Mistake) async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      mistake.arguments + (mistake.arguments[0] == "run" ? ["--allow-debug-build"] : []),
      in: package.folder)

    #expect(run.code == 64)
    #expect(run.error.contains(mistake.says), "\(run.error)")
    #expect(run.output.isEmpty)
    #expect(package.runs.isEmpty)
  }

  @Test("A program is no base of 'check'")
  func programAgainst() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["check", "--against", Tool.misbehaving.path, "--allow-debug-build"], in: package.folder)

    #expect(run.code == 64)
    #expect(run.error.contains("compare OLD NEW'."), "\(run.error)")
  }

  @Test("A package may be named before the command, and after it")
  func packagePath() async throws {
    let package = try TemporaryPackage()
    let other = try TemporaryPackage()

    for arguments in [
      ["--package-path", other.folder.path, "compare", "nothing", "a.json", "--measure-equal"],
      ["compare", "nothing", "a.json", "--measure-equal", "--package-path", other.folder.path],
    ] {
      let run = try await Tool.framegate.run(arguments, in: package.folder)
      #expect(run.code == 5, "\(run.error)")
      #expect(run.error.contains("\(other.folder.lastPathComponent)/results/baselines"))
    }
  }

  @Test("Every verb explains itself", arguments: explained)
  func help(verb: String) async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.framegate.run(
      verb.split(separator: " ").map(String.init) + ["--help"], in: package.folder,
      environment: ["COLUMNS": "100"])

    #expect(run.code == 0)
    #expect(run.error.isEmpty)
    try expectGolden(run.output, "help-\(verb.replacing(" ", with: "-")).txt")
  }

  @Test("Alone, lists its commands")
  func alone() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.framegate.run([], in: package.folder)

    #expect(run.code == 0)
    #expect(run.output.contains("SUBCOMMANDS:"), "\(run.output)")
    #expect(package.runs.isEmpty)
  }

  @Test("Says its version, and completes in every shell")
  func versionAndCompletions() async throws {
    let package = try TemporaryPackage()

    let version = try await Tool.framegate.run(["--version"], in: package.folder)
    #expect(version.code == 0)
    #expect(version.output == "0.1.0\n")
    for shell in ["bash", "zsh", "fish"] {
      let script = try await Tool.framegate.run(
        ["--generate-completion-script", shell], in: package.folder)
      #expect(script.code == 0)
      #expect(script.output.contains("framegate"))
    }
  }
}
