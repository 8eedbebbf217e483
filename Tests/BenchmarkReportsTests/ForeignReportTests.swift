import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameModel
import FrameTiming
import ReportText
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Foreign text in reports")
struct ForeignReportTests {
  @Test("No report obeys what a result file says", arguments: HostileText.all.indices)
  func reports(index: Int) throws {
    let text = HostileText.all[index]
    let file = Fixtures.hostile(text)
    var base = Fixtures.usual()
    base.environment.binaryHash = .value("another")
    base.benchmarks.append(Fixtures.scenario(text + "3", workNs: 2_000_000))

    let run = RunReport(ReplayedResult(file))
    let label = ResultLabel(text, file)
    let comparison = Comparison.compare(base: base, candidate: file)
    let compare = CompareReport(
      Gate(comparison), baseline: ResultLabel(text, base), candidate: label,
      explanations: ExplanationReport([
        .init(benchmark: text, verdict: .regressed, explanation: .unavailable(text))
      ]))
    let gate = try Gate(
      file, comparison: comparison, ending: Ending(failures: [.init(name: text, reason: text)]))
    let check = CheckReport(gate, sides: BySide(baseline: label, candidate: label))
    let list = ListReport([
      .init(name: text, kind: .benchmark, variant: Variant(rawValue: text), size: text)
    ])
    let inspect = InspectReport([
      .init(
        at: 0,
        views: [
          ViewState(
            name: text, frame: [0, 0, 1, 1], transform: [Double](repeating: 0, count: 16), alpha: 1)
        ])
    ])
    let replay = ReplayReport(
      FrameReplay(rate: .hz60).timeline(of: try CostVector(workNs: [1])), headroom: nil, title: text
    )
    let shown = [
      run.text().content, run.markdown().content, compare.text().content,
      compare.markdown().content, check.text().content, check.markdown().content,
      list.text().content, inspect.text().content, replay.text().content,
      check.junit().content, compare.junit().content,
    ]
    let json = try [
      compare.json(), check.json(), PrettyJSON.encode(list), PrettyJSON.encode(inspect),
      file.json(),
    ].map { String(decoding: $0, as: UTF8.self) }
    for content in shown + json { #expect(HostileText.orders(in: content).isEmpty, "\(text)") }
    for content in [check.annotations().content, compare.annotations().content] {
      for line in content.split(separator: "\n") {
        #expect(line.wholeMatch(of: /::(error|warning|notice) title=[^:,]*::.*/) != nil, "\(line)")
      }
    }
    for xml in [check.junit(), compare.junit()] { #expect(XMLParser(data: xml.data).parse()) }
  }
}
