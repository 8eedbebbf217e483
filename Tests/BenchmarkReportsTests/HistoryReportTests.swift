import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameLogs
import ReportText
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite("Reports on what was recorded of commits")
struct HistoryReportTests {
  /// Two machines, the first of which got another compiler after eight commits; the time grows by
  /// 5 % at the sixth commit of the later one, and allocations by one at the third.
  static let records: [HistoryRecord] = (0..<24).map { number in
    let isOther = number >= 20
    let commit = isOther ? number - 20 : number
    let shift = number >= 14 ? 1.05 : 1
    var record = HistoryRecord(
      commit: String(repeating: "\(commit % 10)", count: 39) + "\(commit / 10)",
      time: 1_790_000_000 + Double(commit) * 3_600)
    record.settings = [
      "machine": isOther ? "B" : "A", "compiler": number >= 8 && !isOther ? "Swift 7" : "Swift 6",
    ]
    record.subject = number == 14 ? HostileText.all.first ?? "" : "Change \(commit)"
    let time = 100 * shift * (1 + Double((number * 37) % 11 - 5) / 2_000)
    var value = HistoryRecord.Value("work", time)
    (value.metric, value.unit) = ("cpuTotal", "ns/op")
    value.interval = time - 1...time + 1
    var count = HistoryRecord.Value("work", number >= 3 ? 3 : 2)
    (count.metric, count.unit) = ("mallocCountTotal", "count/op")
    count.isCounted = true
    record.values = [value, count]
    return record
  }

  private let report = HistoryReport(
    RecordedHistory(records.reversed()), range: "results/runs")

  @Test("People read rows by machine, what is not joined, and likely steps")
  func text() throws {
    try expectGolden(report.text().content, "history.txt")
    try expectGolden(report.markdown().content, "history.md")
  }

  @Test("Programs read the same")
  func data() throws {
    try expectGolden(report.csv().content, "history.csv")
    let json = try JSONPart(report.json())
    let commits = try json.commits.elements
    try #require(commits.count == 24)
    #expect(try commits[0].settings.machine.read() == "A")
    #expect(try commits[0].values.work.unit.read() == "ns/op")
    let steps = try json.steps.elements
    #expect(try steps.map { try $0.metric.read() } == ["mallocCountTotal", "cpuTotal"])
    #expect(try steps.map { try $0.methods.read() } == [[], ["mean", "ranks"]])
    let changes: [String] = try commits.compactMap { try $0.values.work.change.readIfPresent() }
    #expect(changes == ["compiler Swift 7", "machine B"])
    #expect(try json.caution.read(String.self).contains("not measured in pairs"))
  }

  @Test("Runs of one commit and machine are one row, their median; other settings are another row")
  func joined() {
    func record(_ value: Double, _ compiler: String = "6") -> HistoryRecord {
      var record = HistoryRecord(commit: "c", time: 5)
      record.settings = ["machine": "A", "compiler": compiler]
      record.values = [.init("work", value)]
      record.values[0].interval = value - 1...value + 1
      return record
    }
    let history = RecordedHistory([record(4), record(9), record(5), record(7, "7")])
    #expect(history.rows.count == 2)
    #expect(history.courses.map { $0.levels.map { $0?.value } } == [[5, 7]])
    #expect(history.courses.first?.levels.first??.interval == .init(low: 3, high: 10))
    #expect(history.courses.first?.breaks == [1: "compiler 7"])
  }

  /// Twelve commits, in each of which one value is recorded in a unit and with settings.
  private func report(
    _ numbers: [Double], units: [String] = [""], settings: [[String: String]] = [[:]]
  ) -> HistoryReport {
    let records = numbers.enumerated().map { index, number in
      var record = HistoryRecord(commit: "c\(index)", time: Double(index))
      var value = HistoryRecord.Value("feed", number)
      value.measure(in: units[index * units.count / numbers.count])
      value.settings = settings[index * settings.count / numbers.count]
      record.values = [value]
      return record
    }
    return HistoryReport(RecordedHistory(records), range: "x")
  }

