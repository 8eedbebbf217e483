import BenchmarkReports
import BenchmarkResults
import Foundation
import TestSupport
import Testing

@Suite("Run report")
struct RunReportTests {
  @Test("A run without trouble")
  func usual() throws {
    let report = RunReport(try Fixtures.usual())

    try expectGolden(report.text(), "run.txt")
    try expectGolden(report.markdown(), "run.md")
  }

  @Test("Failures, drops, missing metrics and noise are all named")
  func troubled() throws {
    let report = RunReport(
      try Fixtures.troubled(), warnings: ["No core could be reserved. Close other programs."])

    try expectGolden(report.text(), "run-troubled.txt")
    try expectGolden(report.markdown(), "run-troubled.md")
  }

  @Test("Nothing measured is said in words")
  func empty() {
    #expect(RunReport(Fixtures.file([])).text().hasSuffix("\nNothing was measured.\n"))
  }

  @Test("Colour changes no character")
  func colour() throws {
    let report = RunReport(try Fixtures.troubled())
    let stripped = report.text(.colored).replacing(/\u{1B}\[[0-9]+m/, with: "")

    #expect(report.text(.colored) != stripped)
    #expect(stripped == report.text(.plain))
  }
}
