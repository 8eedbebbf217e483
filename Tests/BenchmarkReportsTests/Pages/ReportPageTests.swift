import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameLogs
import FrameTiming
import ReportText
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports
@testable import BenchmarkVerdicts

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Pages")
struct ReportPageTests {
  /// A scenario in which every 20th frame is slow.
  static func scenario(_ name: String, slow: Int64) -> BenchmarkResult {
    let work: [Int64] = (0..<60).map { (frame: Int) -> Int64 in
      frame % 20 == 10 ? slow : 100_000 + Int64(frame) * 1_000
    }
    return Fixtures.scenario(
      name,
      [Fixtures.frames(.hz60, Array(work.prefix(30))), Fixtures.frames(.hz120, work)])
  }

  static func page(
    _ benchmarks: [BenchmarkResult], against baseline: [BenchmarkResult]? = nil
  ) throws -> ReportPage {
    let file = Fixtures.result(benchmarks)
    let old = baseline.map { Fixtures.result($0) }
    let comparison = old.map {
      Comparison.compare(base: $0, candidate: file, spread: RunSpread(factor: 1.01, runs: 3))
    }
    let check = CheckReport(
      try Gate(file, comparison: comparison),
      sides: old.map {
        BySide(baseline: ResultLabel("old.json", $0), candidate: ResultLabel("new.json", file))
      }, tool: Fixtures.tool)
    return ReportPage(
      check, run: RunReport(ReplayedResult(file), tool: Fixtures.tool),
      baseline: old.map { ReplayedResult($0) })
  }

  static func failing() throws -> ReportPage {
    try page(
      [scenario("feed.scroll", slow: 34_000_000), Fixtures.timed("layout.grid", time: 150)],
      against: [scenario("feed.scroll", slow: 4_000_000), Fixtures.timed("layout.grid", time: 100)])
  }

  /// A scenario of three frames at either rate, one of which is slow.
  static func short(_ name: String, slow: Int64) -> BenchmarkResult {
    Fixtures.scenario(
      name, [RefreshRate.hz60, .hz120].map { Fixtures.frames($0, [100_000, slow, 110_000]) })
  }

  @Test("The chart of times marks a slower benchmark, and none that only allocates more")
  func slowerRows() throws {
    func kernel(_ name: String, time: Double, allocations: Double) -> BenchmarkResult {
      Fixtures.timed(name, time: time) {
        $0.metrics["mallocCountTotal"] = Fixtures.metric(
          "count/op", [Double](repeating: allocations, count: 10))
      }
    }
    let page = try Self.page(
      [
        kernel("slower", time: 150, allocations: 0),
        kernel("allocating", time: 100, allocations: 3),
      ],
      against: [
        kernel("slower", time: 100, allocations: 0),
        kernel("allocating", time: 100, allocations: 0),
      ])

    #expect(page.compare?.gate.exit == .regression)
    #expect(page.kernelRows.filter(\.isWorse).map(\.name) == ["slower"])
  }

  @Test("A page says what the terminal says, in the same words")
  func text() throws {
    let text = PageReader(try Self.failing().html()).text

    try expectGolden(text, "page.txt")
  }

  @Test("What improved stands above what is not decided, and its frames can be opened")
  func improved() throws {
    let html = String(
      decoding: try Self.page(
        [
          Fixtures.timed("a.noisy", time: 105), Self.scenario("feed.scroll", slow: 4_000_000),
        ],
        against: [
          Fixtures.timed("a.noisy", time: 100), Self.scenario("feed.scroll", slow: 7_000_000),
        ]
      ).html(), as: UTF8.self)
    let text = PageReader(Data(html.utf8)).text

    #expect(html.contains("<summary>Frames of feed.scroll at 120 Hz, improved</summary>"))
    #expect(!html.contains("that drop nothing and did not regress"))
    #expect(text.contains("inconclusive"))
    // By their names, it would be the other way around.
    let better = try #require(text.firstRange(of: "feed.scroll"))
    let undecided = try #require(text.firstRange(of: "a.noisy"))
    #expect(better.lowerBound < undecided.lowerBound)
  }

