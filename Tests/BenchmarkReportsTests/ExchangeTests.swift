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

@Suite("Formats for other programs")
struct ExchangeTests {
  /// Everything that a report can have: kernels, scenarios, a failure, an absent counter.
  static func report(hasBaseline: Bool = false) throws -> ResultReport {
    var failed = Fixtures.kernel("kernel.spring.l2", .simd, time: 1)
    failed.status = .failed("worker ended with signal 11")
    let slow = Fixtures.scenario(
      "feed.scroll", [Fixtures.frames(.hz120, [2_000_000, 9_000_000, 3_000_000])])
    let fast = Fixtures.scenario(
      "feed.scroll", [Fixtures.frames(.hz120, [2_000_000, 4_000_000, 3_000_000])])
    var candidate = Fixtures.result([
      Fixtures.kernel("kernel.compose.l2", .struct, time: 13.75), slow, failed,
    ])
    var baseline = Fixtures.result([
      Fixtures.kernel("kernel.compose.l2", .struct, time: 13.75), fast,
    ])
    candidate.environment.binaryHash = .value("new")
    baseline.environment.binaryHash = .value("old")
    let comparison = Comparison.compare(
      base: baseline, candidate: candidate, spread: RunSpread(factor: 1.01, runs: 3))
    let sides = BySide(
      baseline: ResultLabel("old.json", baseline), candidate: ResultLabel("new.json", candidate))
    return ResultReport(
      candidate: .init(ReplayedResult(candidate), sides.candidate),
      baseline: hasBaseline ? .init(ReplayedResult(baseline), sides.baseline) : nil,
      check: CheckReport(
        try Gate(candidate, comparison: hasBaseline ? comparison : nil),
        sides: hasBaseline ? sides : nil, tool: Fixtures.tool))
  }

  /// A format, and a report in it.
  struct Example: CustomTestStringConvertible, Sendable {
    let name: String

    /// Whether a person reads a comparison in it.
    var isText = true
    let content: @Sendable (ResultReport) throws -> Data

    var testDescription: String { name }
  }

  static let formats = [
    Example(name: "exchange.csv") { $0.csv().data },
    Example(name: "exchange.action.json", isText: false) { try $0.githubActionBenchmark() },
    Example(name: "exchange.bmf.json", isText: false) { try $0.bmf() },
    Example(name: "exchange.openmetrics.txt") { $0.openMetrics().data },
    Example(name: "exchange.json", isText: false) { try $0.json() },
  ]

  @Test("One result in every format", arguments: formats)
  func golden(_ example: Example) throws {
    let one = try example.content(Self.report())
    try expectGolden(String(decoding: one, as: UTF8.self), example.name)
  }

  @Test("A comparison of two results in every format of text", arguments: formats.filter(\.isText))
  func goldenComparison(_ example: Example) throws {
    let two = try example.content(Self.report(hasBaseline: true))
    try expectGolden(String(decoding: two, as: UTF8.self), "compared-\(example.name)")
  }

  @Test("Trackers, which know one result, get the candidate's from a comparison too")
  func trackers() throws {
    let (one, two) = (try Self.report(), try Self.report(hasBaseline: true))

    #expect(try one.bmf() == two.bmf())
    #expect(try one.githubActionBenchmark() == two.githubActionBenchmark())
  }

  /// They raise an alarm for what grows.
  @Test("Trackers get no number of which more is better")
  func largerIsBetter() throws {
    var metrics: [String] = []
    for polarity in [CustomMetric.Polarity.prefersSmaller, .prefersLarger] {
      let file = Fixtures.file([
        Fixtures.timed("cache.lookup", nil, time: 5) {
          $0.metrics["hitRate"] = Fixtures.metric("%", [Double](repeating: 87, count: 10))
            .map { metric in
              var metric = metric
              metric.polarity = polarity
              return metric
            }
        }
      ])
      let report = ResultReport(
        candidate: .init(ReplayedResult(file), ResultLabel("new.json", file)),
        check: CheckReport(try Gate(file), tool: Fixtures.tool))
      metrics.append(String(decoding: try report.githubActionBenchmark(), as: UTF8.self))
      #expect(try report.bmf().contains(Data("hit-rate".utf8)) == (polarity == .prefersSmaller))
    }

    #expect(metrics[0].contains("cache.lookup: hitRate"))
    #expect(!metrics[1].contains("hitRate"))
    #expect(metrics[1].contains("cache.lookup: wallClock"))
  }

  @Test("JSON of a comparison has both results, and what 'compare' writes")
  func comparison() throws {
    let report = try Self.report(hasBaseline: true)
    let one = try JSONPart(Self.report().json())
    let two = try JSONPart(report.json())

    #expect(try Set(two.names) == Set(one.names).union(["comparison"]))
    for key in ["budgets", "failures"] {
      #expect(try !two[key].isMissing && two[key].data == one[key].data)
    }
    #expect(try two.severity.read() == "failed")
    #expect(try two.sentence.read() == report.check.headline)
    let compare = try #require(report.check.compare)
    #expect(try two.comparison.data == JSONPart(compare.json()).data)
    var results = try two.results.elements
    #expect(try results.map { try $0.label.name.read() } == ["old.json", "new.json"])
    #expect(try results.map { try $0.side.read() } == ["baseline", "candidate"])
    results[1].side.set(nil)
    #expect(try results[1].data == one.results[0].data)
    let frames: [[Int]] = try results.map { try $0.frames[0].workNs.read() }
    #expect(frames == [[2_000_000, 4_000_000, 3_000_000], [2_000_000, 9_000_000, 3_000_000]])
  }

