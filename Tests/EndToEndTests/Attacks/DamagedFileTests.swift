import Foundation
import SampleStatistics
import TestSupport
import Testing

/// Files of strangers: damaged by a seed, and read by every verb that reads files, in every format.
///
/// A verb may refuse a file with one sentence, or say something about it; it must not trap, hang,
/// take all memory, or print what the file orders a terminal to do.
@Suite("Damaged files, end to end", .enabled(if: Interrupted.isPossible))
struct DamagedFileTests {
  private static let formats = [
    "text", "markdown", "json", "junit", "csv", "github-action-benchmark", "bmf",
    "openmetrics", "html", "svg", "trace",
  ]

  /// Command lines that read `bad.json`.
  private static let commands =
    [
      "check --result bad.json", "check --result bad.json --format json",
      "check --result bad.json --format junit", "check --result bad.json --format github",
      "check --result bad.json --against good.json", "compare good.json bad.json",
      "compare bad.json good.json --format json", "compare good.json bad.json --format markdown",
      "compare good.json bad.json --format html", "report good.json bad.json --format html",
      "report bad.json --format svg --chart capacity",
      "report bad.json --format svg --chart layers",
      "replay bad.json \(GoodResult.scenario) --rate 60",
      "replay bad.json \(GoodResult.scenario) --rate 60 --format json",
      "calibrate bad.json --device stranger",
    ] + formats.map { "report bad.json --format \($0)" }

  @Test("A result that a stranger damaged", arguments: seeds(short: 40, long: 2_000))
  func results(seed: UInt64) async throws {
    try await damage(GoodResult.shared.content(), commands: Self.commands, seed: seed)
  }

  @Test("A shard that a stranger damaged", arguments: seeds(short: 6, long: 300))
  func shards(seed: UInt64) async throws {
    let commands = ["text", "json", "junit", "html"].map { "merge bad.json --format \($0)" }
    try await damage(GoodResult.shard.content(), commands: commands, seed: seed)
  }

  private func damage(_ good: [UInt8], commands: [String], seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    var bad = good
    if Int.random(in: 0..<8, using: &generator) == 0 {
      let place = numbers(in: good).randomElement(using: &generator) ?? 0..<0
      let number = extremeNumbers.randomElement(using: &generator) ?? "0"
      bad.replaceSubrange(place, with: number.utf8)
    } else {
      JSONDamage.applySeveral(to: &bad, other: good, using: &generator)
    }
    let command = commands.randomElement(using: &generator) ?? ""

    try await expectGoodEnd(command, files: ["good.json": good, "bad.json": bad], seed: seed)
  }

  @Test("A log of a display that a stranger damaged", arguments: seeds(short: 12, long: 1_000))
  func logs(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let rows = (0..<40).map { frame in
      let start = 5_021 + Double(frame) / 60
      let end = start + (frame % 9 == 0 ? 0.03 : 0.01)
      return "\(start),\(start + 1 / 60.0),\(start + 0.001),\(end)"
    }
    let own = (["timestamp,targetTimestamp,start,end"] + rows).joined(separator: "\n")
    let others = ForeignLogTests.logs.sorted { $0.key < $1.key }.map(\.value)
    let good = Array(([own] + others)[Int(seed) % (1 + others.count)].utf8)
    var bad = good
    for _ in 0..<(1 << Int.random(in: 0...3, using: &generator)) {
      ByteDamage.apply(
        to: &bad, other: good,
        words: ["nan", "inf", "1e308", "-1", "9223372036854775807", ",", "\n", "\"", "\u{0}"],
        using: &generator)
    }
    let command =
      [
        "check --log bad.csv --budget noDroppedFrames@60", "replay --log bad.csv --format json",
        "report bad.csv --format html",
      ].randomElement(using: &generator) ?? ""

    try await expectGoodEnd(command, files: ["bad.csv": bad], seed: seed)
  }

  private func expectGoodEnd(
    _ command: String, files: [String: [UInt8]], seed: UInt64
  ) async throws {
    let package = try TemporaryPackage()
    for (name, bytes) in files { try Data(bytes).write(to: package.folder.appending(path: name)) }
    // Processor time, because others may keep the machine busy; 1 GiB of memory of its own.
    let run = try await Tool.shell(
      """
      ulimit -t 20 -d 1048576
      export SWIFT_BACKTRACE=enable=no
      exec \(Tool.framegate.command) \(command)
      """, in: package.folder)

    #expect([0, 1, 2, 3, 5, 7, 64].contains(run.code), "seed \(seed), \(command): \(run.error)")
    #expect(!run.error.contains("Fatal error"), "seed \(seed), \(command): \(run.error)")
    // Newlines belong to annotations and pages, whose tests look at their lines; records of CSV
    // end with a carriage return and a newline.
    let text = run.output + run.error
    let lines = command.hasSuffix("csv") ? text.replacing("\r\n", with: "\n") : text
    #expect(HostileText.controls(in: lines).isEmpty, "seed \(seed), \(command)")
    if [1, 5, 64].contains(run.code) {
      let message = run.error.split(separator: "\n").last.map(String.init) ?? ""
      #expect(MessageContract.violation(of: message) == nil, "seed \(seed), \(command): \(message)")
    }
    if command.hasSuffix("--format json"), [0, 2, 3].contains(run.code) {
      _ = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }
  }
}
