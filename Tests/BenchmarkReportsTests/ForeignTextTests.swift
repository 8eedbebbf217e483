import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Foreign text")
struct ForeignTextTests {
  /// Whether a runner of continuous integration would obey a line.
  private static func givesOrders(_ line: Substring) -> Bool {
    let start = line.unicodeScalars.drop { $0.properties.isWhitespace || $0.isObeyed }
    return String(start).hasPrefix("::") || line.contains("##[") || line.contains("##vso[")
  }

  private static func expectHarmless(
    _ text: String, _ comment: String = "",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let scalars = text.unicodeScalars.filter { $0 != "\n" }
    let obeyed = scalars.filter(\.isObeyed)
    #expect(obeyed.isEmpty, "control character: \(comment)", sourceLocation: sourceLocation)
    for line in text.split(separator: "\n") where givesOrders(line) {
      Issue.record("obeyed: \(line.prefix(100))", sourceLocation: sourceLocation)
    }
  }

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
        Self.expectHarmless(shown, text)
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
      ("(www.a.example", "(www.&#8203;a.example"),
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

  @Test("No report obeys what a result file says", arguments: HostileText.all.indices)
  func reports(index: Int) throws {
    let text = HostileText.all[index]
    var failed = Fixtures.kernel("k", .simd, time: 1)
    failed.name = text + "1"
    failed.status = .failed(text)
    var kernel = Fixtures.kernel("k", .struct, time: 2)
    kernel.name = text + "2"
    kernel.variant = Variant(rawValue: text)
    kernel.changeTimed {
      $0.reference = text + "2"
      $0.metrics = [
        "wallClock": Fixtures.metric(text, [1, 2, 3]), text: Fixtures.metric(text, [1]),
        "mallocCountTotal": .unavailable(text),
      ]
    }
    var scenario = try Fixtures.scenario(text + "3", workNs: 20_000_000)
    scenario.variant = Variant(rawValue: text)
    scenario.changeScenario { $0.parameters = .init(layers: 1, screen: text) }
    var file = Fixtures.result([failed, kernel, scenario])
    file.tool = ToolIdentity(name: text, version: text)
    file.environment.commit = .value(text)
    file.environment.branch = .value(text)
    file.environment.toolchain = text
    file.environment.buildConfiguration = text
    file.environment.buildFlags = [text]
    file.environment.allocator = .value(text)
    file.environment.machine.cpuModel = .value(text)
    file.environment.machine.os = text
    file.harness = .unavailable(text)
    var base = try Fixtures.usual()
    base.environment.binaryHash = .value("another")
    base.benchmarks.append(try Fixtures.scenario(text + "3", workNs: 2_000_000))

    let run = RunReport(file)
    let label = ResultLabel(text, file)
    let comparison = Comparison.compare(base: base, candidate: file)
    let compare = CompareReport(
      comparison, baseline: ResultLabel(text, base), candidate: label,
      explanations: ExplanationReport([
        .init(benchmark: text, verdict: .regressed, explanation: .unavailable(text))
      ]))
    let check = CheckReport(
      Gate(
        file, budgets: try BudgetCheck(file), comparison: comparison,
        failures: [.init(name: text, reason: text)]), sides: (label, label))
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
      compare.json(), check.json(), list.json(), inspect.json(), file.json(),
    ].map { String(decoding: $0, as: UTF8.self) }
    for content in shown + json { Self.expectHarmless(content, text) }
    for content in [check.annotations().content, compare.annotations().content] {
      for line in content.split(separator: "\n") {
        #expect(line.wholeMatch(of: /::(error|warning|notice) title=[^:,]*::.*/) != nil, "\(line)")
      }
    }
    for xml in [check.junit(), compare.junit()] { #expect(XMLParser(data: xml.data).parse()) }
  }
}
