import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import FrameTiming
import Foundation
import TestSupport
import Testing

@Suite("Compare report")
struct CompareReportTests {
  private func report() throws -> CompareReport {
    let base = try Fixtures.usual()
    var candidate = try Fixtures.usual()
    candidate.benchmarks[1] = Fixtures.kernel("kernel.compose.l2", .simd, time: 9)
    candidate.benchmarks[2] = Fixtures.kernel("kernel.timing.l2", .struct, time: 1_290)
    var work = [Int64](repeating: 900_000, count: 30)
    for frame in work.indices { work[frame] += Int64(frame % 7) * 10_000 }
    for frame in 12...19 { work[frame] = 18_000_000 }
    let slower = try Fixtures.frames(.hz60, work)
    candidate.benchmarks[3].changeFrames {
      $0[0] = slower
      $0[1].mallocCountTotal = .unavailable(Fixtures.noCounter)
    }
    candidate.benchmarks.append(Fixtures.kernel("kernel.spring.l2", .simd, time: 4))
    candidate.environment.dirty = .value(true)
    candidate.environment.binaryHash = .value("another build")
    return CompareReport(
      .compare(base: base, candidate: candidate, spread: .none),
      baseline: ResultLabel("main", base),
      candidate: ResultLabel("results/runs/x.json", candidate))
  }

  @Test("Changes come first, with reasons and frames")
  func changed() throws {
    try expectGolden(try report().text().content, "compare.txt")
    try expectGolden(try report().markdown().content, "compare.md")
    try expectGolden(try report().junit().content, "compare.xml")
    try expectGolden(try report().annotations().content, "compare.annotations.txt")
    try expectGolden(String(decoding: try report().json(), as: UTF8.self), "compare.json")
  }

  @Test("A result against itself")
  func same() throws {
    let file = try Fixtures.usual()
    let label = ResultLabel("main", file)
    let report = CompareReport(
      .compare(base: file, candidate: file), baseline: label, candidate: label)

    try expectGolden(report.text().content, "compare-same.txt")
    try expectGolden(report.markdown().content, "compare-same.md")
  }
}
