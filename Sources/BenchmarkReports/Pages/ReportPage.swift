import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import Foundation
import FrameLogs
import FrameTiming
package import ReportText
import SampleStatistics

/// A page on a result or on a comparison; it needs no network, no other file and, except for the
/// player, no script.
package struct ReportPage {
  /// The maximum number of parts of each kind on a page; the page says how many are left out.
  enum Most {
    static let articles = 30
    static let distributions = 8
    static let kernels = 60
    static let rows = 200
    static let pictures = 60

    /// The maximum size of a page; a longer one leaves out films.
    static let bytes = 400_000

    /// The maximum number of slots of a film; a longer one would not fit.
    static let filmSlots = bytes / 10
  }

  let tool: ToolName
  let headline: String
  let role: ReportStyle.Role

  /// The report on budgets, or nil for a comparison alone.
  private(set) var check: CheckReport?
  private(set) var compare: CompareReport?

  /// The candidate's tables and its environment, if its result is available.
  private(set) var run: RunReport?
  private(set) var baseline: ResultFile?

  /// The scenes in the order of the result, and with the worst first.
  let scenes, orderedScenes: [PageScene]

  private(set) var films = PageFilms()

  /// Whether rows have pictures of their intervals; a long page leaves them out.
  private(set) var drawsIntervals = true
  let theme: PageTheme

  /// The logs that the page is about, or nil for a result.
  private(set) var logs: LogReport?

  /// Creates a page on one log, or on two side by side.
  package init(_ logs: LogReport, theme: PageTheme = .auto, tool: ToolName = .current) {
    self.tool = tool
    headline = logs.headline
    role = logs.isGood ? .good : .bad
    self.theme = theme
    self.logs = logs
    scenes = logs.sides.compactMap { side in
      side.timeline.map {
        PageScene(log: side.content.name, $0, frameTime: side.content.stream.frameTime)
      }
    }
    orderedScenes = Self.ordered(scenes)
  }

  package init(
    _ report: some GateReport, run: RunReport?, baseline: ReplayedResult? = nil,
    theme: PageTheme = .auto
  ) {
    tool = report.tool
    headline = report.headline
    role = report.gate.role
    compare = report.compare
    check = report.check
    self.run = run
    self.baseline = baseline?.file
    self.theme = theme
    scenes = PageScene.scenes(
      candidate: run?.result, baseline: baseline, comparison: report.gate.comparison)
    orderedScenes = Self.ordered(scenes)
  }
}

extension ReportPage {
  package func showing(_ films: PageFilms) -> ReportPage {
    var page = self
    page.films = films
    return page
  }

  /// The page as HTML.
  ///
  /// A page that would be longer than 400 KB leaves out pictures of intervals, and then films; the
  /// film of the worst scenario is the last to go.
  package func html() throws -> Data {
    var page = self
    while true {
      let html = try page.written()
      let filmed = sceneNames.last { name in page.films.candidate.keys.contains { $0.name == name }
      }
      guard html.count > Most.bytes else { return html }
      if page.drawsIntervals {
        page.drawsIntervals = false
        continue
      }
      guard let filmed else { return html }
      page.films.candidate = page.films.candidate.filter { $0.key.name != filmed }
      page.films.baseline = page.films.baseline.filter { $0.key.name != filmed }
      page.films.reasons[filmed] = "the page would be longer than 400 KB"
    }
  }

  private func written() throws -> Data {
    let sections = try [
      header, logFigures, changes(), capacity, kernels, layers, fine(), environment,
    ]
    return document(
      title: "\(tool.name): \(headline)", sections, theme: theme,
      scripts: films.candidate.isEmpty ? [] : [Player.script]
    ).page
  }

  /// The changes and what needs no attention, as a part of another page.
  func numbers() throws -> [Markup] { [try changes(), try fine()] }

  private var header: Markup {
    Markup(
      .header, [:],
      [
        Markup(.p, [.class: "quiet"], ["\(tool.name)"]),
        Markup(
          .h1, [.class: role.style],
          [
            Markup(.span, [.class: "mark", .hidden: "true"], ["\(role.sign)"]), " \(headline)",
          ]),
      ] + (subject.map { [Markup(.p, [.class: "quiet"], ["\($0)"])] } ?? []))
  }

  private var subject: String? {
    compare?.sides
      ?? run.map { report in
        let file = report.file
        return "\(file.environment.revisionText), measured at \(file.time.reportText)"
      }
  }

