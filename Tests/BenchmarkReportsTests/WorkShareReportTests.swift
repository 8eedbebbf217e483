import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import ReportText
import Testing

@testable import BenchmarkReports

@Suite("Reports of what work is spent on")
struct WorkShareReportTests {
  @Test("A scenario's frames are divided, the first one apart")
  func frames() {
    let layout = "$s10HeadlessUI9StackViewC14layoutSubviewsyyF"
    let shares = WorkShares(
      frames: [[layout: 9_000, "malloc": 1_000], [layout: 1_500, "swift_retain": 500]],
      rate: .hz120)
    let section = WorkShareReport.section(
      "feed.scroll", .value(shares), names: [layout: "StackView.layoutSubviews()"])

    #expect(
      section.text().content == """
        feed.scroll at 120 Hz executes 10 000 instructions in the first frame, 2 000 in a later one
        spent on            first frame  later frames  per frame  most of it in
        layout                   90.0 %        75.0 %      1 500  StackView.layoutSubviews()
        reference counting        0.0 %        25.0 %        500  swift_retain
        allocation               10.0 %         0.0 %          0  malloc

        """)
    #expect(section.markdown().content.contains("| layout | 90.0 % | 75.0 % | 1 500 |"))
  }

  @Test("An operation has one share per kind")
  func operation() {
    let shares = WorkShares(operations: 2, ["malloc": 6, "sqrt": 2])
    let text = WorkShareReport.section("feed.append", .value(shares)).text().content

    #expect(text.hasPrefix("feed.append executes 4 instructions per operation\n"))
    #expect(text.contains("allocation    75.0 %"))
    #expect(!text.contains("first frame"))
  }

  @Test("Without a counter, the reason is said")
  func unavailable() {
    let text = WorkShareReport.section("feed.append", .unavailable("valgrind is not installed"))
      .text().content

    #expect(
      text == """
        feed.append: what its instructions are spent on is not known: valgrind is not installed

        """)
  }
}
