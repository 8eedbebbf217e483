import FrameLogs
import FrameTiming
import TestSupport
import Testing

/// Rows with garbage in one column, which devices and other tools write.
@Suite("Unusable rows of frame logs")
struct UnusableRowTests {
  private static let garbage = [
    "x", "-", "72057628414509155", "99999999999999999999999999", "1e300",
  ]

  /// A log of 34 frames without a late one, with garbage in a column of two rows.
  private func log(_ format: String, column: String, garbage: String, rows: [Int] = [9, 20])
    throws -> LogStream
  {
    var lines = LogShape(format, frameCount: 34).text.split(separator: "\n").map(String.init)
    let header = try #require(lines.firstIndex { $0.contains(column) })
    let place = try #require(lines[header].split(separator: ",").firstIndex { $0 == column })
    for row in rows {
      var cells = lines[header + 1 + row].split(separator: ",", omittingEmptySubsequences: false)
      cells[place] = garbage[...]
      lines[header + 1 + row] = cells.joined(separator: ",")
    }
    let text = lines.joined(separator: "\n") + "\n"
    let streams = try LogExamples.recording(text).streams
    #expect(streams.count == 1)
    return try #require(streams.first)
  }

  @Test(
    "Two of 34 rows are left out, counted, and neither dropped nor a sample",
    arguments: [
      ("framestats", "IntendedVsync"), ("framestats", "FrameCompleted"),
      ("framestats", "FrameDeadline"), ("presentmon", "TimeInSeconds"),
      ("presentmon", "msUntilDisplayed"), ("presentmon-2", "CPUStartTime"),
      ("presentmon-2", "DisplayLatency"), ("perfetto", "ts"), ("perfetto", "dur"),
    ], garbage)
  func leftOut(log: (format: String, column: String), garbage: String) throws {
    let stream = try self.log(log.format, column: log.column, garbage: garbage)

    let summary = stream.summary()

    #expect(summary.frames == 32)
    #expect(summary.unusable == 2)
    #expect(summary.reason == nil)
    #expect(summary.dropped == 0)
    #expect(summary.late == 0)
    #expect(summary.coverage ?? 0 >= 0.95)
    #expect(stream.notes.contains { $0.hasPrefix("2 rows have no usable times and are left out") })
    #expect(try FrameBudget.noDroppedFrames(at: .hz60).judge(stream).status == .kept)
  }

  @Test(
    "A column that is not needed for a frame takes no frame away",
    arguments: [
      ("framestats", "FrameInterval"), ("framestats", "FrameStartTime"),
      ("framestats", "IssueDrawCommandsStart"), ("framestats", "DisplayPresentTime"),
      ("presentmon", "msBetweenPresents"), ("presentmon", "msInPresentAPI"),
      ("presentmon-2", "FrameTime"), ("presentmon-2", "CPUBusy"),
    ], garbage)
  func notNeeded(log: (format: String, column: String), garbage: String) throws {
    let summary = try self.log(log.format, column: log.column, garbage: garbage).summary()

    #expect(summary.unusable == 0)
    #expect(summary.reason == nil)
    #expect(summary.dropped == 0)
    #expect(summary.coverage ?? 0 >= 0.95)
  }

  @Test(
    "A row of work is left out, and the log is no sample",
    arguments: [
      ("mangohud", "frametime"), ("mangohud", "elapsed"), ("unreal", "FrameTime"),
      ("presentmon-work", "msBetweenPresents"),
    ], garbage + ["-16.6"])
  func work(log: (format: String, column: String), garbage: String) throws {
    let stream = try self.log(log.format, column: log.column, garbage: garbage)

    guard case .work(let costs) = try stream.outcome() else {
      Issue.record("it is not work")
      return
    }
    #expect(costs.frameCount == (log.column == "elapsed" ? 34 : 32))
    #expect(costs.workNs.allSatisfy { $0 > 0 })
    #expect(stream.coverage ?? 1 >= 0.95)
  }

