import BenchmarkModel
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

  @Test("Where limits are known, kernels are shown as a percentage of them")
  func limits() throws {
    var limit = Fixtures.kernel("limit.copy.l2", .block, time: 1.5)
    limit.bytesPerOperation = 128
    var peak = Fixtures.kernel("limit.multiplyAdd", .block, time: 0.08)
    peak.flopsPerOperation = 2
    var kernels = [
      Fixtures.kernel("kernel.compose.l2", .struct, time: 13.75),
      Fixtures.kernel("kernel.compose.l2", .block, time: 2.5),
      Fixtures.kernel("kernel.invert.l2", .struct, time: 20),
    ]
    for index in 0..<2 { kernels[index].bytesPerOperation = 112 }
    kernels[2].flopsPerOperation = 144
    var failed = kernels[0]
    failed.name = "kernel.timing.l2.struct"
    failed.status = .failed("worker ended with signal 11")
    let file = Fixtures.file([limit, peak] + kernels + [failed])

    try expectGolden(RunReport(file, limits: MachineLimits(file)).text(), "run-limits.txt")
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
