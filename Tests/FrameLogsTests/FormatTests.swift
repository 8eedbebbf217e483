import FrameLogs
import FrameTiming
import SampleStatistics
import Testing

@Suite("Frame logs of every format")
struct FormatTests {
  @Test("Frames of Perfetto without a display token were shown at the end of their own slices")
  func perfettoWithoutTokens() throws {
    let text = LogExamples.perfetto.split(separator: "\n").map { line in
      var fields = line.split(separator: ",", omittingEmptySubsequences: false)
      fields.remove(at: 3)
      return fields.joined(separator: ",") + "\n"
    }.joined()

    let stream = try LogExamples.recording(text).stream(nil)

    #expect(stream.frames.map(\.shownNs) == stream.frames.map(\.endNs))
    #expect(Set(stream.frames.map(\.shownNs)).count == 4)
    #expect(stream.periodNs == 16_666_666.75)
  }

  @Test("A summary of Flutter without the times of its frames is told what it lacks")
  func flutterWithoutFrames() {
    let text = #"{"average_frame_build_time_millis": 4.2}"#

    #expect { try LogExamples.recording(text) } throws: { error in
      "\(error)".contains("there is no list 'frame_build_times'. Record it with 'flutter drive")
    }
  }

  @Test("Each run of a CapFrameX record has the times that its own columns tell")
  func capFrameXRuns() throws {
    func run(_ more: String) -> String {
      """
      {"CaptureData": {"TimeInSeconds": [1, 1.0167, 1.0333], \
      "MsBetweenPresents": [16.7, 16.7, 16.7], "MsUntilDisplayed": [5, 5, 5]\(more)}}
      """
    }
    let busy = #", "CpuActive": [4, 4, 4]"#

    for runs in [[busy, ""], ["", busy]] {
      let streams = try LogExamples.recording(
        #"{"Hash": "a", "Runs": [\#(runs.map(run).joined(separator: ","))]}"#
      ).streams
      #expect(streams.map(\.frameTime) == runs.map { $0.isEmpty ? .elapsed : .work })
    }
  }

  @Test("Late frames of framestats are those completed after their deadline", arguments: 0..<50)
  func framestats(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var tick = 0
    let frames = (0..<120).map { _ in
      tick += Int.random(in: 1...3, using: &generator)
      return (tick, Int.random(in: -9_000_000...3_000_000, using: &generator))
    }

    let recording = try LogExamples.recording(LogExamples.framestats(frames))
    let stream = try recording.stream(nil)
    let summary = stream.summary()

    let late = frames.count { $0.1 > 0 }
    #expect(recording.format == .framestats)
    #expect(summary.name == "com.example.feed/.MainActivity")
    #expect(summary.late == late)
    #expect(stream.toolFigures["jankyFrames"] == Int64(late))
    #expect(stream.toolFigures["jankyFramesReported"] == 113)
    #expect(summary.rates == [120])
    try #require(stream.notes.count == 1)
    #expect(stream.notes[0].contains("the opposite order of the header"))
  }

  @Test("A late frame of framestats drops the slots that it takes longer, and idle time none")
  func framestatsDrops() throws {
    let frames = [(0, -1), (1, 0), (2, 20_000_000), (7, -5_000_000), (60, -1), (61, -1)]

    let summary = try LogExamples.summary(LogExamples.framestats(frames))

    #expect(summary.late == 1)
    #expect(summary.dropped == 3)
    #expect(summary.hitchTimeNs == 24_999_999)
  }

  @Test("Framestats without deadlines are work, and first drawings are no frames")
  func framestatsWithoutDeadlines() throws {
    let frames = (0..<10).map { ($0, 0) }

    let work = try LogExamples.summary(LogExamples.framestats(frames, hasDeadlines: false))

    #expect(work.evidence == "work")
    #expect(work.dropped == nil)
    #expect(throws: LogError.self) {
      try LogExamples.recording(LogExamples.framestats(frames, flags: 1)).stream(nil).outcome()
    }
  }

  @Test("One capture has the same display times in three dialects", arguments: 0..<50)
  func presentMon(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var present = 1_857_900_376_640
    var slot = 0
    var dropped = -1
    let presents = (0..<100).map { index in
      present += Int.random(in: 60_000...90_000, using: &generator)
      guard index == 0 || Bool.random(using: &generator) else {
        return LogExamples.Present(present: present, shown: nil)
      }
      let steps = Int.random(in: 1...3, using: &generator)
      slot += steps
      dropped += steps - 1
      if index == 0 { dropped = 0 }
      return LogExamples.Present(present: present, shown: 1_857_900_800_000 + slot * 166_667)
    }

    let streams = try LogExamples.presentMon(presents).map {
      try LogExamples.recording($0).stream(nil)
    }

    let shown = streams.map { $0.frames.map(\.shownNs) }
    #expect(shown[0] == presents.map { $0.shown.map { Int64($0 * 100) } ?? LogFrame.unknown })
    #expect(shown[1] == shown[0])
    #expect(shown[2] == shown[0])
    for stream in streams {
      let summary = stream.summary()
      #expect(summary.discarded == presents.count { $0.shown == nil })
      #expect(stream.toolFigures["droppedFrames"] == summary.discarded.map(Int64.init))
      #expect(summary.dropped == dropped)
      #expect(summary.rates == [60])
    }
  }

  @Test("Swap chains are never mixed")
  func streams() throws {
    let text = LogExamples.presentMon([.init(present: 10_000_000, shown: 10_100_000)])[0]
    let other = text.split(separator: "\r\n")[1].replacing("game", with: "dwm")

    let recording = try LogExamples.recording(text + other + "\r\n")

    #expect(recording.streams.map(\.name) == ["game.exe 7 0x1", "dwm.exe 7 0x1"])
    #expect(throws: LogError.severalStreams(["game.exe 7 0x1", "dwm.exe 7 0x1"])) {
      try recording.stream(nil)
    }
    #expect(try recording.stream("game").name == "game.exe 7 0x1")
    #expect(throws: LogError.self) { try recording.stream("0x1") }
  }

  @Test(
    "Midnight is no gap, in every month",
    arguments: [
      "2026-1-31", "2026-2-28", "2024-2-29", "2026-3-31", "2026-4-30", "2026-5-31", "2026-6-30",
      "2026-7-31", "2026-8-31", "2026-9-30", "2026-10-31", "2026-11-30", "2026-12-31", "2027-2-28",
    ])
  func midnight(day: String) throws {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let next = parts[1] == 12 ? "\(parts[0] + 1)-1-1" : "\(parts[0])-\(parts[1] + 1)-1"
    func time(_ date: String) throws -> Int64 {
      // The line is a part of the text's memory.
      let text = LogText(Array(date.utf8))
      return try withExtendedLifetime(text) { try #require(text.nextLine()?.date) }
    }
    #expect(try time("\(next) 0:00:00.1") - time("\(day) 23:59:59.9") == 200_000_000)
    #expect(try time("\(day) 1:00:00") - time("\(day) 0:59:59.5") == 500_000_000)
  }

  @Test("Hitches of xctrace are added up, and the same one counts once")
  func hitches() throws {
    let durations = [216_666_666, 16_666_666, 200_000_000, 33_333_333, 50_000_000]

    let recording = try LogExamples.recording(LogExamples.hitches(durations))
    let stream = try recording.stream(nil)
    let summary = stream.summary()

    #expect(stream.name == "Feed & Co (7), Display 2")
    #expect(summary.hitchTimeNs == 516_666_665)
    // The export states no rate, so slots are those of the budget.
    #expect(summary.dropped == nil)
    #expect(summary.elapsedNs == nil)
    #expect(summary.causes == ["Expensive update": 1])
    #expect(try FrameBudget.noDroppedFrames(at: .hz60).judge(stream).measured == 31)
    let ratio = try FrameBudget.largestHitchRatio(5, at: .hz60).judge(stream)
    #expect(ratio.measured == nil)
  }

  @Test("An export without rows has no hitch; the system's own are not the app's")
  func noHitches() throws {
    for text in [LogExamples.hitches([]), LogExamples.hitches([16_666_667], isSystem: true)] {
      let stream = try LogExamples.recording(text).stream(nil)
      #expect(stream.summary().hitchTimeNs == 0)
      #expect(try FrameBudget.noDroppedFrames(at: .hz60).judge(stream).status == .kept)
    }
  }

  @Test(
    "Reporters of Chrome that were dropped drop a slot; idle vsyncs do not",
    arguments: [
      ("AAAAA", 0, 0), ("AADAA", 1, 1), ("APDDA  NN  AADA", 3, 3), ("A      A", 0, 0),
      ("ADNDA", 2, 2), ("ALAA", 1, 1), ("DAAD", 0, 2),
    ])
  func chrome(states: String, dropped: Int, says: Int64) throws {
    for isArray in [false, true] {
      let recording = try LogExamples.recording(LogExamples.chrome(states, isArray: isArray))
      let stream = try recording.stream(nil)

      #expect(stream.name == "Renderer 9")
      #expect(stream.summary().dropped == dropped)
      #expect(stream.toolFigures["droppedFrames"] == says)
    }
  }

  @Test("Perfetto's frames appear with their display frame, and are late as it says")
  func perfetto() throws {
    let stream = try LogExamples.recording(LogExamples.perfetto).stream(nil)
    let summary = stream.summary()

    #expect(stream.name == "Feed 42")
    #expect(summary.frames == 4)
    #expect(summary.late == 1)
    #expect(summary.dropped == 1)
    #expect(summary.causes == ["App Deadline Missed": 1, "Buffer Stuffing": 1])
    #expect(stream.toolFigures["jankyFrames"] == 1)
  }

  @Test("Work alone is replayed at the budget's rate, and says so")
  func work() throws {
    for (text, dropped, word) in [
      (LogExamples.flutter, 1.0, "work"), (LogExamples.unreal, 3, "duration"),
    ] {
      let stream = try LogExamples.recording(text).stream(nil)
      #expect(stream.summary().dropped == nil)

      let judgement = try FrameBudget.noDroppedFrames(at: .hz60).judge(stream)

      #expect(judgement.measured == dropped)
      #expect(judgement.finding.hasSuffix("by a replay of \(word) alone"))
    }
  }

  @Test("A log of samples is refused with its coverage")
  func coverage() throws {
    let sampled = try LogExamples.recording(LogExamples.mangoHud(interval: 24)).stream(nil)
    let whole = try LogExamples.recording(LogExamples.mangoHud(interval: 1)).stream(nil)

    #expect(sampled.coverage.map { abs($0 - 1.0 / 24) < 1e-6 } == true)
    #expect { try sampled.outcome() } throws: { "\($0)".contains("cover 4.2 %") }
    #expect(whole.coverage == 1)
    guard case .work = try whole.outcome() else {
      Issue.record("it is not work")
      return
    }
  }
}