  @Test("A log is refused when more than a quarter of its frames cannot be used, and says where")
  func refused() throws {
    let kept = try log("framestats", column: "FrameCompleted", garbage: "x", rows: Array(0..<8))
    let refused = try log("framestats", column: "FrameCompleted", garbage: "x", rows: Array(5..<14))

    #expect(kept.summary().reason == nil)
    #expect { try refused.outcome() } throws: { error in
      "\(error)".contains("9 of its 34 frames have no usable times, the first in line 10, column ")
    }
  }

  @Test("Rows of SurfaceFlinger with garbage are counted, and their slots are not dropped")
  func surfaceFlinger() throws {
    var lines = LogExamples.surfaceFlinger(Array(0..<34)).split(separator: "\n").map(String.init)
    lines[9] = lines[9].replacing("\t", with: "\tx", maxReplacements: 1)
    lines[20] = "1\t99999999999999999999999\t5"
    // One that had not appeared yet, in the middle.
    lines[25] = lines[25].split(separator: "\t").prefix(1).joined() + "\t\(Int64.max)\t5"

    let stream = try LogExamples.recording(lines.joined(separator: "\n")).stream(nil)

    #expect(stream.summary().dropped == 0)
    #expect(stream.summary().frames == 31)
    #expect(stream.summary().unusable == 2)
    #expect(stream.notes.first == "1 row of frames that had not appeared yet is left out")
  }

  @Test("Each dump of SurfaceFlinger is of the layer that the line before it names")
  func layers() throws {
    let dump = LogExamples.surfaceFlinger([0, 1, 2, 3])
    func names(_ lines: [String]) throws -> [String] {
      try LogExamples.recording(lines.map { "\($0)\n\(dump)" }.joined()).streams.map(\.name)
    }

    #expect(try names(["StatusBar", "NavigationBar"]) == ["StatusBar", "NavigationBar"])
    #expect(
      try names(["StatusBar", "com.example/.Main#0"]) == ["StatusBar", "com.example/.Main#0"])
    #expect(
      try names(["adb shell dumpsys SurfaceFlinger --latency 'StatusBar'"]) == ["StatusBar"])
    // Dumps of one layer.
    #expect(try names(["", "Sat Sep 26 10:00:01 UTC 2026", "----"]) == ["layer"])
  }

  @Test("A frame that is left out excuses one slot and no more")
  func excused() throws {
    let times = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14]
    var lines = LogExamples.surfaceFlinger(times).split(separator: "\n").map(String.init)
    lines.insert("7\tx\t9", at: 10)

    #expect(try LogExamples.summary(lines.joined(separator: "\n")).dropped == 2)
    lines.remove(at: 10)
    #expect(try LogExamples.summary(lines.joined(separator: "\n")).dropped == 3)
  }

  @Test("Notes count the rows of the stream that is asked for")
  func notes() throws {
    let one = LogExamples.framestats([(0, -1), (1, -1), (2, -1)])
    let other = LogExamples.framestats([(0, -1), (1, -1)], flags: 1)
      .replacing(".MainActivity", with: ".Other")

    let recording = try LogExamples.recording(one + other)

    #expect(recording.streams.map(\.name).count == 2)
    let notes = try ["Main", "Other"].map { try recording.stream($0).notes }
    #expect(notes[0].count == 1 && notes[0][0].hasPrefix("3 rows have FrameInterval"))
    #expect(notes[1] == ["2 rows are first drawings (Flags is not 0) and are left out"])
  }

  @Test("A frame is listed once as late, although idle time divides the slots before it")
  func listedOnce() throws {
    let period = 16_666_667
    func row(_ tick: Int, drawn: Int, completed: Int) -> String {
      let vsync = 10_000_000_000 + tick * period
      let due = vsync + 2 * period
      return "0,\(vsync),\(due),\(period),\(vsync),\(vsync + drawn),\(vsync + completed),\n"
    }
    let text = """
      ---PROFILEDATA---
      Flags,IntendedVsync,FrameDeadline,FrameInterval,FrameStartTime,IssueDrawCommandsStart,FrameCompleted,

      """ + row(0, drawn: 25_000_000, completed: 30_000_000)
      + row(4, drawn: 20_000_000, completed: 58_000_000)

    let judgement = try FrameBudget.noDroppedFrames(at: .hz60)
      .judge(LogExamples.recording(text).stream(nil))

    #expect(judgement.measured == 3)
    #expect(judgement.frames == [1])
    #expect(judgement.finding.hasSuffix(", late frame 1 (58.0 of 33.3 ms)"))
  }

  @Test("Numbers that another tool reports are whole, or left out")
  func reported() throws {
    for number in ["99999999999999999999999", "½", "", "-7"] {
      let text = LogExamples.framestats([(0, -1), (1, -1)])
        .replacing("Janky frames: 113", with: "Janky frames: \(number)")
      #expect(try LogExamples.recording(text).stream(nil).toolFigures["jankyFramesReported"] == nil)
    }
    let text = LogExamples.flutter.replacing("budget_count\": 1", with: "budget_count\": 1e300")
    #expect(try LogExamples.recording(text).stream(nil).toolFigures == [:])
  }
}
