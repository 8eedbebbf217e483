import Foundation
import TestSupport
import Testing

@testable import BenchmarkReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Markup")
struct MarkupTests {
  @Test("Texts and attributes are escaped; names of elements and attributes cannot be foreign")
  func escaping() {
    let part = Markup(.p, [.title: "\"a\" <b> 'c'"], ["x < y & z", Markup(.strong, [:], ["</p>"])])

    #expect(
      part.written == """

        <p title="&quot;a&quot; &lt;b&gt; &apos;c&apos;">x &lt; y &amp; z<strong>&lt;/p&gt;</strong></p>
        """)
  }

  @Test("No text makes an element, an attribute or a control character", arguments: HostileText.all)
  func hostile(text: String) throws {
    let part = Markup(.p, [.title: text], [Markup(text: text)])
    let parser = XMLParser(data: Data(part.written.utf8))
    let counter = ElementCounter()
    parser.delegate = counter

    #expect(parser.parse())
    #expect(counter.names == ["p"])
    let controls = part.written.unicodeScalars.filter { $0 != "\n" && $0.value < 0x20 }
    #expect(controls.isEmpty)
  }

  @Test("JSON cannot end its script", arguments: HostileText.all)
  func json(text: String) throws {
    let written = try Markup(json: [text]).written

    #expect(!written.contains("<") && !written.contains(">") && !written.contains("&"))
    #expect(try JSONDecoder().decode([String].self, from: Data(written.utf8)) == [text])
  }

  @Test(
    "Coordinates have at most one decimal",
    arguments: [(1.0, "1"), (-0.001, "0"), (12.345, "12.3"), (0.5, "0.5"), (.nan, "0")])
  func coordinates(value: Double, text: String) {
    #expect(value.svg == text)
  }
}

/// The names of elements, in order.
private final class ElementCounter: NSObject, XMLParserDelegate {
  private(set) var names: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    names.append(element)
  }
}
