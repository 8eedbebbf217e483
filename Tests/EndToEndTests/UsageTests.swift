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

  private static let rates = ["0", "-60", "1e9", "1001", "abc", "60,", "60,60", "1e400", "60.5"]

  private static let table: [Mistake] =
    rates.map { Mistake(arguments: ["run", "--rate=\($0)"], says: "such as 60") } + [
      Mistake(arguments: ["fly"], says: "Unexpected argument"),
      Mistake(
        arguments: ["--quick", "compare", "a", "b", "--measure-equal"],
        says: "<subcommand>"),
      Mistake(arguments: ["--fail-on", "inconclusive", "check"], says: "<subcommand>"),
      Mistake(arguments: ["--filter", "list", "--typo"], says: "Unknown option '--filter'"),
      Mistake(
        arguments: ["run", "--filter", "no such thing"], says: "MisbehavingBenchmarks list' shows"),
      Mistake(arguments: ["run", "--filter", "("], says: "Escape"),
      Mistake(
        arguments: ["run", "--filter", String(repeating: "[", count: 20_000)],
        says: "more than 1000 characters"),
      Mistake(
        arguments: ["run", "--skip", String(repeating: "(", count: 900)], says: "50 brackets"),
      Mistake(
        arguments: ["run", "--filter", "(.*)*(.*)*(.*)*(.*)*(.*)*!"], says: "more than a second"),
      Mistake(arguments: ["run", "--skip", "^(\\w+\\.?)+!"], says: "more than a second"),
      Mistake(arguments: ["run", "--metric", "speed"], says: "Choose from wallClock"),
      Mistake(arguments: ["run", "--layers=-1"], says: "between 0 and"),
      Mistake(arguments: ["run", "--screen", "375"], says: "such as 375x667"),
      Mistake(arguments: ["run", "--screen", "0x667"], says: "such as 375x667"),
      Mistake(arguments: ["run", "--timeout", "nan"], says: "between 0.1 and"),
      Mistake(arguments: ["run", "--seconds", "0"], says: "between 0.01 and"),
      Mistake(arguments: ["run", "--save", "../x"], says: "slash"),
      Mistake(arguments: ["run", "--save", ""], says: "empty"),
      Mistake(arguments: ["check", "--budget", "fast"], says: "allocationsPerFrame=0"),
      Mistake(arguments: ["check", "--depth", "0"], says: "depth of 1, 2 or 3"),
      Mistake(arguments: ["check", "--depth", "9"], says: "depth of 1, 2 or 3"),
      Mistake(arguments: ["check", "--reserve", "fast"], says: "such as 1.5ms"),
      Mistake(arguments: ["run", "--scale", "0"], says: "above 0"),
      Mistake(arguments: ["run", "--scale", "2", "--device", "phone"], says: "Give one of them"),
      Mistake(arguments: ["run", "--device", "../x"], says: "slash"),
      Mistake(
        arguments: ["calibrate", "--device", "phone"], says: "needs a result of that device"),
      Mistake(arguments: ["calibrate", "phone.json"], says: "a '--device' to store it as"),
      Mistake(
        arguments: ["calibrate", "a.json", "--device", "a", "--cold"], says: "Leave '--cold' out"),
      Mistake(arguments: ["calibrate", "--cold", "--warm"], says: "Leave '--warm' out"),
      Mistake(
        arguments: ["calibrate", "a.json", "--device", "a", "--trials", "9"],
        says: "Leave '--trials' out"),
      Mistake(arguments: ["replay", "a.json", "--rate", "60,120"], says: "has one rate"),
      Mistake(arguments: ["inspect", "good.nothing"], says: "MisbehavingBenchmarks list' shows"),
      Mistake(arguments: ["inspect", "good.scenario", "--at", "2"], says: "from 0 to 1"),
      Mistake(arguments: ["inspect", "good.scenario", "--at", "x"], says: "from 0 to 1"),
      Mistake(arguments: ["compare", "a", "b", "--also", "junit"], says: "Give both"),
      Mistake(arguments: ["check", "--also", "jpeg=x"], says: "formats are text, markdown"),
      Mistake(arguments: ["compare"], says: "Nothing to compare. Name a revision"),
      Mistake(arguments: ["report", "a", "b", "c"], says: "one result or two"),
      Mistake(arguments: ["report", "a", "b", "--format", "bmf"], says: "Leave the baseline out"),
      Mistake(arguments: ["report", "a", "--format", "jpeg"], says: "Please provide one of"),
      Mistake(arguments: ["compare", "a", "b", "--threshold=-1"], says: "between 0 and"),
      Mistake(arguments: ["compare", "a", "b", "--time", "0"], says: "between 0.1 and"),
      Mistake(arguments: ["calibrate", "--inject", "0"], says: "above 0"),
      Mistake(arguments: ["calibrate", "--trials", "0"], says: "between 1 and 100000, got 0."),
    ]

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

  @Test(
    "Every verb explains itself",
    arguments: [
      "run", "list", "compare", "check", "report", "calibrate", "replay", "inspect", "init",
      "trend", "bisect", "history", "merge", "baseline", "baseline list", "baseline show",
      "baseline update", "baseline prune",
    ])
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