  @Test("A commit whose subject was not recorded is named by its hash alone")
  func withoutSubject() {
    let text = report([10, 10, 10, 10, 10, 10, 20, 20, 20, 20, 20, 20]).text().content
    #expect(text.contains("at c6, by mean and ranks"), "\(text)")
  }

  /// Twelve values of each benchmark, around 100 before a step and around a multiple after it.
  private func report(steps: [(name: String, factor: Double, noise: Double)]) -> HistoryReport {
    let records = (0..<12).map { index in
      var record = HistoryRecord(commit: "c\(index)", time: Double(index))
      record.values = steps.map { step in
        let shake = 1 + step.noise * Double((index * 7) % 5 - 2)
        return .init(step.name, 100 * shake * (index < 6 ? 1 : step.factor))
      }
      return record
    }
    return HistoryReport(RecordedHistory(records), range: "x")
  }

  @Test("Likely steps are ranked by what surely changed")
  func ranked() {
    let report = report(steps: [
      ("small", 1.02, 0.001), ("twice", 2, 0.001), ("noisy", 1.5, 0.1), ("clear", 1.4, 0.001),
      ("half", 0.45, 0.001),
    ])
    #expect(
      report.rankedSteps.map(\.series.benchmark) == ["half", "twice", "clear", "noisy", "small"])
    #expect(
      report.steps.map(\.series.benchmark) == ["clear", "half", "noisy", "small", "twice"],
      "programs read them by commit")
  }

  @Test("A text has the first twenty steps, their tables, and how to see the others")
  func most() throws {
    let report = report(
      steps: (0..<30).map { ("feed.\($0)", 1.1 + 0.1 * Double(($0 * 7) % 30), 0.001) })
    for text in [report.text().content, report.markdown().content] {
      let steps = text.matches(of: #/feed\.\d+ likely regressed \+(\d+)/#).map { Int($0.1) ?? 0 }
      #expect(steps.count == 20)
      #expect(steps == steps.sorted(by: >))
      #expect(steps.last.map { (109...111).contains($0) } == true, "\(steps)")
      #expect(text.contains("10 other likely steps"), "\(text.suffix(600))")
      #expect(text.contains("30 likely steps in 12 commits"))
    }
    #expect(report.tables.count == 20)
    #expect(try JSONPart(report.json()).steps.elements.count == 30)
    let marks = report.csv().content.matches(of: #/,"worse",/#)
    #expect(marks.count == 30)
    let few = self.report(steps: [("feed", 2, 0.001)]).text().content
    #expect(!few.contains("other likely"))
  }

  private let rises = [1, 1.01, 0.99, 1, 1.01, 0.99, 3, 3.01, 2.99, 3, 3.01, 2.99]

  @Test(
    "The unit tells whether a rise is a regression",
    arguments: [
      ("ms", "regressed"), ("ns/op", "regressed"), ("", "regressed"), ("ops/ms", "improved"),
      ("MB/s", "improved"), ("1/s", "improved"),
    ])
  func direction(unit: String, verdict: String) {
    let report = report(rises, units: [unit])
    #expect(report.steps.map(\.verdict.rawValue) == [verdict])
    #expect(report.text().content.contains("feed likely \(verdict) +200.0 % at c6"))
  }

  @Test("No step is found across another version of a benchmark; with one version it is found")
  func versions() {
    let versions = ["a", "b"].map { ["benchmark version": $0] }
    let other = report(rises, settings: versions)
    #expect(other.steps.isEmpty)
    #expect(other.courses.first?.breaks == [6: "benchmark version b"])
    #expect(report(rises, settings: [versions[0]]).steps.count == 1)
  }

  @Test("Values in several units of one kind are one course in the last unit")
  func converted() {
    let numbers = rises.enumerated().map { $0 < 6 ? $1 * 3_000_000 : $1 }
    let report = report(numbers, units: ["ns/op", "ms/op"])
    #expect(report.steps.isEmpty)
    #expect(report.courses.map(\.unit) == ["ms/op"])
    let values = report.courses.first?.levels.compactMap { $0?.value } ?? []
    #expect(values.count == 12 && values.allSatisfy { abs($0 - 3) < 0.05 })
  }

  @Test("What a unit of another kind measures is a course of its own")
  func otherKind() {
    let report = report(rises, units: ["ms/op", "ops/s"])
    #expect(report.steps.isEmpty)
    #expect(report.courses.map(\.label) == ["feed", "feed ms/op"])
    #expect(report.courses.map(\.unit) == ["ops/s", "ms/op"])
    #expect(report.courses.map { $0.levels.compactMap(\.self).count } == [6, 6])
  }

  @Test(
    "A step of values that are not all above 0 has both values and no percentage",
    arguments: [
      (-5, -9, "improved from -5.00 to -9.00 delta"),
      (-9, -5, "regressed from -9.00 to -5.00 delta"),
      (0, 12, "regressed from 0 to 12.0 delta"), (-3, 3, "regressed from -3.00 to 3.00 delta"),
      (3, -3, "improved from 3.00 to -3.00 delta"), (12, 0, "improved -100.0 %"),
      (Double.leastNonzeroMagnitude, 1e300, "regressed from 4.94e-324 to 1.00e+300 delta"),
    ])
  func signs(before: Double, after: Double, words: String) throws {
    let numbers = Array(repeating: before, count: 6) + Array(repeating: after, count: 6)
    let report = report(numbers, units: ["delta"])
    #expect(
      report.text().content.contains("feed likely \(words) at c6"), "\(report.text().content)")
    let step = try JSONPart(report.json()).steps[0]
    #expect(try step.before.read() == before)
    #expect(try step.after.read() == after)
    #expect(step.ratio.isMissing == words.contains("from"))
    let html = String(decoding: TrendPage(report).html(), as: UTF8.self)
    let size = words.drop { $0 != " " }.dropFirst()
    #expect(html.contains(">\(size) c6<"))
  }

  @Test("Several values of one commit are told and joined, whenever they were recorded")
  func several() throws {
    let records = (0..<8).map { number in
      var record = HistoryRecord(commit: "c\(number / 4)", time: Double(number) * 1_000)
      record.settings = ["machine": "A"]
      record.values = [.init("feed", [70, 115, 100, 90][number % 4]), .init("same", 5)]
      return record
    }
    let report = HistoryReport(RecordedHistory(records), range: "x")
    #expect(report.points.count == 2)
    #expect(report.courses.map { $0.levels.compactMap { $0?.value } } == [[95, 95], [5, 5]])
    #expect(report.courses.first?.levels.first??.interval == .init(low: 70, high: 115))
    let words = """
      2 commits have several different values of a benchmark; those of feed at c0 differ most: \
      70.0 … 115. A row shows their median.
      """
    #expect(report.text().content.contains(words), "\(report.text().content)")
    let json = try JSONPart(report.json())
    #expect(try json.warnings.read() == [words])
    #expect(try json.commits[0].values.feed["count"].read() == 4)

    let equal = HistoryReport(RecordedHistory([records[0], records[0]]), range: "x")
    #expect(!equal.text().content.contains("different values"))
  }

  /// The second benchmark's values are always 10 and 14.
  @Test(
    "Values of a commit are apart by a share of the one that is farther from 0",
    arguments: [
      (9, 14, "one"), (11, 14, "other"), (0, 1, "one"), (-5, -4, "other"), (-5, -3, "one"),
      (-3, 5, "one"),
    ] as [(Double, Double, String)])
  func apart(low: Double, high: Double, most: String) {
    let records = [(low, 10.0), (high, 14)].map { one, other in
      var record = HistoryRecord(commit: "c0", time: 0)
      record.values = [.init("one", one), .init("other", other)]
      return record
    }
    let text = HistoryReport(RecordedHistory(records), range: "x").text().content
    #expect(text.contains("those of \(most) at c0 differ most"), "\(text)")
  }

  @Test(
    "Counts have a course if they change or nothing else of the benchmark has one",
    arguments: [
      (true, 2, ["work", "work mallocCountTotal"]), (true, 1, ["work"]), (false, 2, ["work"]),
      (false, 1, ["work"]),
    ])
  func counts(hasTime: Bool, last: Double, labels: [String]) {
    let records = (0..<12).map { index in
      var record = HistoryRecord(commit: "c\(index)", time: Double(index))
      var count = HistoryRecord.Value("work", index < 6 ? 1 : last)
      (count.metric, count.isCounted) = ("mallocCountTotal", true)
      record.values = [count] + (hasTime ? [.init("work", 100)] : [])
      return record
    }
    #expect(RecordedHistory(records).courses.map(\.label) == labels)
  }

  @Test(
    "Only machines that records name are counted",
    arguments: [
      ([nil, nil], "2 rows: 2 commits."), (["a", "a"], "2 rows: 2 commits on 1 machine."),
      (["a", "b", nil], "3 rows: 3 commits on 2 machines; 1 row without a machine."),
    ] as [([String?], String)])
  func machines(named: [String?], head: String) {
    let records = named.enumerated().map { number, machine in
      var record = HistoryRecord(commit: "c\(number)", time: Double(number))
      record.settings[HistoryRecord.machine] = machine
      record.values = [.init("work", 1)]
      return record
    }
    #expect(HistoryReport(RecordedHistory(records), range: "x").heads == [head])
  }

  @Test("Records without a commit are rows of their own, and numbers that are none are left out")
  func odd() {
    var record = HistoryRecord(commit: "", time: .nan)
    record.values = [.init("work", .infinity), .init("other", .nan)]
    let history = RecordedHistory([record, record])
    #expect(history.rows.count == 2)
    #expect(history.courses.isEmpty)
    #expect(HistoryReport(history, range: "x").text().content.contains("No likely step"))
  }

  @Test("Where a larger value is better, growth is an improvement")
  func polarity() {
    let records = (0..<20).map { number in
      var record = HistoryRecord(commit: "\(number)", time: Double(number))
      var value = HistoryRecord.Value("rate", number >= 10 ? 20 : 10)
      value.prefersLarger = true
      record.values = [value]
      return record
    }
    #expect(RecordedHistory(records).courses.flatMap(\.steps).map(\.verdict) == [.improved])
  }

  @Test("A run of this tool is a record: one clock, counters, work and drops, with all settings")
  func result() throws {
    let timed = Fixtures.kernel("kernel.a", time: 5)
    let record = HistoryRecord(Fixtures.result([timed, Fixtures.scenario()]))
    #expect(record.commit == "4c89d0d1a2b3c4d5e6f708192a3b4c5d6e7f8091")
    #expect(record.settings["compiler"] == "Swift version 6.3.1")
    #expect(record.settings["machine"] == "Test CPU 3000 (2 cores) x86_64")
    let kernel = record.values.filter { $0.benchmark == "kernel.a" }
    #expect(kernel.first?.metric == "cpuTotal")
    #expect(kernel.first?.number == timed.metric(.cpuTotal).value?.median)
    #expect(kernel.first?.settings["clock"] == "cpuTotal")
    #expect(kernel.filter { $0.metric == "cpuTotal" }.count == 1)
    let work = try #require(record.values.first { $0.metric == "work" })
    #expect(work.rateHz != nil && work.interval != nil)
    #expect(record.values.contains { $0.metric == "droppedSlots" && $0.isCounted })
    #expect(!record.values.contains { $0.metric == "headroom" || $0.metric == "firstFrame" })
    #expect(kernel.allSatisfy { $0.settings["variant"] == timed.variant?.rawValue })
  }

  @Test("Allocations of stored runs repeat; what the kernel counts varies")
  func counters() throws {
    var timed = Fixtures.kernel("kernel.a", time: 5)
    timed.changeTimed {
      $0.metrics["mallocCountTotal"] = Fixtures.metric("count/op", [2])
      $0.metrics["pageFaults"] = Fixtures.metric("count/op", [100])
    }
    let values = HistoryRecord(Fixtures.result([timed])).values
    #expect(try #require(values.first { $0.metric == "mallocCountTotal" }).isCounted)
    #expect(try !#require(values.first { $0.metric == "pageFaults" }).isCounted)
  }
}
