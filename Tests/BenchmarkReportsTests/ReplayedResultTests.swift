import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite("Replayed results")
struct ReplayedResultTests {
  /// Two scenarios at two rates, one of them driven by a timer as well, and a benchmark.
  private static func file() -> ResultFile {
    var paced = Fixtures.scenario("feed.scroll", workNs: 4_000_000)
    paced.changeScenario {
      // Without a budget, headroom is searched for in the replay.
      $0.budgets = []
      $0.paced = .value([Fixtures.paced(Fixtures.costs(.hz60, [1, 1]))])
    }
    return Fixtures.result([
      Fixtures.scenario(), paced, Fixtures.kernel("kernel.compose.l2", .struct, time: 13.75),
    ])
  }

  /// Everything that is written of a result's frames.
  ///
  /// Formats of findings alone are not: a gate replays for itself.
  private static func written(_ result: ReplayedResult) throws -> [String: String] {
    let run = RunReport(result, tool: Fixtures.tool)
    let check = CheckReport(
      try Gate(result.file), tool: Fixtures.tool)
    let report = ResultReport(
      candidate: .init(result, ResultLabel("new.json", result.file)), check: check)
    let page = ReportPage(check, run: run)
    let picture = try #require(try page.picture(.timeline).picture)
    let text = { (data: Data) in String(decoding: data, as: UTF8.self) }
    return [
      "text": run.text().content, "markdown": run.markdown().content,
      "warnings": "\(run.warnings)", "csv": report.csv().content, "json": text(try report.json()),
      "bmf": text(try report.bmf()), "openmetrics": report.openMetrics().content,
      "action": text(try report.githubActionBenchmark()), "trace": text(report.trace()),
      "html": text(try page.html()), "svg": text(picture),
    ]
  }

  @Test("Each frame is replayed once, however much is written of it")
  func once() throws {
    let file = Self.file()
    var replayed: [[Int64]] = []
    let result = ReplayedResult(file) { replay, work in
      replayed.append(work.workNs)
      return replay.timeline(of: work)
    }

    _ = try Self.written(result)

    #expect(replayed == file.benchmarks.flatMap(\.frames).map(\.workNs))
    #expect(replayed.count == 4)
  }

  @Test("Every table, chart and format of frames shows that one replay")
  func shown() throws {
    let file = Self.file()
    let honest = try Self.written(ReplayedResult(file))
    // Work that drops frames, which none of the file's does.
    let other = try Self.written(
      ReplayedResult(file) { replay, work in
        replay.timeline(of: (try? work.scaled(by: 30)) ?? work)
      })

    // Headroom aside, no drop of the file's own work is anywhere.
    #expect(honest["text"]?.contains("No frame is dropped at 60 and 120 Hz") == true)
    #expect(
      other["text"]?.contains(/scenarios? drops? frames: transition\.cartFold\.present at 60 Hz/)
        == true)
    #expect(honest["text"]?.contains(" 0/30 ") == true)
    #expect(other["text"]?.contains(" 0/30 ") == false)
    for (format, text) in honest where format != "warnings" {
      #expect(other[format] != text, "\(format)")
    }
  }

  @Test("A result is replayed anew for another display or device, and only then")
  func display() throws {
    let file = Self.file()
    var count = 0
    let result = ReplayedResult(file) { replay, work in
      count += 1
      // Only a replay that is kept drops frames.
      return replay.timeline(of: (try? work.scaled(by: 30)) ?? work)
    }

    let same = try result.shown(with: BudgetRules { $0.depth = 1 })
    let deep = try result.shown(with: BudgetRules { $0.depth = 2 })
    var slow = BudgetRules()
    slow.scale = WorkScale(warm: 30, cold: 30)
    let scaled = try result.shown(with: slow)

    func row(_ result: ReplayedResult) throws -> FrameRow {
      try #require(result["feed.scroll", .hz60])
    }
    #expect(count == 4)
    #expect(try row(same).timeline == row(result).timeline)
    #expect(try row(deep).timeline.settings.depth == 2)
    #expect(try row(deep).timeline.droppedFrameCount == 0)
    #expect(try row(scaled).costs.workNs[0] == 120_000_000)
    #expect(try row(scaled).timeline.droppedFrameCount > 0)
  }
}
