import BenchmarkModel
package import BenchmarkReports
import BenchmarkVerdicts
package import Foundation
import ReportText
import SampleStatistics

/// One page on the trend of benchmarks over commits: curves with their intervals, and the steps.
///
/// A step leads to its own paragraph and opens the comparison there, if it is stored. Names can be
/// searched; without a script, all are shown.
package struct TrendPage: PageParts {
  private let report: TrendReport
  private let steps: [Trend.Step]

  package init(_ report: TrendReport) {
    self.report = report
    steps = report.rankedSteps
  }

  package func html() -> Data {
    let steps = steps.enumerated().map { index, step in
      Markup(
        .article,
        [
          .class: step.verdict == .regressed ? "bad" : "", .id: "step\(index)",
          .key: step.series.benchmark,
        ],
        [
          Markup(.h3, [:], ["\(report.points[step.to].subject)"]),
          Markup(.p, [:], ["\(report.sentence(step))."]),
        ] + (report.functions(of: step).map { [table($0)] } ?? [])
          + comparison(of: step, index))
    }
    var sections = [
      Markup(
        .header, [:],
        [
          Markup(.p, [.class: "quiet"], ["\(report.kind) of \(report.range)"]),
          Markup(.h1, [.class: report.role.style], ["\(report.verdict)"]),
        ] + notes(report.heads)),
      section("Benchmarks", [search] + curves),
    ]
    if !steps.isEmpty { sections.append(section("Steps", steps)) }
    sections.append(
      section(
        "All numbers",
        report.tables.map { folded($0.title, [table($0.table)]) } + notes(report.notes)))
    return document(
      title: report.verdict, sections, scripts: [Markup(.script, [:], [Self.script])]
    ).page
  }

  /// The frames and numbers of the comparison that found a step, or how to get one.
  private func comparison(of step: Trend.Step, _ index: Int) -> [Markup] {
    guard index < ReportPage.Most.articles, let found = report.comparison(of: step),
      let parts = try? ReportPage(found, run: nil).numbers()
    else { return notes([report.advice(on: step)]) }
    return [folded("Compare \(found.sides)", parts)]
  }

  private var search: Markup {
    Markup(
      .p, [:],
      [
        Markup(.label, [.for: "filter"], ["Show names with "]),
        Markup(.input, [.id: "filter", .type: "search"]),
      ])
  }

  /// A chart per course, each of whose steps leads to its paragraph.
  private var curves: [Markup] {
    report.courses.prefix(ReportPage.Most.pictures).map { course in
      let chart = TrendChart(
        course: course, points: report.points,
        steps: steps.enumerated().filter { $0.element.series == course.series }.map {
          (number: $0.offset, step: $0.element, text: report.sentence($0.element))
        })
      return Markup(
        .article, [.key: course.label],
        [Markup(.h3, [:], ["\(course.label)"]), figure(chart.svg(), chart.title)])
    } + left(report.courses.count, "benchmark")
  }

  private static let script = Markup(
    literal: """

      const box=document.getElementById("filter");
      box.addEventListener("input",()=>{const word=box.value.toLowerCase();
      document.querySelectorAll("article[data-key]").forEach(part=>{
      part.hidden=!part.dataset.key.toLowerCase().includes(word)})});
      const show=hash=>{const part=hash&&document.getElementById(hash.slice(1));
      const folded=part&&part.querySelector("details");if(folded)folded.open=true};
      document.querySelectorAll("svg a").forEach(mark=>
      mark.addEventListener("click",()=>show(mark.getAttribute("href"))));
      addEventListener("hashchange",()=>show(location.hash));show(location.hash);

      """)
}

/// The levels of a course with their intervals; a mark for each step, which leads to it.
private struct TrendChart {
  let course: Trend.Course
  let points: [Trend.Point]

  /// The steps of the course, with their numbers on the page.
  let steps: [(number: Int, step: Trend.Step, text: String)]

  var title: String {
    let interval = course.levels.contains { $0 != nil } ? " with its interval" : ""
    return "\(course.title)\(interval), by \(Words.count(points.count, "row")), the oldest first."
  }

  func svg() -> Markup {
    let frame = ChartFrame(width: 720, height: 240, left: 72)
    let known = course.levels.enumerated().compactMap { row, level in
      level.map { (row: row, level: $0) }
    }
    let middle = SortedSamples(known.map(\.level.value))?.median ?? 1
    // What changes by less than a percent looks as flat as it is.
    let margin = middle.magnitude * 0.01
    let lows = known.map(\.level.interval.low) + [middle - margin]
    let highs = known.map(\.level.interval.high) + [middle + margin]
    let up = Scale(
      .linear, from: lows.min() ?? 0, to: highs.max() ?? 1, at: frame.bottom, frame.top)
    let across = Scale(
      .linear, from: 0, to: Double(max(1, points.count - 1)), at: frame.left + 8, frame.right - 8)
    var parts = frame.vertical(up, title: course.title) { NumberText.format($0) }
    parts.append(frame.line(frame.left, frame.bottom, frame.right, frame.bottom, "axis"))
    if let first = points.first, let last = points.last {
      parts.append(frame.label("\(first.commit.prefix(12))", frame.left, frame.bottom + 17))
      parts.append(
        frame.label("\(last.commit.prefix(12))", frame.right, frame.bottom + 17, anchor: .end))
    }
    parts += known.map { row, level in
      let x = across.position(Double(row))
      return frame.line(
        x, up.position(level.interval.low), x, up.position(level.interval.high), "interval")
    }
    let path = known.map { row, level in
      // What is not joined with the level before it starts a line of its own.
      let isStart = row == known.first?.row || course.breaks[row] != nil
      let (x, y) = (across.position(Double(row)), up.position(level.value))
      return "\(isStart ? "M" : "L")\(x.svg) \(y.svg)"
    }
    parts.append(Markup(.path, [.class: "stroke-fine", .d: path.joined()]))
    parts += course.breaks.keys.sorted().map { row in
      let x = across.position(Double(row) - 0.5)
      return frame.line(x, frame.top, x, frame.bottom, "other-budget")
    }
    for (number, step, text) in steps {
      guard let level = course.levels[step.to] else { continue }
      let (x, y) = (across.position(Double(step.to)), up.position(level.value))
      let isWorse = step.verdict == .regressed
      let mark = Markup(
        .path,
        [
          .class: isWorse ? "fill-late" : "fill-better",
          .d: isWorse ? Glyph.late(x: x, y: y - 4) : Glyph.delayed(x: x, y: y - 8),
        ])
      parts.append(Markup(.a, [.href: "#step\(number)", .label: text], [mark]))
    }
    return frame.picture(title: title, parts)
  }
}
