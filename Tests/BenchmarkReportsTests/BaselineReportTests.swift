import BenchmarkModel
import Foundation
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkReports
@testable import BenchmarkResults

@Suite("Baseline report")
struct BaselineReportTests {
  private let folder: TemporaryFolder
  private let store: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    store = ResultStore(root: folder.url.appending(path: "results"))
  }

  @Test("Lists where and when each was measured, and why one cannot be used")
  func list() throws {
    #expect(BaselineReport(store.baselines()).text().content == "No baseline.\n")
    var other = Fixtures.file([Fixtures.kernel()])
    other.time += 86_400
    other.environment.dirty = .value(true)
    other.environment.toolchain = HostileText.all.joined()
    try store.saveBaseline(Fixtures.file(), as: ResultName("main"))
    try store.saveBaseline(other, as: ResultName("local"))
    try Data("{".utf8).write(to: store.baselinesFolder.appending(path: "half.json"))
    let report = BaselineReport(store.baselines())
    let text = report.text().content
    let lines = text.split(separator: "\n")
    try #require(lines.count == 5, "\(text)")
    #expect(
      lines[1].hasPrefix("local  2026-09-22 14:13:20 UTC  4c89d0d1a2b3, dirty  Test CPU 3000"))
    #expect(
      lines[2].hasPrefix("main   2026-09-21 14:13:20 UTC  4c89d0d1a2b3         Test CPU 3000"))
    #expect(lines[3] == "half   unusable [1]")
    #expect(lines[4].hasPrefix("[1] '") && lines[4].contains("half.json' is not a result file"))

    let rows = try JSONPart(PrettyJSON.encode(report)).elements
    #expect(try rows.map { try $0.name.read() } == ["local", "main", "half"])
    #expect(try rows.map { try $0.benchmarks.readIfPresent(Int.self) } == [1, 2, nil])
    #expect(try rows.map { try $0.dirty.readIfPresent(Bool.self) } == [true, false, nil])
    #expect(
      try rows.map { try $0.problem.readIfPresent(String.self)?.isEmpty } == [nil, nil, false])
  }
}
