import Foundation
import TestSupport
import Testing

@Suite("Judging logs of real displays, end to end")
struct LogTests {
  private static let header = "timestamp,targetTimestamp,start,end\n"

  /// Four callbacks at 60 Hz, 1 ms each; the tick before the last one is missing.
  private static let dropping =
    header + """
      10.000000,10.016667,10.0002,10.0012
      10.016667,10.033333,10.0169,10.0179
      10.033333,10.050000,10.0335,10.0345
      10.066667,10.083333,10.0669,10.0679

      """

  private static let steady = dropping.split(separator: "\n").dropLast().joined(separator: "\n")

  @Test(
    "A log is judged by the given budgets",
    arguments: [
      (steady, "noDroppedFrames@60", 0), (dropping, "noDroppedFrames@60", 2),
      (dropping, "noDroppedFrames@120", 2), (dropping, "largestWork=2ms@60", 0),
      (dropping, "largestWork=900us@60", 2), (dropping, "largestHitchRatio=500@60", 0),
    ])
  func check(log: String, budget: String, code: Int) async throws {
    let package = try TemporaryPackage()
    try package.write(log, to: "log.csv")

    let run = try await Tool.framegate.run(
      ["check", "--log", "log.csv", "--budget", budget], in: package.folder)

    #expect(run.code == code, "\(run.output)\(run.error)")
    #expect(run.output.contains("log.csv"))
    #expect(package.runs.isEmpty)
  }

  @Test("A budget at a rate that the log lacks may be missing if the command is told so")
  func missingRate() async throws {
    let package = try TemporaryPackage()
    try package.write(Self.steady, to: "log.csv")
    let arguments = ["check", "--log", "log.csv", "--budget", "noDroppedFrames@120"]

    let run = try await Tool.framegate.run(arguments, in: package.folder)
    let lenient = try await Tool.framegate.run(arguments + ["--allow-missing"], in: package.folder)

    #expect(run.code == 2)
    #expect(run.output.contains("the log has no frame at 120 Hz, only at 60 Hz"))
    #expect(lenient.code == 0)
  }

  @Test("Of exported attachments, the only log is judged; none and several are errors")
  func attachments() async throws {
    let package = try TemporaryPackage()
    try package.write(Self.dropping, to: "one/A.csv")
    try package.write("no log", to: "one/B.txt")
    for folder in ["one", "none", "several"] {
      try package.write("no log", to: "\(folder)/B.txt")
      try package.write(
        """
        [{"testIdentifier": "T/a()", "attachments": [
          {"exportedFileName": "B.txt"}, {"exportedFileName": "../one/A.csv"}]},
         {"testIdentifier": "T/b()", "attachments": [
          {"exportedFileName": "A.csv"}, {"exportedFileName": "C.csv"}]}]
        """, to: "\(folder)/manifest.json")
    }
    for name in ["A", "C"] { try package.write(Self.steady, to: "several/\(name).csv") }
    func check(_ folder: String) async throws -> Tool.Outcome {
      try await Tool.framegate.run(
        ["check", "--log", folder, "--budget", "noDroppedFrames@60"], in: package.folder)
    }

    let one = try await check("one")
    #expect(one.code == 2 && one.output.contains("drops 1 of"), "\(one.output)\(one.error)")
    let none = try await check("none")
    #expect(none.code == 5 && none.error.contains("No attachment in 'none'"), "\(none.error)")
    let several = try await check("several")
    #expect(several.code == 64 && several.error.contains("several/C.csv"), "\(several.error)")
  }

  @Test("A replay shows the times that were recorded")
  func replay() async throws {
    let package = try TemporaryPackage()
    try package.write(Self.dropping, to: "log.csv")

    let text = try await Tool.framegate.run(["replay", "--log", "log.csv"], in: package.folder)
    let json = try await Tool.framegate.run(
      ["replay", "--log", "log.csv", "--format", "json"], in: package.folder)

    #expect(text.code == 0, "\(text.error)")
    #expect(text.output.hasSuffix("Drops 1 of 5 slots.\n"))
    let deeper = try await Tool.framegate.run(
      ["replay", "--log", "log.csv", "--depth", "2"], in: package.folder)
    #expect(deeper.code == 0 && deeper.output.contains("depth 2"), "\(deeper.error)")
    let output = try JSONPart(json.output)
    #expect(try output.begin_tick.read() == [0, 1, 2, 4])
    #expect(try output.missed.read() == [4])
  }

  /// Callbacks at 60 Hz that take `work` ms each, without those that `missing` names.
  private static func log(_ count: Int, work: Double, missing: Set<Int> = []) -> String {
    header
      + (0..<count).filter { !missing.contains($0) }.map { frame in
        let start = 10 + Double(frame) / 60
        let end = start + (work + 0.01 * Double(frame % 7)) / 1_000
        return "\(start),\(start + 1.0 / 60),\(start),\(end)\n"
      }.joined()
  }

