import BenchmarkModel
import BenchmarkResults
import Foundation
import ReportText
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
    let report = JUnitReport(
      tool: ToolName(startedAs: text),
      cases: [GateCase(group: text, benchmark: text, name: text, status: .failed(text))])

    let parser = AttributeParser(report.text.data)

    #expect(parser.values["testsuite.name"] == text)
    #expect(parser.values["testcase.classname"] == text)
    #expect(parser.values["testcase.name"] == text)
    #expect(parser.values["failure.message"] == text)
    #expect(parser.values["testsuites.failures"] == "1")
  }

  @Test("Characters that XML cannot hold are replaced")
  func control() {
    #expect(
      XMLText(foreign: "a\u{0}b\u{1B}[31mc\u{FFFF}").content == "a\u{FFFD}b\u{FFFD}[31mc\u{FFFD}")
  }

  @Test("A workflow command stays on one line, its title without separators")
  func commands() {
    let report = AnnotationReport(
      tool: Fixtures.tool, verdict: "100 % bad\r\nreally", isPassed: false,
      cases: [
        GateCase(group: "", benchmark: "a:b,c%", name: "x", status: .failed("1: 2, 3\n4")),
        GateCase(group: "", benchmark: "fine", name: "x", status: .passed),
        GateCase(group: "", benchmark: "doubt", name: "x", status: .undecided("why")),
        GateCase(group: "", benchmark: "worse", name: "x", status: .errored("crashed")),
        GateCase(group: "", benchmark: "better", name: "x", status: .improved("less")),
      ], warnings: [.notCompared(benchmark: "a,b", reason: "100 %")])

    #expect(
      report.text.content == """
        ::error title=FeedBenchmarks::100 %25 bad%0D%0Areally
        ::error title=a%3Ab%2Cc%25::x: 1: 2, 3%0A4
        ::error title=worse::x: crashed
        ::warning title=doubt::x: why
        ::notice title=better::x: less
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
