import BenchmarkModel
import BenchmarkVerdicts
import Foundation
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Escaping for continuous integration")
struct EscapingTests {
  @Test(
    "XML can hold any text",
    arguments: [
      "plain", "a < b && c > \"d\" 'e'", "]]>", "<!--", "größe 漢字 👩‍🚀", "line\nbreak\ttab\rreturn",
      "&amp;", "",
    ])
  func xml(text: String) throws {
    let gap = ComparisonEntry(
      benchmark: text, .metric(text, unit: ""), conclusion: .missing(from: .both, reason: text))
    let gate = Gate(
      Comparison(entries: [gap]), ending: Ending(failures: [.init(name: text, reason: text)]))
    let report = JUnitReport(
      tool: ToolName(startedAs: text), findings: gate.findings, explanations: nil,
      remarks: [])

    let parser = AttributeParser(report.text.data)

    #expect(parser.values["testsuites.name"] == report.tool.name)
    #expect(parser.values["testcase.classname"] == text)
    #expect(parser.values["testcase.name"] == text)
    #expect(parser.values["error.message"] == text)
    #expect(parser.values["failure.message"] == "missing on both sides: \(text)")
    #expect(parser.values["testsuites.failures"] == "1")
  }

  @Test("Characters that XML cannot hold are replaced")
  func control() {
    #expect(
      XMLText(foreign: "a\u{0}b\u{1B}[31mc\u{FFFF}").content == "a\u{FFFD}b\u{FFFD}[31mc\u{FFFD}")
  }

  @Test("A workflow command stays on one line, its title without separators")
  func commands() {
    func entry(_ benchmark: String, _ conclusion: ComparisonEntry.Conclusion) -> ComparisonEntry {
      ComparisonEntry(benchmark: benchmark, .metric("x", unit: ""), conclusion: conclusion)
    }
    let gate = Gate(
      Comparison(entries: [
        entry("a:b,c%", .missing(from: .both, reason: "1: 2, 3\n4")),
        entry("fine", .verdict(.unchanged)),
        entry("doubt", .verdict(.inconclusive, reason: "why")),
        entry("better", .verdict(.improved)),
      ]), ending: Ending(failures: [.init(name: "worse", reason: "crashed")]))
    let report = AnnotationReport(
      tool: Fixtures.tool, headline: "100 % bad\r\nreally", isPassed: false,
      findings: gate.findings, explanations: nil,
      remarks: ["a,b is not compared: 100 %."])

    #expect(
      report.text.content == """
        ::error title=FeedBenchmarks::100 %25 bad%0D%0Areally
        ::error title=worse::runs: crashed
        ::error title=a%3Ab%2Cc%25::x: missing on both sides: 1: 2, 3%0A4
        ::warning title=doubt::x: inconclusive: why
        ::notice title=better::x: improved,  → \u{20}
        ::warning title=FeedBenchmarks::a,b is not compared: 100 %25.

        """)
  }
}

/// The attributes of the last element of each name: `testcase.name`.
private final class AttributeParser: NSObject, XMLParserDelegate {
  private(set) var values: [String: String] = [:]

  init(_ data: Data) {
    super.init()
    let parser = XMLParser(data: data)
    parser.delegate = self
    #expect(parser.parse())
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    for (name, value) in attributes { values["\(element).\(name)"] = value }
  }
}