  @Test("Two logs are compared: frame times, and drops where a log tells them")
  func comparison() async throws {
    let package = try TemporaryPackage()
    try package.write(Self.log(600, work: 2), to: "old.csv")
    try package.write(Self.log(600, work: 2), to: "same.csv")
    try package.write(
      Self.log(600, work: 3, missing: Set(stride(from: 5, to: 595, by: 5))), to: "new.csv")
    func compare(_ candidate: String, _ more: [String] = []) async throws -> Tool.Outcome {
      try await Tool.framegate.run(
        ["compare", "--log", "old.csv", "--log", candidate] + more, in: package.folder)
    }

    let same = try await compare("same.csv")
    let slower = try await compare("new.csv", ["--also", "json=a.json"])

    #expect(same.code == 0, "\(same.output)\(same.error)")
    #expect(same.output.contains("Unchanged: 3 of 3 comparisons unchanged."), "\(same.output)")
    #expect(slower.code == 2, "\(slower.output)\(slower.error)")
    #expect(slower.output.contains("Regressed: 3 of 3 comparisons regressed."), "\(slower.output)")
    #expect(slower.output.contains("not paired: changes below"), "\(slower.output)")
    #expect(slower.output.contains("Baseline:  old.csv ("))
    let json = try String(contentsOf: package.folder.appending(path: "a.json"), encoding: .utf8)
    #expect(json.contains("\"droppedSlots\""))
  }

  @Test("Too few frames, and logs that cannot be compared, say so")
  func incomparable() async throws {
    let package = try TemporaryPackage()
    try package.write(Self.dropping, to: "short.csv")
    try package.write("", to: "empty.csv")

    let short = try await Tool.framegate.run(
      ["compare", "--log", "short.csv", "--log", "short.csv"], in: package.folder)
    let empty = try await Tool.framegate.run(
      ["compare", "--log", "short.csv", "--log", "empty.csv"], in: package.folder)
    let one = try await Tool.framegate.run(["compare", "--log", "short.csv"], in: package.folder)

    #expect(short.code == 0, "\(short.output)\(short.error)")
    #expect(short.output.contains("at least 100 frames of each log are needed"), "\(short.output)")
    #expect(empty.code == 1 && empty.error.contains("'empty.csv' cannot be judged."))
    #expect(one.code == 64 && one.error.contains("'--log OLD --log NEW'"), "\(one.error)")
  }

  /// framestats at 120 Hz in which every tenth of `count` frames ends two slots late, and the app
  /// is idle for `idle` slots in the middle.
  private static func framestats(_ count: Int, idle: Int) -> String {
    let period = 8_333_333
    var text = """
      ** Graphics info for pid 31667 [com.example.feed] **

      Window: com.example.feed/.MainActivity
      ---PROFILEDATA---
      Flags,FrameTimelineVsyncId,IntendedVsync,Vsync,FrameStartTime,FrameDeadline,FrameInterval,FrameCompleted,

      """
    for frame in 0..<count {
      let slot = 4 * frame + (frame > count / 2 ? idle : 0)
      let vsync = 314_856_675_367_713 + slot * period
      let due = vsync + 2 * period
      let end = frame % 10 == 5 ? due + 2 * period - 1_000 : due - 1_000
      text += "0,\(frame),\(vsync),\(vsync),\(vsync),\(due),\(period),\(end),\n"
    }
    return text + "---PROFILEDATA---\n"
  }

  @Test(
    "The share of drops is of the slots in which a frame was expected: idle time changes nothing")
  func idle() async throws {
    let package = try TemporaryPackage()
    try package.write(Self.framestats(400, idle: 0), to: "busy.txt")
    try package.write(Self.framestats(400, idle: 8_000), to: "idle.txt")

    for logs in [["busy.txt", "idle.txt"], ["idle.txt", "busy.txt"]] {
      let run = try await Tool.framegate.run(
        ["compare", "--log", logs[0], "--log", logs[1], "--also", "json=a.json"],
        in: package.folder)

      #expect(run.code == 0, "\(run.output)\(run.error)")
      let file = package.folder.appending(path: "a.json")
      let entries = try JSONPart(Data(contentsOf: file)).entries.elements
      let drops = try #require(entries.first { try $0.metric.read() == "droppedSlots" })
      #expect(try drops.verdict.read() == "unchanged", "\(run.output)")
      #expect(try drops.baseline.read() as Double > 5, "\(run.output)")
    }
  }

  @Test("Of two logs, the error names the one that cannot be judged")
  func unusable() async throws {
    let package = try TemporaryPackage()
    for (name, frameTime) in [("good.csv", "16.667"), ("bad.csv", "bad")] {
      let rows = (0..<120).map { "60,\($0 % 2 == 0 ? frameTime : "16.667"),\($0 * 16_666_667)\n" }
      try package.write("os,cpu\nLinux,x\nfps,frametime,elapsed\n" + rows.joined(), to: name)
    }

    for logs in [["bad.csv", "good.csv"], ["good.csv", "bad.csv"]] {
      let run = try await Tool.framegate.run(
        ["compare", "--log", logs[0], "--log", logs[1]], in: package.folder)

      #expect(run.code == 1, "\(run.output)\(run.error)")
      #expect(run.error.contains("'bad.csv' cannot be judged"), "\(run.error)")
      #expect(!run.error.contains("'good.csv' cannot be judged"), "\(run.error)")
    }
  }

