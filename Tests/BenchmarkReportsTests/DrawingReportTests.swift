import FrameTiming
import ReportText
import Testing

@testable import BenchmarkReports

@Suite("What the frames of a scenario draw")
struct DrawingReportTests {
  private static let light = DrawingCosts(
    overdraw: 1, shadowsWithoutPath: 0, roundedClips: 0, snapshots: [])
  private static let heavy = DrawingCosts(
    overdraw: 2.345, shadowsWithoutPath: 2, roundedClips: 0,
    snapshots: [DrawingCosts.SnapshotSize(width: 375, height: 667)])

  @Test("A row for each thing that costs, with its mean, its maximum and the first such frame")
  func table() throws {
    let section = try #require(
      DrawingReport.section("sheet", [Self.light, Self.heavy, Self.heavy, Self.light]))

    #expect(
      section.text().content == """
        sheet shows in a frame, as far as the tree of views tells
        drawn at 60 Hz          on average  at most  in frame
        overdraw                      1.67     2.35         1
        shadows without a path        1.00        2         1
        snapshots                     0.50        1         1

        """)
  }

  @Test("Nothing is said of frames in which nothing is drawn")
  func nothing() {
    let empty = DrawingCosts(overdraw: 0, shadowsWithoutPath: 0, roundedClips: 0, snapshots: [])
    #expect(DrawingReport.section("sheet", []) == nil)
    #expect(DrawingReport.section("sheet", [empty, empty]) == nil)
  }
}
