import ArgumentParser
import Testing

@testable import framegate

@Suite("Mistakes in arguments")
struct MistakeTests {
  /// Arguments that make no sense, and a part of what the tool says.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let says: String

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let rates = ["0", "-60", "1e9", "1001", "abc", "60,", "60,60", "1e400", "60.5"]

  private static let table: [Mistake] =
    rates.map { Mistake(arguments: ["run", "--rate=\($0)"], says: "such as 60") } + [
      Mistake(arguments: ["fly"], says: "Unexpected argument"),
      Mistake(arguments: ["run", "--filter", "("], says: "Escape"),
      Mistake(
        arguments: ["run", "--filter", String(repeating: "[", count: 20_000)],
        says: "has more than 1000 bytes. Shorten it"),
      Mistake(
        arguments: ["run", "--skip", String(repeating: "(", count: 900)],
        says: "nests more than 50 brackets. Use fewer"),
      Mistake(arguments: ["run", "--layers=-1"], says: "between 0 and"),
      Mistake(arguments: ["run", "--screen", "375"], says: "such as 375x667"),
      Mistake(arguments: ["run", "--screen", "0x667"], says: "such as 375x667"),
      Mistake(arguments: ["run", "--timeout", "nan"], says: "between 0.1 and"),
      Mistake(arguments: ["run", "--paced", "--seconds", "0"], says: "between 0.01 and"),
      Mistake(arguments: ["run", "--seconds", "1"], says: "Add '--paced'"),
      Mistake(arguments: ["check", "--seconds", "1"], says: "Add '--paced'"),
      Mistake(
        arguments: ["check", "--result", "a", "--paced", "--seconds", "1"],
        says: "Leave '--seconds' out"),
      Mistake(
        arguments: ["check", "--inject", "2", "--shard", "1/2"], says: "and '--shard' out"),
      Mistake(arguments: ["run", "--overwrite"], says: "Add '--save'"),
      Mistake(arguments: ["merge", "a", "--overwrite"], says: "Add '--save'"),
      Mistake(
        arguments: ["calibrate", "a", "--device", "d", "--warm"], says: "Leave '--warm' out"),
      Mistake(arguments: ["report", "a", "--threshold", "3"], says: "or name a baseline"),
      Mistake(
        arguments: ["compare", "--log", "a", "--log", "b", "--allow-different"],
        says: "Leave '--allow-different' out"),
      Mistake(
        arguments: ["compare", "--command", "a", "--command", "b", "--product", "c"],
        says: "Leave '--product' out"),
      Mistake(
        arguments: ["compare", "--command", "a", "--command", "b", "--rate", "60"],
        says: "Leave '--rate' out"),
      Mistake(arguments: ["check", "--stream", "game"], says: "Name one with '--log'"),
      Mistake(arguments: ["check", "--elapsed", "3"], says: "Name one with '--log'"),
      Mistake(arguments: ["check", "--budget", "fast"], says: "allocationsPerFrame=0"),
      Mistake(arguments: ["check", "--depth", "0"], says: "depth of 1, 2 or 3"),
      Mistake(arguments: ["check", "--depth", "9"], says: "depth of 1, 2 or 3"),
      Mistake(arguments: ["check", "--reserve", "fast"], says: "such as 1.5ms"),
      Mistake(arguments: ["run", "--scale", "0"], says: "above 0"),
      Mistake(arguments: ["run", "--scale", "2", "--device", "phone"], says: "Give one of them"),
      Mistake(arguments: ["run", "--device", "../x"], says: "slash"),
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

  /// Options on what `check` does with a base, each given without one.
  private static let withoutBase: [Mistake] =
    [
      ["--time", "1"], ["--total-time", "9"], ["--measure-equal"], ["--layouts", "3"],
      ["--benchmarks", "candidate"],
    ].map {
      Mistake(arguments: ["check"] + $0, says: "'\($0[0])' is about revisions")
    }
    + [
      ["--threshold", "2"], ["--allow-different"], ["--across-toolchains"],
      ["--fail-on", "no-base"], ["--fail-on", "improvement"],
    ].flatMap { options in
      [[], ["--result", "r.json"], ["--log", "log.csv", "--budget", "noDroppedFrames@60"]].map {
        Mistake(
          arguments: ["check"] + $0 + options,
          says:
            "'\(options[0] == "--fail-on" ? options.joined(separator: " ") : options[0])' is about changes"
        )
      }
    }

  @Test("They end with 64 and advice", arguments: table + withoutBase)
  func mistakes(_ mistake: Mistake) throws {
    let error = try #require(throws: (any Error).self) {
      try Framegate.parseAsRoot(mistake.arguments)
    }
    #expect(Framegate.exitCode(for: error) == .validationFailure)
    #expect(
      Framegate.fullMessage(for: error).contains(mistake.says),
      "\(Framegate.fullMessage(for: error))")
  }
}
