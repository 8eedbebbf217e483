import BenchmarkResults
import FrameSignposts
import FrameTiming
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite("Parts of frames")
struct FramePartsTests {
  /// A frame that takes 100 ns: `tick` from 10 to 60, in it `layout` from 20 to `layoutEnd`.
  private static func frame(layoutEnd: Int64) -> SignpostRecording.Frame {
    SignpostRecording.Frame(
      durationNs: 100,
      intervals: [
        .init(name: 0, beginNs: 10, endNs: 60), .init(name: 1, beginNs: 20, endNs: layoutEnd),
      ])
  }

  static func costs() throws -> FrameCosts {
    var costs = Fixtures.frames(.hz120, [3_000, 1_000, 2_000])
    costs.signposts = .value(
      SignpostRecording(
        names: ["tick", "layout"],
        frames: [frame(layoutEnd: 60), frame(layoutEnd: 30), frame(layoutEnd: 40)]))
    return costs
  }

  @Test("Own times are stretched to each frame's work; the first frame is apart")
  func means() throws {
    let parts = try #require(FrameParts(try Self.costs()))

    // Frame 1: tick 40 %, layout 10 %, rest 50 % of 1,000 ns; frame 2: 30, 20 and 50 % of 2,000 ns.
    #expect(parts.parts.map(\.name) == ["not marked", "tick", "layout"])
    #expect(parts.parts.map(\.laterNs) == [750, 500, 250])
    // Frame 0: tick 10 %, layout 40 %, rest 50 % of 3,000 ns.
    #expect(parts.parts.map(\.firstNs) == [1_500, 300, 1_200])
    #expect(parts.laterNs == 1_500)
    #expect(parts.firstNs == 3_000)
  }

  @Test("An animation of one frame has that one as the later frames, too")
  func single() throws {
    var costs = Fixtures.frames(.hz120, [3_000])
    costs.signposts = .value(
      SignpostRecording(names: ["tick", "layout"], frames: [Self.frame(layoutEnd: 60)]))

    let parts = try #require(FrameParts(costs))

    #expect(parts.parts.map(\.laterNs) == parts.parts.map(\.firstNs))
  }

  @Test("Nothing is said without signposts, or with those of other frames")
  func absent() throws {
    var costs = try Self.costs()
    costs.signposts = nil
    #expect(FrameParts(costs) == nil)
    costs.signposts = .unavailable("broken")
    #expect(FrameParts(costs) == nil)
    costs.signposts = .value(SignpostRecording(names: [], frames: []))
    #expect(FrameParts(costs) == nil)
  }

  @Test("A run shows shares, and why there are none")
  func table() throws {
    var broken = try Self.costs()
    broken.signposts = .unavailable("in frame 2, the interval 'tick' (Feed.swift:40) ends twice.")
    let file = Fixtures.result([
      Fixtures.scenario("feed.scroll", [try Self.costs()]),
      Fixtures.scenario("feed.fling", [broken]), Fixtures.scenario(),
    ])
    let notes = Footnotes()

    let table = FramePartsTable.table(file, notes)

    #expect(
      table.rows.map { $0.map(\.text) } == [
        [
          "feed.scroll", "120 Hz", "not marked 50 %", "tick 33 %", "layout 17 %", "",
          "not marked 50 %",
        ],
        ["feed.fling", "120 Hz", "n/a [1]", "", "", "", ""],
      ])
    #expect(notes.lines == ["[1] in frame 2, the interval 'tick' (Feed.swift:40) ends twice."])
  }
}