  @Test(
    "A scenario of which anything regressed has an article",
    arguments: ["coldWork", "mallocCountTotal"], [Verdict.unchanged, .improved])
  func otherRegressions(metric: String, work: Verdict) throws {
    let file = Fixtures.result([
      Fixtures.scenario("feed.scroll", [Fixtures.costs(.hz120, [100_000, 120_000])])
    ])
    let entries = [("work", work), (metric, .regressed)].map { metric, verdict in
      ComparisonEntry(
        benchmark: "feed.scroll", .frames(metric: metric, unit: "count", rate: .hz120),
        baseline: 2, candidate: 3, conclusion: .verdict(verdict))
    }
    let label = ResultLabel("main", file)
    let check = CheckReport(
      try Gate(file, comparison: Comparison(entries: entries)),
      sides: BySide(baseline: label, candidate: label), tool: Fixtures.tool)

    let html = String(
      decoding: try ReportPage(
        check, run: RunReport(ReplayedResult(file), tool: Fixtures.tool)
      ).html(), as: UTF8.self)

    #expect(html.contains("<h3>feed.scroll at 120 Hz</h3>"))
    #expect(html.contains("\(metric) regressed: 2 → 3 count"))
    #expect(!html.contains("did not regress"))
    #expect(!html.contains(", improved</summary>"))
  }

  @Test("Each row with an interval has a picture of it against its threshold")
  func intervals() throws {
    let page = try Self.failing()
    let html = String(decoding: try page.html(), as: UTF8.self)
    let tables = try #require(page.compare).tables()
    let entries = tables.changed.entries + tables.unchanged.entries
    let rows = entries.count { $0.times?.interval != nil }
    #expect(rows > 0)
    #expect(html.matches(of: /class="interval-mark"/).count == rows)
    #expect(html.matches(of: /class="shade-limit"/).count == rows)
  }