  /// The regressions and dropped frames, with charts of the frames, and the other changes.
  private func changes() throws -> Markup {
    var parts: [Markup] = []
    if let check, !check.openBudgets.isEmpty { parts.append(cards(check.openBudgets)) }
    let failures = (check?.gate ?? compare?.gate)?.ending.failures ?? []
    parts += failures.prefix(Most.rows).map { failure in
      Markup(
        .p, [.class: "bad"],
        [Markup(.strong, [:], ["\(failure.name)"]), " failed: \(failure.reason)"])
    }
    if let compare {
      let tables = compare.tables()
      if !tables.changed.table.isEmpty {
        parts.append(cards(tables.changed, areDrawn: drawsIntervals))
        parts += notes(tables.notes)
      }
    }
    let bad = orderedScenes.filter(\.isBad).map(\.name).uniqued()
    for (index, name) in bad.prefix(Most.articles).enumerated() {
      parts.append(try article(name, hasDistribution: index < Most.distributions))
    }
    parts += left(bad.count, "scenario", of: Most.articles)
    parts += try improvedScenarios(besides: Set(bad))
    parts += worseKernels
    parts += explanations
    let title =
      role == .bad ? "What regressed, drops frames or changed" : "What changed or is not decided"
    return section(title, parts)
  }

  /// The names of the scenarios, the worst first.
  package var sceneNames: [String] { orderedScenes.map(\.name).uniqued() }

  private static func ordered(_ scenes: [PageScene]) -> [PageScene] {
    scenes.enumerated()
      .sorted {
        ($0.element.isBad ? 0 : 1, -$0.element.timeline.droppedFrameCount, $0.offset)
          < ($1.element.isBad ? 0 : 1, -$1.element.timeline.droppedFrameCount, $1.offset)
      }
      .map(\.element)
  }

  /// A scenario: charts of its worst rate, and sentences on the other rates.
  private func article(_ name: String, hasDistribution: Bool) throws -> Markup {
    let rates = orderedScenes.filter { $0.name == name && $0.isBad }
    guard let scene = rates.first else { return Markup([]) }
    let parts = try frames(of: scene, rates, hasDistribution: hasDistribution)
    return Markup(.article, [.class: "bad"], [Markup(.h3, [:], ["\(scene.place)"])] + parts)
  }

  /// The scenarios that improved, collapsed, because they need no attention.
  private func improvedScenarios(besides bad: Set<String>) throws -> [Markup] {
    let improved = scenes.filter { $0.isImproved && !bad.contains($0.name) }
    let names = improved.map(\.name).uniqued()
    return try names.prefix(Most.articles).enumerated().compactMap { index, name in
      let rates = improved.filter { $0.name == name }.sorted { $0.rate > $1.rate }
      guard let scene = rates.first else { return nil }
      return folded(
        "Frames of \(scene.place), improved",
        try frames(of: scene, rates, hasDistribution: index < Most.distributions))
    } + left(names.count, "improved scenario", of: Most.articles)
  }

  /// The chart of a scene's frames, and sentences on the frames at other rates.
  private func frames(
    of scene: PageScene, _ rates: [PageScene], hasDistribution: Bool
  ) throws -> [Markup] {
    var parts = [Markup(.p, [:], ["\(facts(of: scene))"])]
    let entries = [scene.entry].compactMap(\.self) + scene.otherRegressions
    let causes = entries.compactMap { compare?.explanations?.sentence(for: $0) }.uniqued()
    parts += causes.map { Markup(.p, [:], [Markup(.strong, [:], ["Cause: "]), "\($0)"]) }
    if scene.frameTime != .unknown {
      var figures = [timeline(of: scene)]
      if hasDistribution {
        let distribution = DistributionChart(scene)
        figures.append(figure(distribution.svg(width: 480, height: 240), distribution.title))
      }
      parts.append(Markup(.div, [.class: hasDistribution ? "pair" : ""], figures))
    }
    parts += frameParts(of: scene)
    parts += difference(rates)
    parts.append(try film(scene))
    let lines =
      entries.flatMap(\.frameLines)
      + rates.dropFirst().map { "At \($0.rate): \(facts(of: $0))" }
    if !lines.isEmpty { parts.append(Markup(.ul, [:], lines.map { Markup(.li, [:], ["\($0)"]) })) }
    return parts
  }

