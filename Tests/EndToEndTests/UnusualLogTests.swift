import Foundation
import TestSupport
import Testing

/// Logs as devices and other tools write them on a bad day.
@Suite("Unusual frame logs, end to end")
struct UnusualLogTests {
  /// framestats of one window at 90 Hz, with a deadline of two periods; rows have a vsync, and how
  /// much later than the deadline they are completed, in nanoseconds.
  private static func framestats(
    _ rows: [(tick: Int, overrun: Int)], window: String = "com.example.mail/.Inbox"
  ) -> String {
    let period = 11_111_111
    let lines = rows.map { row in
      let vsync = 8_000_000_000 + row.tick * period
      let due = vsync + 2 * period
      return "0,\(vsync),\(due),\(vsync + 90_000),\(period),\(due + row.overrun),\n"
    }
    return """
      Window: \(window)
      ---PROFILEDATA---
      Flags,IntendedVsync,FrameDeadline,FrameInterval,FrameStartTime,FrameCompleted,
      \(lines.joined())---PROFILEDATA---

      """
  }

  /// The second frame is late by two slots, so that it is ready with the fourth.
  private static let overtaken = framestats([(0, -1), (1, 20_000_000), (2, -1), (3, -1), (4, -1)])

  /// 34 frames, the last of which is late; of two, garbage tells when they were completed.
  private static let garbled = {
    var lines = framestats((0..<34).map { ($0, $0 == 33 ? 1 : -1) }).split(separator: "\n")
      .map(String.init)
    for (row, garbage) in [(12, "72057628414509155"), (20, "6")] {
      lines[3 + row] =
        lines[3 + row].split(separator: ",").dropLast().joined(separator: ",") + ",\(garbage),"
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// 75 ms of hitches on a display that changes its rate: nine slots at 120 Hz.
  private static func hitches(refreshInterval: String? = nil, schema: String = "hitches") -> String
  {
    let durations = [
      16_666_667, 8_333_333, 8_333_334, 8_333_333, 8_333_333, 12_500_000, 12_500_100,
    ]
    let names =
      ["start", "duration", "narrative-description"]
      + (refreshInterval == nil ? [] : ["refresh-interval"])
    let columns = names.map { "<col><mnemonic>\($0)</mnemonic></col>" }.joined()
    let rows = durations.enumerated().map { index, duration in
      "<row><start-time>\(1_000_000_000 * (index + 1))</start-time><duration>\(duration)</duration>"
        + "<string>Late</string>" + (refreshInterval.map { "<uint32>\($0)</uint32>" } ?? "")
        + "</row>\n"
    }
    return """
      <?xml version="1.0"?>
      <trace-query-result><node><schema name="\(schema)">\(columns)</schema>
      \(rows.joined())</node></trace-query-result>

      """
  }

  private static let logs = [
    "overtaken": overtaken, "garbled": garbled, "hitches": hitches(),
    "summary": hitches(refreshInterval: "8333062", schema: "hitches-summary"),
    "windows": framestats([(0, -1), (1, -1)])
      + framestats([(0, -1), (1, -1), (2, -1)], window: "com.example.mail/.Compose"),
    "reported": "Janky frames: 99999999999999999999999 (9.09%)\n" + overtaken,
    "build.json": "{\n \"frame_build_times\": [\n  4100,\n  -7925\n ]\n}\n",
    "half": framestats((0..<20).map { ($0, $0 % 2 == 0 ? -1 : 1 << 40) }),
  ]

  private func package() throws -> TemporaryPackage {
    let package = try TemporaryPackage()
    for (name, text) in Self.logs { try package.write(text, to: name) }
    return package
  }

  @Test(
    "Each is judged, or refused for its own reason",
    arguments: [
      (["replay", "overtaken"], 0, "Frames: 1 late"),
      (["replay", "overtaken"], 0, "Duration, with waiting: median"),
      (["replay", "reported"], 0, "Its own tool counts: jankyFrames 1."),
      (["check", "--log", "garbled", "--budget", "noDroppedFrames@90"], 2, "drops 1 of 33"),
      (
        ["check", "--log", "garbled", "--budget", "noDroppedFrames@90"], 2,
        "Note: 2 rows have no usable times and are left out, the first in line 16, column"
      ),
      (["replay", "garbled"], 0, "over 32 frames"),
      (["replay", "half"], 1, "10 of its 20 frames have no usable times, the first in line 5"),
      (["replay", "windows", "--stream", "Inbox"], 0, "Note: 2 rows have FrameInterval"),
      (["replay", "windows", "--stream", "Compose"], 0, "Note: 3 rows have FrameInterval"),
      (
        ["check", "--log", "hitches", "--budget", "noDroppedFrames@120"], 2, "drop 9 slots, at the"
      ),
      (["check", "--log", "hitches", "--budget", "noDroppedFrames@60"], 2, "drop 5 slots, at the"),
      (["check", "--log", "summary", "--budget", "noDroppedFrames@120"], 2, "drop 9 slots"),
      (["check", "--log", "summary", "--budget", "noDroppedFrames@60"], 2, "only at 120 Hz"),
      (["replay", "summary"], 0, "stream all processes"),
      (["replay", "hitches"], 0, "hitches has hitches of 75"),
      (["replay", "hitches", "--rate", "120"], 0, "hitches drops 9 slots, 75"),
      (["replay", "summary", "--rate", "120"], 64, "'--rate'"),
      (["check", "--log", "hitches", "--budget", "largestHitchRatio=1@120"], 2, "'--elapsed'"),
      (
        [
          "check", "--log", "hitches", "--budget", "largestHitchRatio=1@120", "--elapsed", "93.275",
        ],
        0, "0.804 ms/s"
      ),
      (
        ["check", "--log", "hitches", "--budget", "largestHitchRatio=1@120", "--elapsed", "20"], 2,
        "3.75 ms/s"
      ),
      (["report", "hitches", "--elapsed", "93.275"], 0, "hitch ratio ms/s"),
      (["replay", "hitches", "--elapsed", "0.07"], 64, "last longer than '--elapsed'"),
      (["replay", "hitches", "--elapsed", "0"], 64, "'--elapsed'"),
      (["replay", "overtaken", "--elapsed", "2"], 64, "Leave '--elapsed' out"),
      (["report", "--elapsed", "2"], 64, "'--elapsed' are for logs"),
      (["replay", "build.json", "--rate", "60"], 1, "Line 4, column 3 is invalid"),
    ])
  func judged(arguments: [String], code: Int, words: String) async throws {
    let package = try package()

    let run = try await Tool.framegate.run(arguments, in: package.folder)

    #expect(run.code == code, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains(words), "\(run.output)\(run.error)")
  }

  @Test("JSON of frames that are overtaken shows each slot once, also in reports and checks")
  func overtakenJSON() async throws {
    let package = try package()

    let run = try await Tool.framegate.run(
      ["replay", "overtaken", "--format", "json"], in: package.folder)

    #expect(run.code == 0, "\(run.error)")
    let output = try JSONPart(run.output)
    #expect(try output.present_slot_fifo.read() == [2, 5, 6, 7, 8])
    #expect(try output.late_frames.read() == 1)
    #expect(try output.missed.read() == [3, 4])
    // The frame that is late by two slots is ready with the second one after it.
    #expect(try output.present_latest_wins.read() == ["2": 0, "4": 2, "5": 3, "6": 4])
    #expect(try output.discarded_latest_wins.read() == 1)
    for arguments in [
      ["report", "overtaken"], ["check", "--log", "overtaken", "--budget", "firstFrame=0@90"],
    ] {
      let run = try await Tool.framegate.run(
        arguments + ["--format", "json"], in: package.folder)
      #expect(run.code == 0, "\(run.error)")
    }
  }

  @Test("JSON tells how much of a log can be used, and the ratio of stated lengths")
  func figures() async throws {
    let package = try package()
    func stream(_ arguments: [String]) async throws -> JSONPart {
      let run = try await Tool.framegate.run(
        ["report"] + arguments + ["--format", "json"], in: package.folder)
      return try JSONPart(run.output).log.streams[0]
    }

    let garbled = try await stream(["garbled"])
    #expect(try garbled.unusable.read() == 2)
    #expect(try garbled.frames.read() == 32)
    #expect(try garbled.coverage.read() == 1)
    #expect(try garbled.late.read() == 1)
    let hitches = try await stream(["hitches", "--elapsed", "75.0001"])
    #expect(try hitches.rates.read([Int].self) == [])
    #expect(hitches.dropped.isNull)
    #expect(abs(try hitches.hitchRatio.read() - 1) < 1e-6)
    let summary = try await stream(["summary"])
    #expect(try summary.rates.read() == [120])
    #expect(try summary.dropped.read() == 9)
    #expect(try summary.name.read() == "all processes")
  }
}
