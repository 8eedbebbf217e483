import Foundation
import TestSupport
import Testing

@Suite("Replaying given cost vectors, end to end")
struct ReplayTests {
  @Test("One nanosecond past the deadline drops a frame, equality does not")
  func equality() async throws {
    let package = try TemporaryPackage()
    try package.write(
      #"{"rate_segments_hz_ticks": [[60, 200]], "work_ns": [1, 16666666, 1]}"#, to: "exact.json")
    try package.write(
      #"{"rate_segments_hz_ticks": [[60, 200]], "work_ns": [1, 16666667, 1]}"#, to: "late.json")

    #expect(try await dropped(["exact.json"], in: package) == 0)
    #expect(try await dropped(["late.json"], in: package) == 1)
    #expect(try await dropped(["late.json", "--depth", "2"], in: package) == 0)
    #expect(try await dropped(["exact.json", "--scale", "1.7"], in: package) == 1)
    #expect(try await dropped(["exact.json", "--rate", "120"], in: package) == 1)
    #expect(try await dropped(["exact.json", "--reserve", "1.5ms"], in: package) == 1)
  }

  private func dropped(_ arguments: [String], in package: TemporaryPackage) async throws -> Int {
    let run = try await Tool.framegate.run(
      ["replay"] + arguments + ["--format", "json"], in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    return try JSONPart(run.output).dropped_slots.read()
  }

  /// A file that cannot be replayed, how that ends, and a part of the reason.
  struct BadFile: CustomTestStringConvertible, Sendable {
    let content: String
    var arguments: [String] = []
    let code: Int
    let says: String

    var testDescription: String { content + arguments.joined(separator: " ") }
  }

  private static let work = #""work_ns": [1]"#
  private static let grid = #""rate_segments_hz_ticks": [[60, 2]]"#

  @Test(
    "Bad input ends with advice",
    arguments: [
      BadFile(content: "", code: 1, says: "is empty"),
      BadFile(content: "{", code: 1, says: "is not a result file"),
      BadFile(content: "[]", code: 1, says: "at the top level: expected"),
      BadFile(content: "garbage", code: 1, says: "is not a result file"),
      BadFile(content: "{\(grid)}", code: 1, says: "'work_ns' is missing"),
      BadFile(content: #"{\#(grid), "work_ns": ["a"]}"#, code: 1, says: "expected a whole number"),
      BadFile(content: #"{\#(grid), "work_ns": [1e400]}"#, code: 1, says: "is not a result file"),
      BadFile(content: #"{\#(grid), "work_ns": []}"#, code: 64, says: "The cost vector is empty."),
      BadFile(
        content: #"{\#(grid), "work_ns": [-1]}"#, code: 64, says: "The work of frame 0 is -1 ns."),
      BadFile(
        content: #"{\#(grid), "work_ns": [9000000000000000000, 9]}"#, code: 64,
        says: "The work up to frame 0 takes more than"),
      BadFile(
        content: #"{"rate_segments_hz_ticks": [], \#(work)}"#, code: 64,
        says: "There is no refresh rate."),
      BadFile(
        content: #"{"rate_segments_hz_ticks": [[0, 2]], \#(work)}"#, code: 64,
        says: "'0' is not a refresh rate."),
      BadFile(
        content: #"{"rate_segments_hz_ticks": [[60, 0]], \#(work)}"#, code: 64,
        says: "Segment 0 has 0 ticks."),
      BadFile(
        content: #"{\#(grid), \#(work), "depth": 9}"#, code: 64, says: "of 1, 2 or 3, not 9."),
      BadFile(
        content: #"{\#(grid), \#(work), "reserve_ns": 16666667}"#, code: 64,
        says: "A reserve of 16666667 ns leaves nothing"),
      BadFile(
        content: #"{\#(grid), \#(work), "start_policy": "never"}"#, code: 64,
        says: "There is no start policy 'never'."),
      BadFile(
        content: "{\(grid), \(work)}", arguments: ["--depth", "0"], code: 64,
        says: "of 1, 2 or 3, not 0."),
      BadFile(
        content: "{\(grid), \(work)}", arguments: ["--scale", "0"], code: 64,
        says: "Work cannot be scaled by 0.0."),
      BadFile(
        content: "{\(grid), \(work)}", arguments: ["--scale", "nan"], code: 64,
        says: "Work cannot be scaled by nan."),
      BadFile(
        content: "{\(grid), \(work)}", arguments: ["--reserve", "17ms"], code: 64,
        says: "A reserve of 17000000 ns leaves nothing"),
      BadFile(
        content: "{\(grid), \(work)}", arguments: ["--preset", "pixel"], code: 64,
        says: "There is no preset 'pixel'."),
      BadFile(
        content: "{\(grid), \(work)}", arguments: ["x"], code: 64, says: "Leave the scenario out."),
      // Some bytes that would be listed as 10 million dropped slots.
      BadFile(
        content: #"{"rate_segments_hz_ticks": [[1000, 1]], "work_ns": [0, 10000000000000]}"#,
        arguments: ["--format", "json"], code: 64, says: "slots are dropped, too many to list"),
      BadFile(content: #"{"schemaVersion": 99}"#, code: 1, says: "has schema 99"),
      BadFile(content: #"{"schemaVersion": 1}"#, code: 1, says: "is missing"),
    ])
  func badInput(_ file: BadFile) async throws {
    let package = try TemporaryPackage()
    try package.write(file.content, to: "file.json")

    let run = try await Tool.framegate.run(
      ["replay", "file.json"] + file.arguments, in: package.folder)

    #expect(run.code == file.code, "\(run.error)")
    #expect(run.error.hasPrefix("Error: ") && run.error.contains(file.says), "\(run.error)")
    #expect(run.output.isEmpty)
  }

  @Test("A file that is not there ends with 5, a folder with 1")
  func noFile() async throws {
    let package = try TemporaryPackage()

    #expect(try await Tool.framegate.run(["replay", "no.json"], in: package.folder).code == 5)
    #expect(try await Tool.framegate.run(["replay", "."], in: package.folder).code == 1)
  }

  @Test(
    "A pipe is read, whatever it is called",
    arguments: [
      "cat exact.json | '%' replay -", "cat exact.json | '%' replay /dev/stdin",
      "'%' replay - < exact.json", "mkfifo pipe; cat exact.json > pipe & '%' replay pipe",
      "cat exact.json | '%' replay /dev/fd/0",
    ])
  func pipes(script: String) async throws {
    let package = try TemporaryPackage()
    try package.write(
      #"{"rate_segments_hz_ticks": [[60, 200]], "work_ns": [1, 16666666, 1]}"#, to: "exact.json")

    let run = try await Tool.framegate.shell(script, in: package.folder)

    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("Drops no frame in 3 slots."))
  }

  @Test("What has no end, and what is larger than allowed, ends with the limit and how to raise it")
  func limits() async throws {
    let package = try TemporaryPackage()
    let content = #"{"rate_segments_hz_ticks": [[60, 200]], "work_ns": [1, 16666666, 1]}"#
    try package.write(content, to: "exact.json")

    let endless = try await Tool.framegate.run(
      ["replay", "/dev/zero"], in: package.folder, environment: ["FRAMEGATE_MAX_INPUT": "10MB"])
    #expect(endless.code == 1)
    #expect(endless.error.contains("more than 10 MB"), "\(endless.error)")
    #expect(endless.error.contains("FRAMEGATE_MAX_INPUT"))
    let size = content.utf8.count
    for (limit, code) in [("\(size - 1)", 1), ("\(size)", 0), ("2GB", 0), ("much", 64)] {
      let run = try await Tool.framegate.run(
        ["replay", "exact.json"], in: package.folder, environment: ["FRAMEGATE_MAX_INPUT": limit])
      #expect(run.code == code, "\(limit): \(run.error)")
    }
    let nothing = try await Tool.framegate.shell("'%' replay - < /dev/null", in: package.folder)
    #expect(nothing.code == 1)
    #expect(nothing.error.contains("is empty"))
  }

  @Test("A report never replaces the file that it is about, and no half of it is left")
  func output() async throws {
    let package = try TemporaryPackage()
    let content = #"{"rate_segments_hz_ticks": [[60, 200]], "work_ns": [1, 16666666, 1]}"#
    try package.write(content, to: "exact.json")
    let input = package.folder.appending(path: "exact.json")
    try FileManager.default.createSymbolicLink(
      at: package.folder.appending(path: "link"), withDestinationURL: input)

    for path in ["exact.json", "./exact.json", "link", input.path] {
      let run = try await Tool.framegate.run(
        ["replay", "exact.json", "--path", path], in: package.folder)
      #expect(run.code == 64, "\(run.error)")
    }
    #expect(try String(contentsOf: input, encoding: .utf8) == content)
    let written = try await Tool.framegate.run(
      ["replay", "exact.json", "--path", "report.txt"], in: package.folder)
    #expect(written.code == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: package.folder.path).sorted()
        == ["Package.swift", "exact.json", "link", "report.txt"])
  }

  @Test(
    "A full disk is told in the system's words, a reader that leaves early is no error",
    .enabled(if: FullDevice.exists))
  func standardOutput() async throws {
    let package = try TemporaryPackage()
    try package.write(
      #"{"rate_segments_hz_ticks": [[60, 200]], "work_ns": [1, 16666666, 1]}"#, to: "exact.json")

    let full = try await Tool.framegate.shell(
      "'%' replay exact.json > /dev/full", in: package.folder)
    #expect(full.code == 1)
    #expect(full.error.contains("standard output: No space left on device."), "\(full.error)")
    let closed = try await Tool.framegate.shell(
      "{ '%' replay exact.json; echo $? >code; } | true; cat code", in: package.folder)
    #expect(closed.output == "0\n")
  }

  @Test("No message and no report gives orders to the log that it is printed in")
  func hostile() async throws {
    let package = try TemporaryPackage()
    let name = "\\n::error::x\\u001b[31m##[error]y"
    try package.write(
      #"{"name": "\#(name)", "rate_segments_hz_ticks": [[60, 200]], "work_ns": [1, 1]}"#,
      to: "named.json")
    try package.write(
      #"{"rate_segments_hz_ticks": [[60, 2]], "work_ns": [1], "start_policy": "\#(name)"}"#,
      to: "wrong.json")

    for arguments in [
      ["replay", "named.json"], ["replay", "wrong.json"], ["replay", "no\n::error::file\u{9B}31m"],
      ["list", "--filter", "(\n::error::x\u{1B}[31m"], ["\n::error::verb"],
    ] {
      let run = try await Tool.framegate.run(arguments, in: package.folder)
      for line in (run.output + run.error).split(whereSeparator: \.isNewline) {
        #expect(!line.drop(while: \.isWhitespace).hasPrefix("::"), "\(line)")
        #expect(!line.contains("##["), "\(line)")
      }
      #expect(!(run.output + run.error).contains("\u{1B}"))
      #expect(!(run.output + run.error).contains("\u{9B}"))
    }
  }
}

extension Tool {
  /// Runs a script of the shell in which `%` is the tool.
  fileprivate func shell(_ script: String, in folder: URL) async throws -> Outcome {
    try await Tool(path: "/bin/sh").run(
      ["-c", script.replacing("%", with: path)], in: folder)
  }
}