  @Test("The table has a row per benchmark and metric, and one per frame and metric")
  func rows() throws {
    let table = try ParsedCSV(Self.report(hasBaseline: true).csv().content)

    let frames = table.rows.filter { $0["frame"] != "" }
    #expect(table.rows.allSatisfy { $0.count == ResultReport.columns.count })
    #expect(frames.count == 2 * 3 * 3)
    let slow = try #require(
      frames.first { $0["side"] == "candidate" && $0["frame"] == "1" && $0["metric"] == "work" })
    #expect(slow["value"] == "9000000" && slow["verdict"] == "regressed" && slow["ratio"] == "2.25")
    let failed = try #require(table.rows.first { $0["status"] == "failed" })
    #expect(failed["reason"] == "worker ended with signal 11" && failed["value"] == "")
  }

  @Test("Cold work has the count of its own repetitions, warm work the other, and counters none")
  func repetitions() throws {
    var costs = FrameCosts(at: .hz60)
    let warm = [[Int64]](repeating: [900, 900], count: 20)
    let cold = [[Int64]](repeating: [1_900, 1_900], count: 6)
    try costs.add(
      warm: CostEstimate(repetitions: warm, clockCostNs: 0),
      cold: .value(CostEstimate(repetitions: cold, clockCostNs: 0)), reference: nil)
    costs.mallocCountTotal = .value([3, 3])
    let file = Fixtures.result([Fixtures.scenario("transition.fade", [costs])])
    let report = ResultReport(
      candidate: .init(ReplayedResult(file), ResultLabel("new.json", file)),
      check: CheckReport(try Gate(file), sides: nil, tool: Fixtures.tool))
    let table = try ParsedCSV(report.csv().content)

    func counts(_ metric: String) -> Set<String?> {
      Set(table.rows.filter { $0["metric"] == metric }.map { $0["count"] })
    }
    #expect(counts("work") == ["6"])
    #expect(counts("warmWork") == ["20"])
    #expect(counts("mallocCountTotal") == [""])
  }

  @Test("A field holds any text, and none is a formula", arguments: HostileText.all.indices)
  func fields(index: Int) throws {
    let text = HostileText.all[index]

    let table = try ParsedCSV("a,b,c\r\n\(CSVText(foreign: text).content),1,2\r\n")

    #expect(table.rows.count == 1)
    let field = try #require(table.rows.first?["a"])
    let start = field.first { !$0.isWhitespace }
    #expect(start.map { !"=+-@|%".contains($0) } ?? true, "\(field)")
  }

  @Test("A label's value ends where its quotes end", arguments: HostileText.all.indices)
  func labels(index: Int) {
    let label = OpenMetricsText(foreign: HostileText.all[index]).content

    #expect(label.wholeMatch(of: /([^"\\\n]|\\["\\n])*/) != nil, "\(label)")
  }

  @Test("No format is broken by what a result says", arguments: HostileText.all.indices)
  func hostile(index: Int) throws {
    let text = HostileText.all[index]
    let file = Fixtures.hostile(text)
    let report = ResultReport(
      candidate: .init(ReplayedResult(file), ResultLabel(text, file)),
      check: CheckReport(try Gate(file)))

    let table = try ParsedCSV(report.csv().content)
    #expect(table.rows.allSatisfy { $0.count == ResultReport.columns.count })
    for line in report.openMetrics().content.split(separator: "\n") where !line.hasPrefix("# ") {
      #expect(
        line.wholeMatch(of: /[a-z_]+\{([a-z]+="([^"\\]|\\["\\n])*",?)*\} [0-9.e+-]+/) != nil,
        "\(line)")
    }
    for json in [try report.json(), try report.bmf(), try report.githubActionBenchmark()] {
      #expect((try? JSONSerialization.jsonObject(with: json)) != nil)
      let controls = String(decoding: json, as: UTF8.self).unicodeScalars
        .filter { $0 != "\n" && $0.isControl }
      #expect(controls.isEmpty)
    }
  }
}

/// Comma-separated values as RFC 4180 defines them, read for tests.
struct ParsedCSV {
  let rows: [[String: String]]

  init(_ text: String) throws {
    var records: [[String]] = []
    var record: [String] = []
    var field = ""
    var isQuoted = false
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where isQuoted && rest.first == "\"":
        field.unicodeScalars.append(scalar)
        rest.removeFirst()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        record.append(field)
        field = ""
      case "\r" where !isQuoted && rest.first == "\n":
        rest.removeFirst()
        records.append(record + [field])
        record = []
        field = ""
      default: field.unicodeScalars.append(scalar)
      }
    }
    try #require(!isQuoted && field.isEmpty && record.isEmpty, "the last line does not end")
    let header = try #require(records.first)
    rows = try records.dropFirst().map { record in
      try #require(record.count == header.count)
      return Dictionary(uniqueKeysWithValues: zip(header, record))
    }
  }
}