  /// The first frame that both sides show differently, at the first rate with one.
  private func difference(_ rates: [PageScene]) -> [Markup] {
    for scene in rates {
      let place = Place(name: scene.name, rate: scene.rate)
      guard let difference = scene.entry?.evidence?.answers.difference,
        let frame = difference.frame, let old = films.baseline[place],
        let new = films.candidate[place]
      else { continue }
      let chart = FilmPairChart(
        baseline: old, candidate: new, frame: frame, difference: "\(difference)")
      return [figure(chart.svg(), chart.title)]
    }
    return []
  }

  func film(_ scene: PageScene) throws -> Markup {
    guard let film = films.candidate[Place(name: scene.name, rate: scene.rate)] else {
      return films.reasons[scene.name].map {
        Markup(.p, [.class: "quiet"], ["There is no film: \($0)."])
      } ?? Markup([])
    }
    let all = scenes.filter { $0.name == scene.name }.compactMap { other in
      let place = Place(name: other.name, rate: other.rate)
      return films.candidate[place].map {
        Player.Side(film: $0, baseline: films.baseline[place], scene: other)
      }
    }
    let slots =
      all.flatMap { [$0.scene.timeline, $0.scene.baselineTimeline] }
      .compactMap { $0?.presentSlot.last }.max() ?? 0
    guard slots <= Most.filmSlots else {
      return Markup(.p, [.class: "quiet"], ["There is no film: it would have \(slots) slots."])
    }
    let player = try Player(film, scene: scene, sides: all).parts()
    guard let reason = films.baselineReasons[scene.name], all.contains(where: \.borrowsViews) else {
      return player
    }
    return Markup([
      player, Markup(.p, [.class: "quiet"], ["The baseline has no film: \(reason)."]),
    ])
  }

  private func facts(of scene: PageScene) -> String {
    var facts = [scene.droppedText]
    if scene.frameTime != .unknown {
      let times = SortedSamples(scene.candidate)
      facts.append(
        """
        \(scene.frameTime.word) median \(TimeUnit.text(times.median ?? 0)), maximum \
        \(TimeUnit.text(times.maximum ?? 0)) of \(TimeUnit.text(scene.budgetNs))
        """)
    }
    if let entry = scene.entry, let verdict = entry.verdict {
      facts.append("\(verdict.rawValue): \(entry.changeText)")
    }
    facts += scene.otherRegressions.map { "\($0.metric ?? "") regressed: \($0.changeText)" }
    return facts.joined(separator: "; ") + "."
  }

  /// Benchmarks that regressed, with their samples if both results have them.
  private var worseKernels: [Markup] {
    guard let comparison = compare?.gate.comparison, let run, let baseline else { return [] }
    let worse = comparison.entries.filter {
      $0.verdict == .regressed && $0.rate == nil && $0.metric == Metric.wallClock.name
    }
    return worse.prefix(Most.articles).compactMap { entry -> Markup? in
      guard let new = run.file.benchmark(named: entry.benchmark)?.metric(.wallClock).value?.samples,
        let old = baseline.benchmark(named: entry.benchmark)?.metric(.wallClock).value?.samples,
        !new.isEmpty, !old.isEmpty
      else { return nil }
      let chart = DistributionChart(
        subject: "samples of \(entry.benchmark)", candidate: new, baseline: old, budgetNs: nil)
      return Markup(
        .article, [.class: "bad"],
        [
          Markup(.h3, [:], ["\(entry.benchmark)"]), Markup(.p, [:], ["\(entry.changeText)."]),
          figure(chart.svg(), chart.title),
        ])
    }
  }

  private var explanations: [Markup] {
    (compare?.explanations?.sections ?? []).map { section in
      Markup(
        .article, [:],
        [Markup(.h3, [:], ["\(section.head)"])] + (section.table.map { [table($0)] } ?? [])
          + notes(section.rest))
    }
  }
}

extension DistributionChart {
  init(_ scene: PageScene) {
    self.init(
      subject: "frames of \(scene.place)", candidate: scene.candidate.map { Double($0) },
      baseline: scene.baseline?.map { Double($0) }, budgetNs: scene.budgetNs)
  }
}

extension ReportStyle.Role {
  var style: String {
    switch self {
    case .good: "good"
    case .bad: "bad"
    case .doubtful: "doubtful"
    case .quiet: "quiet"
    case .heading: ""
    }
  }

  /// A sign with the same meaning as the color.
  fileprivate var sign: String {
    switch self {
    case .good: "✓"
    case .bad: "✕"
    case .doubtful: "?"
    case .quiet, .heading: "·"
    }
  }
}
