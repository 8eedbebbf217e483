import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameModel
import FrameTiming
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite("Films")
struct FilmTests {
  private static let identity: [Double] = (0..<16).map { $0 % 5 == 0 ? 1 : 0 }

  /// A page that moves up by 10 points per frame.
  private static func film(_ rate: RefreshRate, count: Int, name: String = "feed.scroll") -> Film {
    let states = (0..<count).map { frame -> [ViewState] in
      var moved = identity
      moved[13] = -10 * Double(frame)
      return [
        ViewState(
          name: "from", frame: [0, 0, 375, 667], transform: identity, alpha: 1,
          outline: .init(size: [375, 667], toWindow: identity, opacity: 1)),
        ViewState(
          name: "to", frame: [0, 0, 375, 667], transform: identity, alpha: 1,
          outline: .init(size: [375, 667], toWindow: moved, opacity: 0.5)),
      ]
    }
    return Film(Place(name, at: rate), width: 375, height: 667, states: states)
  }

  private static func page(
    of scenario: BenchmarkResult = ReportPageTests.scenario("feed.scroll", slow: 34_000_000),
    films: [Film], reasons: [String: String] = [:]
  ) throws -> ReportPage {
    let file = Fixtures.result([scenario])
    let check = CheckReport(try Gate(file), tool: Fixtures.tool)
    return ReportPage(check, run: RunReport(ReplayedResult(file))).showing(
      shown(films, reasons: reasons))
  }

  private static func shown(
    _ films: [Film], baseline: [Film] = [], reasons: [String: String] = [:]
  ) -> PageFilms {
    var shown = PageFilms()
    shown.candidate = Dictionary(uniqueKeysWithValues: films.map { ($0.place, $0) })
    shown.baseline = Dictionary(uniqueKeysWithValues: baseline.map { ($0.place, $0) })
    shown.reasons = reasons
    return shown
  }

  /// What the player of a page reads.
  private struct Content: Decodable {
    struct Stage: Decodable {
      let label: String
      let film: Int
      let vsyncs: [Double]
      let shown: [Int]
      let work: [Double]
    }
    struct Timeline: Decodable {
      let key: String
      let stage, frames: Int
      let left, right, width: Double
    }
    let views: [String]
    let films: [[[[Double]?]]]
    let stages: [Stage]
    let timeline: Timeline
  }

  private static func content(_ html: String) throws -> Content {
    let json = try #require(html.firstMatch(of: /application\/json">(.*?)<\/script>/)).1
    return try JSONDecoder().decode(Content.self, from: Data(json.utf8))
  }

