import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameLogs
import FrameModel
import FrameTiming
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@Suite("Replay, inspect and list reports")
struct OtherReportTests {
  @Test("Hitches that a report does not list are counted", arguments: [200, 201, 250])
  func hitches(count: Int) throws {
    let text = LogShape("xctrace", frameCount: count).text
    let recording = try FrameRecording(reading: LogText(Array(text.utf8)))
    let content = LogContent(name: "log", recording: recording, stream: try recording.stream(nil))
    let report = LogReport([.init(content, timeline: nil, rate: nil)])
    let rest = [201: "and 1 other hitch\n", 250: "and 50 other hitches\n"][count]
    let page = String(decoding: try ReportPage(report).html(), as: UTF8.self)

    for text in [report.text().content, report.markdown().content] {
      #expect(text.contains(/and \d+ other/) == (rest != nil))
      if let rest { #expect(text.contains(rest)) }
    }
    #expect(page.contains("other row") == (rest != nil))
  }

  @Test("A short replay shows every frame")
  func replay() throws {
    let work: [Int64] = [
      6_000_000, 8_000_000, 16_666_667, 16_399_999, 17_000_000, 6_000_000, 45_000_000, 7_000_000,
      25_000_000, 25_000_000, 25_000_000, 6_000_000,
    ]
    let replay = FrameReplay(rate: .hz60)
    let costs = try CostVector(workNs: work)
    let report = ReplayReport(
      replay.timeline(of: costs), headroom: ReplayHeadroom(replay, of: costs),
      title: "the worked table")

    try expectGolden(report.text().content, "replay.txt")
  }

  @Test("A late first frame is no drop, and no good verdict either")
  func lateFirstFrame() throws {
    let replay = FrameReplay(rate: .hz60)
    let costs = try CostVector(workNs: [500_000_000, 1_000_000, 1_000_000])
    let report = ReplayReport(
      replay.timeline(of: costs), headroom: ReplayHeadroom(replay, of: costs), title: "a tap")

    try expectGolden(report.text().content, "replay-first-frame.txt")
  }

  @Test("Factors of a device name both machines, and what is missing")
  func device() throws {
    let file = Fixtures.result(
      ["a", "b"].map { Fixtures.scenario($0, workNs: 4_000_000) })
    let factors = try DeviceFactors(ResultName("phone"), device: file, here: file)

    try expectGolden(factors.text().content, "device.txt")
  }

  @Test("A run shows another display and device")
  func display() throws {
    var rules = BudgetRules { $0.depth = 2 }
    rules.reserveNs = 1_700_000
    rules.scale = WorkScale(warm: 1.7, cold: 1.7)
    let result = try ReplayedResult(Fixtures.usual()).shown(with: rules)
    let report = RunReport(result, scale: rules.scale, tool: Fixtures.tool)

    try expectGolden(report.text().content, "run-display.txt")
  }

  @Test("A long replay shows its totals only")
  func longReplay() throws {
    let costs = try CostVector(workNs: [Int64](repeating: 4_000_000, count: 1_000))
    let timeline = FrameReplay(rate: .hz120, depth: 2).timeline(of: costs)

    try expectGolden(
      ReplayReport(timeline, headroom: nil, title: "a thousand frames").text().content,
      "replay-long.txt")
  }

  @Test("Views are listed for every progress value")
  func inspect() throws {
    let identity: [Double] = (0..<16).map { $0 % 5 == 0 ? 1 : 0 }
    let moments = [0, 0.5].map { at in
      InspectReport.Moment(
        at: at,
        views: [
          ViewState(name: "from", frame: [0, 0, 375, 667], transform: identity, alpha: 1),
          ViewState(
            name: "to", frame: [0, 66.7, 375, 600.3], transform: identity.map { $0 * 0.94 },
            alpha: at,
            look: ViewState.Look(
              cornerRadius: 8 * at, corners: ["topLeft", "topRight"], background: [0, 0.5, 1, at],
              zPosition: 2, isHidden: at == 0, isAbsent: at == 0)),
        ])
    }
    let report = InspectReport(
      moments, largestJump: ViewJump(view: "to", frame: 1, distance: 12.5, excess: 10))

    try expectGolden(report.text().content, "inspect.txt")
    let decoded = try JSONDecoder().decode(
      [InspectReport.Moment].self, from: try PrettyJSON.encode(report))
    #expect(decoded == moments)
  }

  @Test("What drawing costs is counted for every moment, and the most of it named with its frame")
  func drawing() throws {
    let size = DrawingCosts.SnapshotSize(width: 375, height: 667)
    let light = DrawingCosts(overdraw: 1, shadowsWithoutPath: 0, roundedClips: 0, snapshots: [])
    let heavy = DrawingCosts(
      overdraw: 2.345, shadowsWithoutPath: 1, roundedClips: 2, snapshots: [size])
    let look = ViewState.Look(
      cornerRadius: 8, corners: ["topLeft", "topRight", "bottomLeft", "bottomRight"],
      background: [0, 0, 0, 0], zPosition: 0, isHidden: false, isAbsent: false, clips: true,
      isSnapshot: true,
      shadow: ViewState.Look.Shadow(
        color: [0, 0, 0, 1], opacity: 0.25, radius: 6, offset: [0, 2], path: nil),
      border: ViewState.Look.Border(width: 1.5, color: [0, 0, 0, 1]))
    let view = ViewState(
      name: "card", frame: [0, 0, 375, 667], transform: Array(repeating: 0, count: 16), alpha: 1,
      look: look)
    let report = InspectReport(
      [
        InspectReport.Moment(at: 0, views: [view], drawing: light),
        InspectReport.Moment(at: 1, views: [view], drawing: heavy),
      ], drawing: [light, heavy, heavy, light])

    let text = report.text().content
    #expect(
      text.contains(
        "radius 8, clips, snapshot, shadow 0.25 of radius 6 at 0 2 without a path, border 1.5"),
      "\(text)")
    #expect(text.contains("\nDrawn: overdraw 1.00.\n"), "\(text)")
    #expect(
      text.contains(
        """
        Drawn: overdraw 2.35, 1 shadow without a path, 2 rounded clips, 1 snapshot (375 × 667).
        """), "\(text)")
    #expect(
      text.hasSuffix(
        """
        Most drawn at 60 Hz: overdraw 2.35 in frame 1, 1 shadow without a path in frame 1, \
        2 rounded clips in frame 1 and 1 snapshot (375 × 667) in frame 1.

        """), "\(text)")
    let moment = try JSONPart(PrettyJSON.encode(report))[1]
    #expect(try moment.drawing.overdraw.read(Double.self) == 2.345)
    #expect(try moment.drawing.roundedClips.read() == 2)
    #expect(try moment.review.drawing.elements.count == 4)
  }

  @Test("In JSON, the last moment has what ends the text, and no other has it")
  func inspectReview() throws {
    let moments = [0, 1].map { at in
      InspectReport.Moment(
        at: at,
        views: [
          ViewState(
            name: "sheet", frame: [0, 0, 375, 667], transform: Array(repeating: 0, count: 16),
            alpha: 1)
        ])
    }
    let report = InspectReport(
      moments,
      largestJump: ViewJump(view: "sheet", frame: 24, distance: 98, excess: 97),
      findings: [
        .neverCompletes(transition: "sheet to page"),
        .jump(view: "sheet", points: 98.4375, seconds: 0.4),
        .notRestored(view: "page", property: .alpha, before: [0.5], after: [0.625]),
      ])
    try expectGolden(String(decoding: PrettyJSON.encode(report), as: UTF8.self), "inspect.json")

    let bare = try JSONPart(PrettyJSON.encode(InspectReport(moments))).elements
    let review = try #require(bare.last).review
    #expect(try review.names == [], "nothing moves, and the scenario does not review itself")
    #expect(try JSONPart(PrettyJSON.encode(InspectReport([]))).elements.isEmpty)
  }

  @Test("What is wrong with how a scenario moves follows the views, in sentences with advice")
  func findings() throws {
    let report = InspectReport(
      [],
      findings: [
        .neverCompletes(transition: "sheet to page"),
        .jump(view: "sheet", points: 98.4375, seconds: 0.4),
        .notRestored(view: "page", property: .alpha, before: [0.5], after: [0.63125]),
        .notRestored(view: "page", property: .frame, before: [0, 0, 9, 8], after: [1, 0, 9, 8]),
        .notRestored(view: "page", property: .isHidden, before: [0], after: [1]),
        .notRestored(view: "bar", property: .isHidden, before: [1], after: [0]),
        .notRestored(view: "dim", property: .count, before: [0], after: [1]),
        .reported("'card' has no area. Set its frame."),
      ])
    #expect(
      report.text().content.hasSuffix(
        """
        how it moves
        The transition 'sheet to page' never completes. Call 'complete()' on every path.
        'sheet' jumps by 98 points at 400 ms. Animate from where it is shown.
        After the cancel, alpha of 'page' is 0.63125 instead of 0.5. Set it back before the \
        transition completes.
        After the cancel, frame of 'page' is (1, 0, 9, 8) instead of (0, 0, 9, 8). Set it back before \
        the transition completes.
        After the cancel, 'page' is hidden. Set 'isHidden' back before the transition completes.
        After the cancel, 'bar' is no longer hidden. Set 'isHidden' back before the transition completes.
        After the cancel, 1 instead of 0 views on screen are named 'dim'. Remove what you add, and add \
        what you remove, before the transition completes.
        'card' has no area. Set its frame.

        """))
    #expect(
      InspectReport([], findings: []).text().content.hasSuffix(
        "Nothing hangs, jumps or stays changed after a cancel.\n"))
    #expect(InspectReport([]).text().content.isEmpty)
  }

  @Test("A list without variants has no column for them")
  func listWithoutVariants() {
    let report = ListReport([
      .init(name: "feed.scroll", kind: .scenario, variant: nil, size: "500 ms")
    ])

    #expect(
      report.text().content == "name         kind      size\nfeed.scroll  scenario  500 ms\n")
  }

  @Test("The list has a row per entry, and three keys in JSON")
  func list() throws {
    let report = ListReport([
      .init(
        name: "kernel.compose.l2.simd", kind: .benchmark, variant: .simd, size: "1 024 operations"),
      .init(name: "layout.größe", kind: .benchmark, variant: nil, size: "1 operation"),
      .init(name: "transition.cartFold.present", kind: .scenario, variant: .struct, size: "500 ms"),
    ])

    try expectGolden(report.text().content, "list.txt")
    try expectGolden(String(decoding: try PrettyJSON.encode(report), as: UTF8.self), "list.json")
  }
}
