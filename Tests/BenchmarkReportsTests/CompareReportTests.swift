import BenchmarkModel
import FrameTiming
import Foundation
import ReportText
import TestSupport
import Testing

@testable import BenchmarkReports
@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Compare report")
struct CompareReportTests {
  private func report() throws -> CompareReport {
    let base = Fixtures.usual()
    var candidate = Fixtures.usual()
    candidate.benchmarks[1] = Fixtures.kernel("kernel.compose.l2", .simd, time: 9)
    candidate.benchmarks[2] = Fixtures.kernel("kernel.timing.l2", .struct, time: 1_290)
    var work = [Int64](repeating: 900_000, count: 30)
    for frame in work.indices { work[frame] += Int64(frame % 7) * 10_000 }
    for frame in 12...19 { work[frame] = 18_000_000 }
    let slower = Fixtures.frames(.hz60, work)
    candidate.benchmarks[3].changeFrames {
      $0[0] = slower
      $0[1].mallocCountTotal = .unavailable(Fixtures.noCounter)
    }
    candidate.benchmarks.append(Fixtures.kernel("kernel.spring.l2", .simd, time: 4))
    candidate.environment.dirty = .value(true)
    candidate.environment.binaryHash = .value("another build")
    return CompareReport(
      Gate(.compare(base: base, candidate: candidate, spread: .none)),
      baseline: ResultLabel("main", base),
      candidate: ResultLabel("results/runs/x.json", candidate), tool: Fixtures.tool)
  }

  @Test("Changes come first, with reasons and frames")
  func changed() throws {
    try expectGolden(try report().text().content, "compare.txt")
    try expectGolden(try report().markdown().content, "compare.md")
    try expectGolden(try report().junit().content, "compare.xml")
    try expectGolden(try report().annotations().content, "compare.annotations.txt")
    try expectGolden(String(decoding: try report().json(), as: UTF8.self), "compare.json")
  }

  @Test("The slowest frame is told apart by its caches", arguments: ["work", "coldWork"])
  func slowestFrame(metric: String) {
    var entry = ComparisonEntry(
      benchmark: "feed.scroll", .frames(metric: metric, unit: "ns", rate: .hz60),
      finding: .verdict(.regressed))
    entry.changedFrames = FrameChanges(
      [.unchanged, .regressed], baseline: [1_000, 2_000], candidate: [1_000, 3_000])
    entry.droppedFrames = DroppedFrames(baseline: 0, candidate: 1)

    let place = "feed.scroll at 60 Hz" + (metric == "work" ? "" : " with cold caches")
    #expect(
      entry.frameLines.suffix(2) == [
        "\(place): the slowest frame takes 2.00 µs → 3.00 µs", "\(place): dropped frames 0 → 1",
      ])
  }

  @Test("A change of nearly all frames is one line, and so is one that fell apart")
  func fragments() throws {
    func file(_ work: [Int64]) throws -> ResultFile {
      Fixtures.result([Fixtures.scenario("feed.scroll", [Fixtures.frames(.hz60, work)])])
    }
    func report(_ after: [Int64]) throws -> String {
      let label = ResultLabel("main", base)
      return CompareReport(
        Gate(.compare(base: base, candidate: try file(after), spread: .none)), baseline: label,
        candidate: label,
        tool: Fixtures.tool
      ).text().content
    }
    let before = [Int64](repeating: 1_350_000, count: 30)
    let base = try file(before)
    let undecided = [2, 5, 10, 20, 21]
    let most = before.indices.map { before[$0] * (undecided.contains($0) ? 105 : 115) / 100 }
    let apart = before.indices.map { frame in
      frame % 6 == 0 ? before[frame] * (frame == 12 ? 150 : 120) / 100 : before[frame] * 3 / 4
    }

    try expectGolden(try report(most), "compare-most-frames.txt")
    try expectGolden(try report(before.map { $0 * 23 / 20 }), "compare-all-frames.txt")
    try expectGolden(try report(apart), "compare-fragments.txt")
  }

  @Test("A result against itself")
  func same() throws {
    let file = Fixtures.usual()
    let label = ResultLabel("main", file)
    let report = CompareReport(
      Gate(.compare(base: file, candidate: file)), baseline: label, candidate: label,
      tool: Fixtures.tool)

    try expectGolden(report.text().content, "compare-same.txt")
    try expectGolden(report.markdown().content, "compare-same.md")
  }
}