  @Test("A strip shows the first, the last and the worst frames, each with its corners")
  func strip() throws {
    let page = try Self.page(films: [Self.film(.hz120, count: 60)])

    let (picture, names) = try page.picture(.filmstrip)

    let svg = String(decoding: try #require(picture), as: UTF8.self)
    #expect(names == ["feed.scroll at 120 Hz"])
    for frame in [0, 10, 30, 50, 59] { #expect(svg.contains(">frame \(frame)<")) }
    #expect(svg.contains(">after 4 dropped<") && svg.contains(">after 3 dropped<"))
    #expect(svg.matches(of: /class="view view-to"/).count == 8)
  }

  @Test("The player has every frame on every rate, and only what changes")
  func player() throws {
    let page = try Self.page(
      films: [Self.film(.hz120, count: 60), Self.film(.hz60, count: 30)])

    let html = String(decoding: try page.html(), as: UTF8.self)
    let content = try Self.content(html)

    #expect(content.views == ["from", "to"])
    #expect(content.stages.map(\.label) == ["60 Hz", "120 Hz"])
    #expect(content.stages.map(\.shown.count) == [30, 60])
    #expect(content.stages[0].vsyncs.prefix(3) == [0, 16.666667, 33.333333])
    #expect(content.films.map(\.count) == [30, 60])
    // The page below does not move, so only its first state is stored.
    #expect(content.films[1][1][0] == nil)
    #expect(content.films[1][1][1]?[17] == -10)
    #expect(html.matches(of: /<script>/).count == 1)
    // The chart of the worst rate moves the film: that of the second stage.
    #expect(content.timeline.key == "feed.scroll at 120 Hz")
    #expect(content.timeline.stage == 1)
    #expect(content.timeline.frames == 60)
    #expect(html.contains("data-key=\"feed.scroll at 120 Hz\""))
  }

  @Test("A film that frames of hours make too long is left out before it is made")
  func longFrames() throws {
    let page = try Self.page(
      of: ReportPageTests.scenario("feed.scroll", slow: 3_599_999_999_999),
      films: [Self.film(.hz120, count: 60)])

    let html = String(decoding: try page.html(), as: UTF8.self)

    #expect(html.contains("There is no film: it would have "))
    #expect(!html.contains("class=\"player\""))
  }

  @Test("Frames of a scenario whose rate changes are shown at the times of its own vsyncs")
  func changingRate() throws {
    let costs = Fixtures.costs(
      .hz120, (0..<30).map { $0 == 10 ? 34_000_000 : 100_000 },
      segments: [.init(rate: .hz120, ticks: 3), .init(rate: .hz60, ticks: 27)])
    let file = Fixtures.result([Fixtures.scenario("sheet.drag", [costs])])
    let check = CheckReport(try Gate(file), tool: Fixtures.tool)
    let films = [Self.film(.hz120, count: 30, name: "sheet.drag")]

    let html = try ReportPage(check, run: RunReport(ReplayedResult(file))).showing(
      Self.shown(films)
    ).html()

    let content = try Self.content(String(decoding: html, as: UTF8.self))
    let stage = try #require(content.stages.first)
    #expect(stage.label == "120→60 Hz")
    #expect(stage.vsyncs.prefix(6) == [0, 8.333333, 16.666667, 25, 41.666667, 58.333333])
    #expect(content.timeline.key == "sheet.drag at 120→60 Hz")
    // A slot more than the last one, which is the end.
    #expect(stage.vsyncs.count == stage.shown[29] + 2)
  }

  @Test("Round corners follow a view's matrix, clockwise from the top left")
  func corners() throws {
    let states = (0..<60).map { _ in
      [
        ViewState(
          name: "card", frame: [0, 0, 100, 100], transform: Self.identity, alpha: 1,
          outline: .init(size: [100, 100], toWindow: Self.identity, opacity: 1),
          look: .init(
            cornerRadius: 12, corners: ["topLeft", "bottomRight"], background: [1, 1, 1, 1],
            zPosition: 0, isHidden: false, isAbsent: false))
      ]
    }
    let film = Film(Place("feed.scroll", at: .hz120), width: 375, height: 667, states: states)

    let html = String(decoding: try Self.page(films: [film]).html(), as: UTF8.self)

    let content = try Self.content(html)
    #expect(content.films[0][0][0]?.suffix(5) == [1, 12, 0, 12, 0])
  }

  @Test("Both sides play their own views; equal ones are stored once", arguments: [true, false])
  func sides(isSame: Bool) throws {
    var page = try ReportPageTests.failing()
    let film = Self.film(.hz120, count: 60)
    // The baseline moves twice as far.
    let states = (0..<60).map { frame -> [ViewState] in
      var moved = Self.identity
      moved[13] = -20 * Double(frame)
      return [
        ViewState(
          name: "old", frame: [0, 0, 375, 667], transform: Self.identity, alpha: 1,
          outline: .init(size: [375, 667], toWindow: moved, opacity: 1))
      ]
    }
    let other = Film(Place("feed.scroll", at: .hz120), width: 375, height: 667, states: states)
    page = page.showing(Self.shown([film], baseline: [isSame ? film : other]))

    let content = try Self.content(String(decoding: try page.html(), as: UTF8.self))

    #expect(content.stages.map(\.label) == ["candidate, 120 Hz", "baseline, 120 Hz"])
    #expect(content.stages.map(\.film) == (isSame ? [0, 0] : [0, 1]))
    #expect(content.views == (isSame ? ["from", "to"] : ["from", "to", "old"]))
    if !isSame { #expect(content.films[1][1][0]?[17] == -20) }
  }

  @Test("A page says where the baseline's times show the candidate's views, and why if it knows")
  func borrowedViews() throws {
    let films = Self.shown([Self.film(.hz120, count: 60)])
    var withReason = films
    withReason.baselineReasons = ["feed.scroll": "it did not answer within 5 s"]
    let failing = try ReportPageTests.failing()

    let silent = String(decoding: try failing.showing(films).html(), as: UTF8.self)
    let told = String(decoding: try failing.showing(withReason).html(), as: UTF8.self)

    for html in [silent, told] {
      let content = try Self.content(html)
      #expect(
        content.stages.map(\.label) == [
          "candidate, 120 Hz", "baseline's times, candidate's views, 120 Hz",
        ])
      #expect(content.stages.map(\.film) == [0, 0])
    }
    let sentence = "The baseline has no film: it did not answer within 5 s."
    #expect(told.contains(sentence))
    #expect(!silent.contains("The baseline has no film"))
    var filmed = withReason
    filmed.baseline = films.candidate
    #expect(
      !String(decoding: try failing.showing(filmed).html(), as: UTF8.self).contains(sentence))
  }

  @Test("A scenario without a film says why; without films no script runs")
  func absent() throws {
    let html = String(
      decoding: try Self.page(films: [], reasons: ["feed.scroll": "it has <no> views"]).html(),
      as: UTF8.self)

    #expect(html.contains("There is no film: it has &lt;no&gt; views."))
    #expect(!html.contains("<script"))
  }

  @Test("A page that would be too long leaves films out, and says so")
  func long() throws {
    let names = (0..<30).map { "feed.\($0)" }
    let scenes = names.map { ReportPageTests.scenario($0, slow: 34_000_000) }
    let file = Fixtures.result(scenes)
    let check = CheckReport(try Gate(file), tool: Fixtures.tool)
    // Far more than any film takes.
    let films = names.prefix(4).flatMap { name in
      (0..<2).map { Self.film($0 == 0 ? .hz60 : .hz120, count: $0 == 0 ? 30 : 3_000, name: name) }
    }

    let html = try ReportPage(check, run: RunReport(ReplayedResult(file))).showing(
      Self.shown(films)
    ).html()

    #expect(html.count <= 400_000, "\(html.count)")
    #expect(String(decoding: html, as: UTF8.self).contains("the page would be longer than 400 KB"))
  }

  @Test("A chart of a family has a point per value of its parameter")
  func family() throws {
    let values = [10, 100, 1_000]
    let file = Fixtures.result(
      values.map { value in
        var kernel = Fixtures.timed("sort.\(value)", time: Double(value * value))
        kernel.changeTimed {
          $0.family = .init(name: "sort", parameter: .init("count", value))
        }
        return kernel
      })
    let check = CheckReport(try Gate(file), tool: Fixtures.tool)

    let page = ReportPage(check, run: RunReport(ReplayedResult(file)))
    let (picture, names) = try page.picture(.layers)

    let svg = String(decoding: try #require(picture), as: UTF8.self)
    #expect(names == ["sort"])
    #expect(svg.contains("it grows with count^2.00"))
    #expect(svg.matches(of: /class="dot/).count == 3)
  }

  @Test("Caches are marked where the memory of the family is known, and only inside of the chart")
  func caches() throws {
    func picture(bytes: Int?) throws -> String {
      var file = Fixtures.result(
        [100, 1_000, 10_000].map { value in
          var kernel = Fixtures.timed("sort.\(value)", time: Double(value))
          kernel.changeTimed {
            $0.family = .init(name: "sort", parameter: .init("count", value))
            // An iteration sorts twice.
            $0.operations = 2
            $0.bytesPerOperation = bytes.map { $0 * value }
          }
          return kernel
        })
      // 32 bytes per element: 1,024 fill the first, 3,200 the second, and 1,048,576 the third.
      file.environment.machine.caches = [
        .init(level: 1, bytes: 32_768), .init(level: 2, bytes: 102_400),
        .init(level: 3, bytes: 33_554_432),
      ]
      let check = CheckReport(
        try Gate(file), tool: Fixtures.tool)
      let page = ReportPage(check, run: RunReport(ReplayedResult(file)))
      return String(decoding: try #require(page.picture(.layers).picture), as: UTF8.self)
    }

    let svg = try picture(bytes: 16)

    #expect(svg.contains(">L1 full<") && svg.contains(">L2 full<") && !svg.contains(">L3 full<"))
    // The axis is logarithmic: 1,024 is a little to the right of the middle point.
    let lines = svg.matches(of: /class="cache other-budget" x1="([0-9.]+)"/).compactMap {
      Double($0.1)
    }
    let points = svg.matches(of: /class="dot[^"]*" cx="([0-9.]+)"/).compactMap { Double($0.1) }
    try #require(lines.count == 2 && points.count == 3)
    let perDecade = points[1] - points[0]
    #expect(abs(lines[0] - points[1] - perDecade * 0.0103) < 0.2)
    #expect(abs(lines[1] - points[1] - perDecade * 0.50515) < 0.2)
    #expect(!(try picture(bytes: nil)).contains("full<"))
  }

  @Test("A scenario's caches are marked by its memory per layer")
  func layerCaches() throws {
    var scenario = ReportPageTests.scenario("feed.scroll", slow: 4_000_000)
    scenario.changeScenario {
      $0.bytesPerLayer = 128
      $0.capacity = .value([
        Capacity(variant: .struct, rate: .hz60, layers: 90_000, interval: .unavailable("estimated"))
      ])
    }
    // 8,192 layers; 200 were measured, and 90,000 fit.
    let caches = [Machine.Cache(level: 2, bytes: 1_048_576)]

    let chart = try #require(LayersChart(scenario, caches: caches))

    #expect(chart.steps.map(\.name) == ["L2"])
    #expect(chart.steps.map(\.layers) == [8_192])
    #expect(chart.svg().written.contains(">L2 full<"))
    #expect(chart.title.contains("caches"))
  }

  @Test("A view behind the eye has no corners, and one without an outline those of its frame")
  func behindTheEye() throws {
    var behind = Self.identity
    behind[7] = -1
    let states = [
      ViewState(
        name: "to", frame: [0, 0, 1, 1], transform: Self.identity, alpha: 1,
        outline: .init(size: [10, 10], toWindow: behind, opacity: 1)),
      ViewState(name: "bar", frame: [5, 6, 7, 8], transform: Self.identity, alpha: 1),
    ]

    let film = Film(Place("a", at: .hz60), width: 10, height: 10, states: [states])

    #expect(film.frames[0].map(\.name) == ["to", "bar"])
    #expect(film.frames[0][0].outline.corners == nil)
    let corners = try #require(film.frames[0][1].outline.corners)
    #expect(corners.map(\.x) == [5, 12, 12, 5] && corners.map(\.y) == [6, 6, 14, 14])
  }

  @Test("The largest numbers of an answer leave a page to read", arguments: [1e308, -1e308])
  func largestNumbers(number: Double) throws {
    let states = (0..<60).map { _ in
      [
        ViewState(
          name: "to", frame: [0, 0, 1, 1], transform: Self.identity, alpha: 1,
          outline: .init(
            size: [number, number], toWindow: Array(repeating: number, count: 16), opacity: number))
      ]
    }
    let film = Film(Place("feed.scroll", at: .hz120), width: 375, height: 667, states: states)

    let html = String(decoding: try Self.page(films: [film]).html(), as: UTF8.self)

    #expect(try Self.content(html).films[0][0][0]?[1] == number)
    #expect(!html.contains("\"inf\"") && !html.contains("\"-inf\"") && !html.contains("nan"))
  }

  /// A view that is on the screen in some frames, and listed in all of them.
  private static func state(_ name: String, isAbsent: Bool) -> ViewState {
    ViewState(
      name: name, frame: [0, 0, 100, 100], transform: identity, alpha: 1,
      outline: .init(size: [100, 100], toWindow: identity, opacity: 1),
      look: .init(
        cornerRadius: 0, corners: [], background: [1, 1, 1, 1], zPosition: 0, isHidden: false,
        isAbsent: isAbsent))
  }

  @Test("A view that comes later or leaves early is not drawn in the other frames")
  func comingAndLeaving() throws {
    let states = (0..<60).map { frame in
      [
        Self.state("from", isAbsent: frame >= 40), Self.state("bar", isAbsent: false),
        Self.state("to", isAbsent: frame < 20),
      ]
    }
    let film = Film(Place("feed.scroll", at: .hz120), width: 375, height: 667, states: states)
    let page = try Self.page(films: [film])

    let svg = String(decoding: try #require(try page.picture(.filmstrip).picture), as: UTF8.self)
    let content = try Self.content(String(decoding: try page.html(), as: UTF8.self))

    // Frames 0, 10, 30, 50 and 59 are shown, and three between them.
    let shown = svg.matches(of: />frame (\d+)</).compactMap { Int($0.1) }
    #expect(shown.count == 8)
    #expect(svg.matches(of: /class="view view-from"/).count == shown.count { $0 < 40 })
    #expect(svg.matches(of: /class="view view-to"/).count == shown.count { $0 >= 20 })
    #expect(content.films[0].map(\.count) == (0..<60).map { $0 < 20 || $0 >= 40 ? 2 : 3 })
    let names = content.views
    // A list that got shorter or longer is told apart by the names at its places.
    #expect(content.films[0][0].map { $0.map { names[Int($0[0])] } } == ["from", "bar"])
    #expect(content.films[0][20].map { $0.map { names[Int($0[0])] } } == [nil, nil, "to"])
    #expect(content.films[0][40].map { $0.map { names[Int($0[0])] } } == ["bar", "to"])
  }

  @Test("A caption says which color is which page, where there are pages")
  func colors() throws {
    let film = Self.film(.hz120, count: 60)
    let plain = Film(
      Place("feed.scroll", at: .hz120), width: 375, height: 667,
      states: Array(repeating: [Self.state("bar", isAbsent: false)], count: 60))
    let short = Film(
      Place("feed.scroll", at: .hz120), width: 375, height: 667,
      states: Array(repeating: [Self.state("to", isAbsent: false)], count: 3))
    func caption(_ film: Film, slow: BenchmarkResult? = nil) throws -> String {
      let page = try slow.map { try Self.page(of: $0, films: [film]) } ?? Self.page(films: [film])
      let scene = try #require(page.scenes.first { $0.rate == film.place.rate })
      return FilmstripChart(film: film, scene: scene).title
    }

    let choice = "The first and the last are shown, and up to three that end a hitch."
    let start = "8 of 60 frames of feed.scroll at 120 Hz, drawn from the state of the views"
    #expect(
      try caption(film)
        == """
        \(start): blue is 'from', the page that leaves, orange is 'to', the one that comes. \(choice)
        """)
    #expect(try caption(plain) == "\(start). \(choice)")
    #expect(
      try caption(short, slow: ReportPageTests.short("feed.scroll", slow: 34_000_000))
        == """
        3 of 3 frames of feed.scroll at 120 Hz, drawn from the state of the views: \
        orange is 'to', the one that comes.
        """)
  }

  @Test("Names of views are texts in the strip and data in the player", arguments: HostileText.all)
  func hostile(text: String) throws {
    let states = [
      [
        ViewState(
          name: text, frame: [0, 0, 1, 1], transform: Self.identity, alpha: 1,
          outline: .init(size: [10, 10], toWindow: Self.identity, opacity: 1))
      ]
    ]
    let film = Film(Place("feed.scroll", at: .hz120), width: 10, height: 10, states: states)

    let scenario = ReportPageTests.short("feed.scroll", slow: 34_000_000)

    let html = String(decoding: try Self.page(of: scenario, films: [film]).html(), as: UTF8.self)

    #expect(!html.contains("<script>alert"))
    // That of the page, and the player's data.
    #expect(html.matches(of: /<\/script>/).count == 2)
  }
}