  @Test("Numbers in rows that a narrow screen shows as cards have the names of their columns")
  func names() throws {
    // So many rows that the page has no pictures of intervals.
    let slow = (0..<30).map { Self.scenario("feed.scroll.\($0)", slow: 34_000_000) }
    let fast = (0..<30).map { Self.scenario("feed.scroll.\($0)", slow: 4_000_000) }
    let kernels = (0..<120).map { Fixtures.timed("layout.grid.\($0)", time: 150) }
    let before = (0..<120).map { Fixtures.timed("layout.grid.\($0)", time: 100) }
    let html = String(
      decoding: try Self.page(slow + kernels, against: fast + before).html(), as: UTF8.self)

    #expect(!html.contains("class=\"interval-mark\""))
    let tables = html.matches(
      of: /<table class="cards" style="([^"]*)">(.*?)<\/table>/
        .dotMatchesNewlines())
    let table = try #require(tables.first { $0.2.contains("layout.grid") })
    let heads = table.2.matches(of: /<th[^>]*>([^<]*)<\/th>/).map { String($0.1) }
    for name in ["baseline", "candidate", "change", "95 % interval", "threshold"] {
      let column = try #require(heads.firstIndex(of: name)) + 1
      #expect(table.1.contains("--c\(column):&apos;\(name) &apos;"))
      #expect(html.contains("td:nth-child(\(column))::before{content:var(--c\(column),\"\")}"))
    }
  }

  @Test("A chart says how often each of its times was measured")
  func repetitions() throws {
    func caption(_ candidate: Int, _ baseline: Int?) throws -> String {
      func result(_ count: Int, _ slow: Int64) -> BenchmarkResult {
        Fixtures.scenario(
          "feed.scroll", [Fixtures.costs(.hz120, [100_000, slow, 110_000], repetitions: count)])
      }
      let page = try Self.page(
        [result(candidate, 34_000_000)], against: baseline.map { [result($0, 4_000_000)] })
      return TimelineChart(try #require(page.scenes.first)).title
    }
    let start = "Work of each of 3 frames of feed.scroll at 120 Hz"
    #expect(try caption(6, nil) == "\(start) (median of 6 repetitions).")
    #expect(try caption(1, nil) == "\(start) (one repetition).")
    #expect(try caption(6, 6) == "\(start), candidate and baseline (median of 6 repetitions).")
    #expect(
      try caption(6, 1)
        == "\(start), candidate (median of 6 repetitions) and baseline (one repetition).")
  }

  @Test("A chart with cold and warm times says how often each was measured")
  func coldRepetitions() throws {
    let cold = Fixtures.estimate([34_000_000, 31_000, 31_000], repetitions: 3)
    let costs = Fixtures.costs(.hz120, [8_000, 4_000, 4_000], repetitions: 6, cold: .value(cold))
    let page = try Self.page([Fixtures.scenario("feed.scroll", [costs])])
    #expect(
      TimelineChart(try #require(page.scenes.first)).title == """
        Work of each of 3 frames of feed.scroll at 120 Hz with cold caches (median of 3 repetitions), \
        and with warm ones in narrow bars (median of 6 repetitions).
        """)
  }

  /// The page on a log of a dialect, without the frame of one of its lines.
  private static func page(
    ofLog dialect: String, isMissing: (Substring) -> Bool
  ) throws -> String {
    var lines = LogShape(dialect, frameCount: 30).text.split(separator: "\n")
    lines.removeAll(where: isMissing)
    let recording = try FrameRecording(
      reading: LogText(Array(lines.joined(separator: "\n").utf8)))
    let stream = try recording.stream(nil)
    guard case .shown(let timeline) = try stream.outcome() else {
      Issue.record("\(dialect) has no display")
      return ""
    }
    let content = LogContent(name: "a.log", recording: recording, stream: stream)
    let page = ReportPage(LogReport([.init(content, timeline: timeline, rate: nil)]))
    return String(decoding: try page.html(), as: UTF8.self)
  }

  @Test("The times of frames are not shown where a log has none")
  func untimedLog() throws {
    var rows = 0
    let html = try Self.page(ofLog: "xctrace-surfaces") { line in
      rows += line.contains("<row>") ? 1 : 0
      return line.contains("<row>") && rows == 12
    }

    #expect(html.contains("<h3>a.log at 60 Hz</h3>"))
    #expect(html.contains("<p>Drops 1 of 30 slots.</p>"))
    for word in ["0 ns", "median", "Duration", "class=\"bars", "budget"] {
      #expect(!html.replacing(/<style>[^<]*/, with: "").contains(word), "\(word)")
    }
  }

  @Test("Times of a log that include waiting are not called work")
  func timedLog() throws {
    let html = try Self.page(ofLog: "perfetto") { $0.contains("app0") && $0.contains(",112,") }

    #expect(html.contains("; duration median 32.9 ms"))
    #expect(!html.contains("work median"))
  }

  @Test("Any interval has a picture inside of its frame", arguments: 0..<100 as Range<UInt64>)
  func anyInterval(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let entries = (0..<8).map { _ in
      let low = exp(Double.random(in: -12...12, using: &generator))
      let high = low * exp(Double.random(in: 0...3, using: &generator))
      return ComparisonEntry(
        benchmark: "a", .metric("cpuTotal", unit: "ns/op"), baseline: 1, candidate: low,
        times: .init(
          threshold: 0.01, interval: Interval(low: low, high: high),
          paired: .init(ratio: (low * high).squareRoot(), count: 9)),
        conclusion: .verdict(low > 1.01 ? .regressed : high < 1 / 1.01 ? .improved : .inconclusive))
    }
    let marks = IntervalMarks(entries)
    var count = 0
    for entry in entries {
      let picture = try #require(marks.svg(entry)).written
      let numbers = picture.matches(of: /(?:x|cx)="([-\d.]+)"/)
      count += numbers.count
      for number in numbers {
        #expect((0...168).contains(Double(number.1) ?? -1), "\(picture)")
      }
    }
    #expect(count > 0)
  }

  @Test("Every frame has a bar, every hitch a cross")
  func marks() throws {
    let page = PageReader(try Self.failing().html())

    // 60 frames at 120 Hz, the worst rate, on two sides.
    #expect(page.count(of: "bars") == 60)
    #expect(page.count(of: "dashes") == 60)
    #expect(page.count(of: "crosses") == 3)
    #expect(page.moves(of: "bars") == 60)
    #expect(page.count(ofElements: "dot") == 1)
  }

  @Test("A page shows the replay of its report and of its baseline, and replays nothing itself")
  func replays() throws {
    let file = Fixtures.result([Self.scenario("feed.scroll", slow: 34_000_000)])
    let old = Fixtures.result([Self.scenario("feed.scroll", slow: 40_000_000)])
    var replayed: [[Int64]] = []
    // Nothing is dropped, whatever the work is.
    func result(_ file: ResultFile) -> ReplayedResult {
      ReplayedResult(file) { replay, work in
        replayed.append(work.workNs)
        return replay.timeline(of: (try? work.scaled(by: 0.01)) ?? work)
      }
    }
    let check = CheckReport(
      try Gate(
        file,
        comparison: Comparison.compare(base: old, candidate: file)), tool: Fixtures.tool)

    let page = ReportPage(
      check, run: RunReport(result(file), tool: Fixtures.tool), baseline: result(old))
    let html = PageReader(try page.html())

    #expect(replayed == (file.benchmarks + old.benchmarks).flatMap(\.frames).map(\.workNs))
    #expect(html.count(of: "crosses") == 0)
    #expect(page.scenes.map(\.timeline.droppedFrameCount) == [0, 0])
    #expect(page.scenes.map { $0.baselineTimeline?.droppedFrameCount } == [0, 0])
    #expect(html.text.contains("0/60"))
  }

  @Test("A page loads nothing, and runs no script without films")
  func offline() throws {
    let html = String(decoding: try Self.failing().html(), as: UTF8.self)

    let links = html.matches(of: /https?:[^"'\s]*/).map { String($0.0) }.filter {
      $0 != "http://www.w3.org/2000/svg"
    }
    #expect(links.isEmpty)
    for forbidden in ["<script", "<link", "<img", "<iframe", "@import", "url("] {
      #expect(!html.contains(forbidden), "\(forbidden)")
    }
    #expect(html.contains("default-src 'none'") || html.contains("default-src &apos;none&apos;"))
  }

  @Test("60 benchmarks that all fail take at most 400 KB")
  func size() throws {
    let slow = (0..<30).map { Self.scenario("feed.scroll.\($0)", slow: 34_000_000) }
    let fast = (0..<30).map { Self.scenario("feed.scroll.\($0)", slow: 4_000_000) }
    let kernels = (0..<30).map { Fixtures.timed("layout.grid.\($0)", time: 150) }
    let before = (0..<30).map { Fixtures.timed("layout.grid.\($0)", time: 100) }

    let html = try Self.page(slow + kernels, against: fast + before).html()

    #expect(html.count <= 400_000, "\(html.count)")
  }

  @Test("What is left out of a long result is counted")
  func long() throws {
    let scenes = (0..<300).map { Self.short("feed.\($0)", slow: 400_000) }
    let kernels = (0..<300).map { Fixtures.timed("layout.\($0)", time: 150) }

    let page = PageReader(try Self.page(scenes + kernels).html())

    #expect(page.text.contains("240 other scenarios, left out"))
    #expect(page.text.contains("240 others, left out"))
    #expect(page.text.contains("400 other rows, left out"))
  }

  @Test("Frames far below the budget are drawn large, and the budget is said")
  func tinyWork() throws {
    let costs = Fixtures.frames(.hz120, [1_000, 2_000, 3_000])
    let page = try Self.page([Fixtures.scenario("tiny", [costs])])

    let (picture, names) = try page.picture(.timeline)

    #expect(names == ["tiny at 120 Hz"])
    let svg = String(decoding: try #require(picture), as: UTF8.self)
    #expect(svg.contains("The budget of 8.33 ms is"))
    #expect(PageReader(Data(svg.utf8)).isWellFormed)
  }

  @Test("A picture is a file of its own, in any colors", arguments: ChartKind.allCases)
  func pictures(kind: ChartKind) throws {
    let (picture, names) = try Self.failing().picture(kind)

    guard ![.capacity, .layers, .filmstrip].contains(kind) else {
      #expect(picture == nil && names.isEmpty)
      return
    }
    let reader = PageReader(try #require(picture))
    #expect(reader.isWellFormed)
    #expect(reader.root == "svg")
  }

  @Test("Nothing that a result says becomes markup", arguments: HostileText.all.indices)
  func hostile(index: Int) throws {
    let text = HostileText.all[index]
    var scene = Self.short(text + "1", slow: 34_000_000)
    scene.variant = Variant(rawValue: text)
    var failed = Fixtures.timed(text + "2", time: 1)
    failed.status = .failed(text)
    let file = Fixtures.hostile(text, [scene, failed, Fixtures.timed(text + "3", time: 2)])
    var base = Fixtures.result([Self.short(text + "1", slow: 4_000_000)])
    base.environment = file.environment
    base.environment.binaryHash = .value("other")
    let label = ResultLabel(text, file)
    let check = CheckReport(
      try Gate(
        file,
        comparison: Comparison.compare(base: base, candidate: file)),
      sides: BySide(baseline: label, candidate: label), tool: ToolName(startedAs: text))
    let page = ReportPage(
      check, run: RunReport(ReplayedResult(file)), baseline: ReplayedResult(base))

    for document in [
      try page.html(), try page.picture(.timeline).picture,
      try page.picture(.kernels).picture,
    ] {
      let reader = PageReader(try #require(document))
      #expect(reader.isWellFormed)
      #expect(reader.elements.isSubset(of: PageReader.known), "\(reader.elements)")
      #expect(reader.attributes.isSubset(of: PageReader.knownAttributes), "\(reader.attributes)")
    }
  }
}

/// A page as an XML parser sees it.
private final class PageReader: NSObject, XMLParserDelegate {
  static let known = Set([
    "html", "head", "meta", "title", "style", "body", "main", "header", "section", "article", "h1",
    "h2", "h3", "p", "ul", "li", "strong", "span", "div", "figure", "figcaption", "details",
    "summary", "table", "thead", "tbody", "tr", "th", "td", "svg", "g", "rect", "line", "path",
    "circle", "text",
  ])
  static let knownAttributes = Set([
    "lang", "charset", "name", "content", "http-equiv", "class", "aria-hidden", "aria-label",
    "tabindex", "scope", "role", "xmlns", "viewBox", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy",
    "r", "d", "width", "height", "transform", "stroke-width", "data-key", "data-count", "style",
  ])

  private(set) var isWellFormed = false
  private(set) var root = ""
  private(set) var text = ""
  private(set) var elements: Set<String> = []
  private(set) var attributes: Set<String> = []
  private var marks: [(classes: [Substring], attributes: [String: String])] = []
  private var depthOfStyle = 0

  init(_ document: Data) {
    super.init()
    // HTML has no end tags for these; everything else is written as XML is.
    let source = String(decoding: document, as: UTF8.self)
      .replacing("<!DOCTYPE html>", with: "")
      .replacing(/<meta ([^>]*)>/) { "<meta \($0.1)/>" }
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
    text =
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  /// The sum of `data-count` over all marks of a class.
  func count(of style: Substring) -> Int {
    marks.filter { $0.classes.contains(style) }
      .reduce(0) { $0 + (Int($1.attributes["data-count"] ?? "") ?? 0) }
  }

  /// How many parts the paths of a class have.
  func moves(of style: Substring) -> Int {
    marks.filter { $0.classes.contains(style) }
      .reduce(0) { $0 + ($1.attributes["d"] ?? "").filter { $0 == "M" }.count }
  }

  func count(ofElements style: Substring) -> Int {
    marks.count { $0.classes.contains(style) }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if elements.isEmpty { root = element }
    elements.insert(element)
    self.attributes.formUnion(attributes.keys)
    if let classes = attributes["class"] {
      marks.append((classes.split(separator: " "), attributes))
    }
    if element == "style" { depthOfStyle += 1 }
    if ["p", "h1", "h2", "h3", "tr", "li", "summary", "figcaption", "text"].contains(element) {
      text += "\n"
    }
    if ["td", "th"].contains(element) { text += " | " }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if element == "style" { depthOfStyle -= 1 }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if depthOfStyle == 0 { text += string }
  }
}
