import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText
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

  private let report = TrendReport(
    RecordedHistory(records.reversed()), range: "results/runs")

  @Test("People read rows by machine, what is not joined, and likely steps")
  func text() throws {
    try expectGolden(report.text().content, "history.txt")
    try expectGolden(report.markdown().content, "history.md")
  }

  @Test("Programs read the same")
  func data() throws {
    try expectGolden(report.csv().content, "history.csv")
    try expectGolden(report.otava().content, "history-otava.csv")
    let json = try #require(
      try JSONSerialization.jsonObject(with: report.json()) as? [String: Any])
    let commits = try #require(json["commits"] as? [[String: Any]])
    #expect(commits.count == 24)
    #expect((commits[0]["settings"] as? [String: String])?["machine"] == "A")
    let values = commits[0]["values"] as? [String: [String: Any]]
    #expect(values?["work"]?["unit"] as? String == "ns/op")
    let steps = try #require(json["steps"] as? [[String: Any]])
    #expect(steps.map { $0["metric"] as? String } == ["mallocCountTotal", "cpuTotal"])
    #expect(steps.map { $0["methods"] as? [String] } == [[], ["mean", "ranks"]])
    let changes = commits.compactMap {
      ($0["values"] as? [String: [String: Any]])?["work"]?["change"]
    }
    #expect(changes as? [String] == ["compiler Swift 7", "machine B"])
    #expect((json["caution"] as? String)?.contains("not measured in pairs") == true)
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

  @Test("Records without a commit are rows of their own, and numbers that are none are left out")
  func odd() {
    var record = HistoryRecord(commit: "", time: .nan)
    record.values = [.init("work", .infinity), .init("other", .nan)]
    let history = RecordedHistory([record, record])
    #expect(history.rows.count == 2)
    #expect(history.courses.isEmpty)
    #expect(TrendReport(history, range: "x").text().content.contains("No likely step"))
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
  }
}