  @Test(
    "Every format of a report on a log says what was left out of it",
    arguments: [
      ["report", "log.csv", "--rate", "60"],
      ["check", "--log", "log.csv", "--budget", "noDroppedFrames@30"],
      ["compare", "--log", "log.csv", "--log", "log.csv"],
    ], ["text", "markdown", "json", "html"])
  func notes(arguments: [String], format: String) async throws {
    let package = try TemporaryPackage()
    let rows = (0..<60).map { "60,\($0 == 20 ? "bad" : "16.667"),\($0 * 16_666_667)\n" }
    try package.write(
      "os,cpu\nLinux,x\nfps,frametime,elapsed\n" + rows.joined(), to: "log.csv")

    let run = try await Tool.framegate.run(arguments + ["--format", format], in: package.folder)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(
      run.output.contains("1 row has no usable times and is left out"),
      "\(run.output)\(run.error)")
  }

  @Test(
    "Bad input ends with advice",
    arguments: [
      (["check", "--log", "log.csv"], 64, "Add '--budget noDroppedFrames@60'"),
      (
        ["check", "--log", "log.csv", "--budget", "noDroppedFrames@60", "--shard", "1/2"], 64,
        "Leave '--shard' out"
      ),
      (
        ["check", "--log", "log.csv", "--budget", "noDroppedFrames@60", "--quick"], 64,
        "Leave '--quick' out"
      ),
      (
        ["compare", "--log", "log.csv", "--log", "log.csv", "--explain"], 64,
        "Leave '--explain' out"
      ),
      (
        ["compare", "--log", "log.csv", "--log", "log.csv", "--shard", "1/2"], 64,
        "Leave '--shard' out"
      ),
      (
        ["compare", "--log", "log.csv", "--log", "log.csv", "--filter", "x"], 64,
        "Leave '--filter' out"
      ),
      (
        ["compare", "--log", "log.csv", "--log", "log.csv", "--time", "2"], 64, "Leave '--time' out"
      ),
      (
        ["check", "--log", "log.csv", "--budget", "noDroppedFrames@60", "--against", "x"], 64,
        "Leave '--against' and '--result' out"
      ),
      (
        ["check", "--log", "log.csv", "--budget", "noDroppedFrames@60", "--result", "x"], 64,
        "Leave '--against' and '--result' out"
      ),
      (
        ["check", "--log", "log.csv", "--budget", "noDroppedFrames@60", "--scale", "2"], 64,
        "Leave '--scale' and '--device' out"
      ),
      (
        ["check", "--log", "log.csv", "--budget", "noDroppedFrames@60", "--scale", "0"], 64,
        "Give a factor above 0"
      ),
      (
        ["check", "--log", "log.csv", "--budget", "noDroppedFrames@60", "--preset", "x"], 64,
        "Use strict, apple"
      ),
      (
        ["check", "--log", "log.csv", "--budget", "noDroppedFrames@60", "--rate", "90"], 64,
        "Leave '--rate' out"
      ),
      (
        ["check", "--log", "log.csv", "--budget", "noDroppedFrames@60", "--warm"], 64,
        "Leave '--warm' out"
      ),
      (["report", "log.csv", "--rate", "60,120"], 64, "Give '--rate' one"),
      (["check", "--log", "none.csv", "--budget", "noDroppedFrames@60"], 5, "Check the path"),
      (["check", "--log", "log.csv", "--budget", "noDroppedFrames@60"], 1, "Record the times as"),
      (["check", "--log", "empty.csv", "--budget", "noDroppedFrames@60"], 1, "Record again while"),
      (["replay", "--log", "log.csv"], 1, "Record the times as"),
      (
        ["replay", "--log", "log.csv", "--rate", "60", "--depth", "2"], 64,
        "Leave '--rate' out"
      ),
      (["replay", "log.csv", "--log", "log.csv"], 64, "Leave FILE or '--log' out"),
      (["replay"], 64, "Give a file, or a log"),
    ])
  func badInput(arguments: [String], code: Int, says: String) async throws {
    let package = try TemporaryPackage()
    try package.write(Self.header + "2,3,2,2.5\n1,2,2.5,2.6\n", to: "log.csv")
    try package.write("", to: "empty.csv")

    let run = try await Tool.framegate.run(arguments, in: package.folder)

    #expect(run.code == code, "\(run.error)")
    #expect(run.error.hasPrefix("Error: ") && run.error.contains(says), "\(run.error)")
    #expect(run.output.isEmpty)
  }
}
