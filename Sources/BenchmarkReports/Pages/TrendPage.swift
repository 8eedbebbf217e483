import BenchmarkModel
import BenchmarkVerdicts
package import Foundation
import ReportText
import SampleStatistics

/// A page on the trend of benchmarks over commits: curves with their intervals, and the steps.
///
/// A step links to its paragraph, which has the comparison if it is stored. Curves and steps can be
/// searched by their texts and metrics; without a script, all are shown.
package struct TrendPage: PageParts {
  private let report: any CourseReport
  private let steps: [Trend.Step]

  package init(_ report: some CourseReport) {
    self.report = report
    steps = report.rankedSteps
  }

  package func html() -> Data {
    let steps = steps.enumerated().map { index, step in
      Markup(
        .article,
        [
          .class: step.verdict == .regressed ? "bad" : "", .id: "step\(index)",
          .key: searched(
            step.series, report.points[step.to].subject, report.sentence(step)),
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
          Markup(.h1, [.class: report.role.style], ["\(report.headline)"]),
        ] + notes(report.heads)),
      section("Benchmarks", [search] + curves),
    ]
    if !steps.isEmpty { sections.append(section("Steps", steps)) }
    sections.append(
      section(
        "All numbers",
        report.tables.map { folded($0.title, [table($0.table)]) }
          + notes(report.notes + report.warningSentences)))
    return document(
      title: report.headline, sections, scripts: [Markup(.script, [:], [Self.script])]
    ).page
  }

  /// The frames and numbers of the comparison that found a step, or how to get a comparison.
  private func comparison(of step: Trend.Step, _ index: Int) -> [Markup] {
    guard let found = report.comparison(of: step) else { return notes([report.advice(on: step)]) }
    guard index < ReportPage.Most.articles else {
      return notes([
        """
        The comparison is left out: a page has those of \(ReportPage.Most.articles) steps. Use \
        '--filter' for fewer benchmarks.
        """
      ])
    }
    let parts = try? ReportPage(found, run: nil).numbers()
    return [folded("Compare \(found.sides)", parts ?? [])]
  }

  /// The text in which a search for a curve or a step looks: its texts, and the metric, which the
  /// first course of a benchmark does not show.
  private func searched(_ series: HistorySeries, _ texts: String...) -> String {
    (texts + [series.quantity.metric]).joined(separator: " ")
  }

  private var search: Markup {
    Markup(
      .p, [:],
      [
        Markup(.label, [.for: "filter"], ["Show curves and steps with "]),
        Markup(.input, [.id: "filter", .type: "search"]),
      ])
  }

  /// A chart per course, whose steps link to their paragraphs.
  private var curves: [Markup] {
    report.courses.prefix(ReportPage.Most.pictures).map { course in
      let chart = TrendChart(
        course: course, points: report.points,
        steps: steps.enumerated().filter { $0.element.series == course.series }.map {
          TrendChart.Mark(
            number: $0.offset, step: $0.element,
            size: $0.element.ratio.map(NumberText.change)
              ?? report.size(of: $0.element, in: course), text: report.sentence($0.element))
        })
      return Markup(
        .article, [.key: searched(course.series, course.label)],
        [Markup(.h3, [:], ["\(course.label)"]), figure(of: chart)])
    } + left(report.courses.count, "benchmark")
  }

  /// A chart for wide screens and one for phones; the style sheet shows one of them.
  private func figure(of chart: TrendChart) -> Markup {
    Markup(
      .figure, [.class: "course", .tabindex: "0"],
      [
        chart.svg(.wide), chart.svg(.narrow), Markup(.figcaption, [:], ["\(chart.title)"]),
      ])
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
