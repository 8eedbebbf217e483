import SampleStatistics
import TestSupport
import Testing

@testable import ReportText

@Suite("Foreign text")
struct ForeignTextTests {
  @Test("In every format, a foreign text is one line without controls and orders, and short")
  func formats() {
    for text in HostileText.all {
      for shown in [
        TerminalText(foreign: text).content, MarkdownText(foreign: text).content,
        CommandText(foreign: text).content,
        CommandText.property(text).content, XMLText(foreign: text).content,
      ] {
        let hasNewline = shown.contains(where: \.isNewline)
        #expect(!hasNewline)
        #expect(shown.utf8.count <= 40_000)
        #expect(HostileText.orders(in: shown).isEmpty, "\(text)")
      }
    }
  }

  @Test(
    "Mentions, issues, commits and pages do not become links in Markdown",
    arguments: [
      ("@user", "@&#8203;user"), ("(@a/b", "(@&#8203;a/b"), ("#12", "#&#8203;12"),
      ("a#12", "a#&#8203;12"), ("owner/repo#12", "owner/repo#&#8203;12"),
      ("GH-12", "GH-&#8203;12"), ("(gh-1", "(gh-&#8203;1"), ("see Gh-7.", "see Gh-&#8203;7."),
      ("owner/repo@4c89d0d", "owner/repo@&#8203;4c89d0d"),
      ("https://a.example/b", "https:&#8203;//a.example/b"),
      ("(www.a.example", "(www.&#8203;a.example"), ("www.a.example", "www.&#8203;a.example"),
      ("see WWW.a", "see WWW.&#8203;a"),
    ])
  func references(text: String, shown: String) {
    #expect(MarkdownText(foreign: text).content == shown)
  }

  @Test(
    "Budgets and words stay as they are in Markdown",
    arguments: [
      "largestWork=4ms@60", "noDroppedFrames@120", "a # b", "GH-", "GH-x", "high-12", "12-GH", "-1",
      "a@b", "abcd@", "a.swift:12", "03:18", "a: //", "wwww.a", "www.", "a.b",
    ])
  func noReferences(text: String) {
    #expect(MarkdownText(foreign: text).content == text)
  }

  @Test("Text for a terminal shows what it escapes")
  func visible() {
    #expect(TerminalText(foreign: "a\u{1B}[1m\nb\u{202E}").content == "a\\u{1B}[1m\\nb\\u{202E}")
    #expect(TerminalText(foreign: "std::vector größe 👩‍🚀").content == "std::vector größe 👩‍🚀")
    #expect(TerminalText(foreign: "::error::").content == "\\u{3A}:error::")
  }

  @Test("A long text keeps its start and its end")
  func long() {
    let text = "start " + String(repeating: "x", count: 10_000) + " end"

    let shown = TerminalText(foreign: text).content

    #expect(shown.hasPrefix("start x") && shown.hasSuffix("x end") && shown.contains("…"))
    #expect(shown.unicodeScalars.count == ForeignText.longest)
  }

  @Test("An error keeps its lines, none of which gives an order")
  func lines() {
    let text: TerminalText = "Error: \(lines: "a\n::error::b\r\n\u{1B}[1mc")\n"

    #expect(text.content == "Error: a\n\\u{3A}:error::b\n\\u{1B}[1mc\n")
    let many: TerminalText = "\(lines: String(repeating: "\n", count: 10_000))"
    #expect(many.content.utf8.count < 100)
  }

  @Test("What a text ends with does not change how its beginning is escaped")
  func beginnings() {
    // Texts of letters, digits, spaces, slashes and dots take a fast path, which the appended é
    // prevents.
    let alphabet = Array("wW.a/ 7Gh-:#@_|\"%<&,+=".unicodeScalars)
    var random = SplitMix64(seed: 11)
    for _ in 0..<5_000 {
      var text = ""
      for _ in 0..<Int(random.next() % 8) {
        text.unicodeScalars.append(alphabet[Int(random.next() % UInt64(alphabet.count))])
      }
      for escape in [
        TerminalFormat.escape, MarkdownFormat.escape, CommandFormat.escape, XMLFormat.escape,
        OpenMetricsFormat.escape,
      ] {
        #expect(escape(text) + "é" == escape(text + "é"))
      }
      #expect(CSVFormat.escape(text).dropLast() + "é\"" == CSVFormat.escape(text + "é"))
    }
  }
}
