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

/// A figure from no data is a lie, and so is 0 %.
@Suite("Reports on nothing")
struct EmptyReportTests {
  /// Whether a text has a number with a unit of time, a share or a factor.
  private static func expectNoFigure(
    _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let text = text.replacing("95 % interval", with: "interval")
    for figure in text.matches(of: /[0-9] (%|ns|µs|ms|s)\b|[0-9] %|×[0-9]/) {
      Issue.record("'\(figure.output.0)' in \(text)", sourceLocation: sourceLocation)
    }
  }

  private static func nothing() -> ResultFile {
    var file = Fixtures.result([])
    file.harness = .unavailable("not measured")
    return file
  }

  private static let machine = Fixtures.machine

  @Test("A run without benchmarks has no figure")
  func run() {
    let report = RunReport(ReplayedResult(Self.nothing()))

    Self.expectNoFigure(report.text().content)
    Self.expectNoFigure(report.markdown().content)
  }

  @Test("Benchmarks without samples and scenarios without frames are n/a")
  func unmeasured() throws {
    let kernel = BenchmarkResult(name: "k", .benchmark(TimedResult()))
    let absent = BenchmarkResult(
      name: "a",
      .benchmark(TimedResult(metrics: ["wallClock": .unavailable("no iteration was finished")])))
    let scenario = BenchmarkResult(name: "s", .scenario(ScenarioResult()))
    let lost = BenchmarkResult(
      name: "l", .scenario(ScenarioResult { $0.frames = .unavailable("no frame was drawn") }))
    var file = Self.nothing()
    file.benchmarks = [kernel, absent, scenario, lost]

    let text = RunReport(ReplayedResult(file)).text().content
    Self.expectNoFigure(text)
    #expect(text.contains("no iteration was finished"))
    #expect(text.contains("no frame was drawn"))
    #expect(text.contains("\n\nNothing was measured.\n"))
    Self.expectNoFigure(RunReport(ReplayedResult(file)).markdown().content)
    let check = CheckReport(try Gate(file))
    Self.expectNoFigure(check.text().content)
    Self.expectNoFigure(check.markdown().content)
    let label = ResultLabel("nothing", file)
    let compare = CompareReport(
      Gate(.compare(base: file, candidate: file)), baseline: label, candidate: label)
    Self.expectNoFigure(compare.text().content)
    Self.expectNoFigure(compare.markdown().content)
    Self.expectNoFigure(compare.junit().content)
    Self.expectNoFigure(compare.annotations().content)
  }

  @Test("A budget of a scenario without frames is not measured")
  func budgets() throws {
    let scenario = BenchmarkResult(
      name: "s", .scenario(ScenarioResult { $0.budgets = [.noDroppedFrames(at: .hz60)] }))
    var file = Self.nothing()
    file.benchmarks = [scenario]

    let report = CheckReport(try Gate(file))

    #expect(report.text().content.contains("not measured"))
    Self.expectNoFigure(report.text().content)
    Self.expectNoFigure(report.junit().content)
  }

  @Test("A comparison of nothing has no figure")
  func compare() throws {
    let label = ResultLabel("nothing", Self.nothing())
    for comparison in [
      Comparison(entries: []),
      Comparison(entries: [
        ComparisonEntry(benchmark: "k", conclusion: .missing(from: .both, reason: "not measured")),
        ComparisonEntry(benchmark: "p", conclusion: .verdict(.inconclusive, reason: "no pair")),
      ]),
    ] {
      let report = CompareReport(Gate(comparison), baseline: label, candidate: label)
      Self.expectNoFigure(report.text().content)
      Self.expectNoFigure(report.markdown().content)
      Self.expectNoFigure(String(decoding: try report.json(), as: UTF8.self))
    }
  }

  @Test("A calibration without trials or without pairs has no figure, in text and in JSON")
  func calibration() throws {
    let unpaired = CalibrationTrial(
      isInjected: false,
      entry: ComparisonEntry(
        benchmark: "k", .metric("cpuTotal", unit: "ns/op"), conclusion: .verdict(.inconclusive)),
      seconds: 1)
    for trials in [[], [unpaired]] {
      let calibration = Calibration(
        trials, inject: 0.05, machine: Self.machine,
        time: Date(timeIntervalSince1970: 1_000), loadAtStart: .unavailable("unknown"))

      let text = calibration.text().content
      #expect(text.contains("Noise floor n/a"))
      #expect(text.contains("Tolerance n/a"))
      let json = String(decoding: try PrettyJSON.encode(calibration), as: UTF8.self)
      for key in ["noiseFloor", "tolerance", "pairsPerComparison"] {
        #expect(json.contains("\"\(key)\" : {\n    \"unavailable\""), "\(json)")
      }
      if trials.isEmpty { Self.expectNoFigure(text) }
    }
  }

  @Test("Lists, views and explanations of nothing have no figure")
  func others() throws {
    Self.expectNoFigure(ListReport([]).text().content)
    Self.expectNoFigure(InspectReport([]).text().content)
    Self.expectNoFigure(ExplanationReport([]).text().content)
    Self.expectNoFigure(
      ExplanationReport([
        .init(benchmark: "k", verdict: .regressed, explanation: .unavailable("no valgrind"))
      ]).markdown().content)
  }

  @Test("No repetitions and no frames give no cost, and nothing to replay")
  func costs() {
    #expect(throws: ResultsError.noFramesMeasured) { try CostEstimate(repetitions: []) }
    #expect(throws: ResultsError.noFramesMeasured) { try CostEstimate(repetitions: [[], []]) }
    #expect(throws: (any Error).self) { try CostVector(workNs: []) }
    #expect(MetricResult(unit: "ns/op", samples: []) == nil)
  }
}
