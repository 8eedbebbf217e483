import Foundation
import TestSupport
import Testing

@Suite("Frame logs of other tools, end to end")
struct ForeignLogTests {
  /// Three frames at 60 Hz; the second one is completed two periods after its deadline.
  private static let framestats = """
    Window: com.example.feed/.Main
    ---PROFILEDATA---
    Flags,IntendedVsync,FrameDeadline,FrameInterval,FrameStartTime,FrameCompleted,
    0,10000000000,10016666667,10000100000,16666667,10010000000,
    0,10016666667,10033333334,10016700000,16666667,10066666667,
    0,10066666668,10083333335,10066700000,16666667,10070000000,
    ---PROFILEDATA---

    """

  private static let streams = """
    Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed
    game.exe,1,0x1,0,1.000000,16.6667,16
    dwm.exe,2,0x2,0,1.001000,16.6667,16
    game.exe,1,0x1,0,1.0166667,16.6667,16
    game.exe,1,0x1,0,1.050000,33.3333,16

    """

  private static let samples = """
    fps,frametime,elapsed
    60,16.6,0
    60,16.6,1000000000
    60,16.6,2000000000

    """

  private static let work = #"{"frame_build_times":[1000,9000],"frame_rasterizer_times":[1,2]}"#

  @Test(
    "A log is recognized by its content, and judged or refused with a documented code",
    arguments: [
      (
        ["check", "--log", "framestats", "--budget", "noDroppedFrames@60"], 2, "drops 2 of 5 slots"
      ),
      (["check", "--log", "framestats", "--budget", "largestWork=60ms@60"], 0, "Passed."),
      (["check", "--log", "framestats", "--budget", "noDroppedFrames@120"], 2, "only at 60 Hz"),
      (["replay", "framestats"], 0, "Its own tool counts: jankyFrames 1."),
      (["replay", "framestats", "--log-format", "perfetto"], 1, "Error: "),
      (["replay", "framestats", "--log-format", "x"], 64, "surfaceflinger"),
      (["replay", "framestats", "--rate", "60"], 64, "'--rate'"),
      (
        ["replay", "framestats", "--preset", "apple", "--reserve", "1ms"], 64,
        "Leave '--preset' and '--reserve' out"
      ),
      (
        ["replay", "streams", "--stream", "game", "--depth", "3", "--queue", "fifo"], 64,
        "Leave '--depth' and '--queue' out"
      ),
      (["replay", "work", "--rate", "120", "--depth", "2", "--queue", "latest"], 0, "depth 2"),
      (["replay", "streams"], 64, "'game.exe 1 0x1', 'dwm.exe 2 0x2'"),
      (["replay", "streams", "--stream", "game"], 0, "Drops 1 of 4 slots."),
      (["replay", "streams", "--stream", "x"], 64, "No single stream matches 'x'"),
      (["replay", "samples", "--rate", "60"], 1, "cover 1.7 %"),
      (["replay", "work"], 64, "'--rate 60'"),
      (["replay", "work", "--rate", "120"], 0, "work alone, replayed"),
      (["check", "--log", "work", "--budget", "noDroppedFrames@60"], 0, "replay of work alone"),
      (["report", "streams", "framestats", "--stream", "game"], 64, "No single stream"),
      (["report", "framestats", "framestats"], 0, "dropped slots"),
      (["report", "framestats", "--format", "csv"], 64, "Choose text, markdown, json, html."),
    ])
  func formats(arguments: [String], code: Int, words: String) async throws {
    let package = try package()

    let run = try await Tool.framegate.run(arguments, in: package.folder)

    #expect(run.code == code, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains(words), "\(run.output)\(run.error)")
  }

  @Test(
    "JSON has the same members for every command",
    arguments: [
      ["check", "--log", "framestats", "--budget", "noDroppedFrames@60"], ["replay", "framestats"],
      ["report", "framestats"],
    ])
  func json(arguments: [String]) async throws {
    let package = try package()

    let run = try await Tool.framegate.run(arguments + ["--format", "json"], in: package.folder)

    let report = try JSONPart(run.output)
    let stream = report.log.streams[0]
    #expect(try report.log.format.read() == "framestats")
    #expect(try stream.name.read() == "com.example.feed/.Main")
    #expect(try stream.frames.read() == 3)
    #expect(try stream.late.read() == 1)
    #expect(try stream.dropped.read() == 2)
    #expect(try stream.rates.read() == [60])
    #expect(try report.toolFigures.jankyFrames.read() == 1)
  }

  @Test(
    "A log on standard input or in a pipe is recognized by its content, too",
    arguments: [
      ("cat framestats | '%' replay -", "Drops 2 of 5 slots."),
      ("'%' replay /dev/stdin < framestats", "Drops 2 of 5 slots."),
      ("'%' replay <(gzip -c framestats)", "Drops 2 of 5 slots."),
      ("cat framestats | '%' check --log - --budget largestWork=60ms@60", "Passed."),
      ("cat framestats | '%' report - work --rate 60", "standard input drops 2"),
      ("cat work | '%' replay - --rate 120", "work alone, replayed"),
    ])
  func pipes(command: String, words: String) async throws {
    let package = try package()

    let run = try await Tool.shell(
      command.replacing("%", with: Tool.framegate.path), in: package.folder)

    #expect((run.output + run.error).contains(words), "\(run.output)\(run.error)")
    #expect(run.code == 0)
  }

  @Test("A page shows two logs side by side")
  func page() async throws {
    let package = try package()

    let run = try await Tool.framegate.run(
      ["report", "framestats", "framestats", "--format", "html"], in: package.folder)

    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("<svg"))
    #expect(run.output.contains("judged by"))
    #expect(run.output.contains("Android framestats"))
    #expect(run.output.contains("framestats (baseline)"))
    #expect(run.output.contains("framestats (candidate)"))
  }

  /// Logs of four tools, by the name of their file.
  static let logs = [
    "framestats": framestats, "streams": streams, "samples": samples, "work": work,
  ]

  private func package() throws -> TemporaryPackage {
    let package = try TemporaryPackage()
    for (name, text) in Self.logs { try package.write(text, to: name) }
    return package
  }
}
