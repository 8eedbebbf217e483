import BenchmarkModel
import Foundation
import FrameTiming
import ReportText
import ResultTestSupport
import SampleStatistics
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

  @Test("What failed is no warning for programs, which read it by itself")
  func failures() throws {
    let ending = Ending(failures: [.init(name: "crash", reason: "it ended with signal 11")])
    let file = Fixtures.file([])
    let report = CompareReport(
      Gate(Comparison(entries: [], warnings: [.randomAddresses]), ending: ending),
      baseline: ResultLabel("main", file), candidate: ResultLabel("next", file))
    let json = try JSONPart(report.json())
    #expect(
      try json.failures.read() == [["name": "crash", "reason": "it ended with signal 11"]])
    #expect(try json.warnings.elements.count == 1)
    let text = report.text().content
    #expect(text.components(separatedBy: "crash failed: it ended with signal 11").count == 2)
    let page = String(decoding: try ReportPage(report, run: nil).html(), as: UTF8.self)
    #expect(page.contains("<strong>crash</strong> failed: it ended with signal 11"))
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
      conclusion: .verdict(.regressed))
    entry.changedFrames = FrameChanges(
      [.unchanged, .regressed], baseline: [1_000, 2_000], candidate: [1_000, 3_000])
    entry.droppedFrames = BySide(baseline: 0, candidate: 1)

    let place = "feed.scroll at 60 Hz" + (metric == "work" ? "" : " with cold caches")
    #expect(
      entry.frameLines.suffix(2) == [
        "\(place): frame 1, the slowest, takes 2.00 µs → 3.00 µs", "\(place): dropped frames 0 → 1",
      ])
  }

  /// A scenario whose frames take 100 µs, some of them more on the candidate's side.
  private static func entry(
    slower: [Int: Int64], certain: Set<Int>, interval: Interval
  ) -> ComparisonEntry {
    let baseline = (0..<30).map { Int64(100_000 + $0 % 3 * 100) }
    let candidate = baseline.enumerated().map { frame, work in
      slower[frame] ?? work + Int64(frame % 5 * 50)
    }
    var entry = ComparisonEntry(
      benchmark: "feed.scroll", .work(at: .hz120), baseline: 3_000_000, candidate: 3_040_000,
      times: .init(
        threshold: 0.02, interval: interval, paired: .init(ratio: 1.014, count: 40)),
      conclusion: .verdict(.regressed))
    entry.changedFrames = FrameChanges(
      baseline.indices.map { certain.contains($0) ? .regressed : .inconclusive },
      baseline: baseline, candidate: candidate)
    return entry
  }

  @Test("Of three equal bursts, those that are not certain alone are named, too")
  func bursts() {
    let entry = Self.entry(
      slower: [5: 134_000, 15: 134_600, 25: 134_200], certain: [15],
      interval: Interval(low: 0.97, high: 1.06))
    #expect(
      entry.frameLines == [
        "feed.scroll at 120 Hz, work: frame 15 regressed, +34.6 µs, +34.6 %",
        """
        feed.scroll at 120 Hz, work: frames 5, 25 as well, +34.0 µs per frame, +33.9 %, none of them \
        certain alone
        """,
      ])
    let table = ComparisonTable.table(Gate(Comparison(entries: [entry])), Footnotes())
    #expect(table.rows.first?.last?.text == "regressed by frame 15")
  }

  @Test("A slower first frame is named, and frames do not explain what all of them show")
  func firstFrame() {
    let entry = Self.entry(
      slower: [0: 200_000], certain: [], interval: Interval(low: 1.021, high: 1.05))
    #expect(
      entry.frameLines == [
        "feed.scroll at 120 Hz, work: frame 0 +100 µs, +100.0 %, not certain alone"
      ])
    let table = ComparisonTable.table(Gate(Comparison(entries: [entry])), Footnotes())
    #expect(table.rows.first?.last?.text == "regressed")
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

  @Test("What did not change has its reason, too", arguments: [[], [Verdict.regressed]])
  func unchangedReason(others: [Verdict]) throws {
    let entries = ([.unchanged] + others).map { verdict in
      ComparisonEntry(
        benchmark: "layout.grid", .metric("mallocCountTotal", unit: "count/op"), baseline: 4,
        candidate: 4, conclusion: .verdict(verdict, reason: "why it is \(verdict)"))
    }
    let file = Fixtures.file([])
    let report = CompareReport(
      Gate(Comparison(entries: entries)), baseline: ResultLabel("main", file),
      candidate: ResultLabel("next", file))

    let page = String(decoding: try ReportPage(report, run: nil).html(), as: UTF8.self)

    for text in [report.text().content, report.markdown().content, page] {
      #expect(text.components(separatedBy: "why it is unchanged").count == 2, "\(text)")
    }
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
