package import BenchmarkReports
package import Foundation
import ReportText
import SampleStatistics

/// One page on the course of benchmarks over commits: curves with their intervals, and the steps.
///
/// A step leads to its own paragraph. Names can be searched; without a script, all are shown.
package struct CoursePage: PageParts {
  private let report: any CourseReport

  package init(_ report: any CourseReport) {
    self.report = report
  }

  /// The page.
  package func html() -> Data {
    let steps = report.allSteps.enumerated().map { index, step in
      Markup(
        .article, [.class: step.isWorse ? "bad" : "", .id: "step\(index)"],
        [
          Markup(.h3, [:], ["\(report.rows[step.row].subject)"]),
          Markup(.p, [:], ["\(step.text)."]),
        ] + (step.functions.map { [table($0)] } ?? []))
    }
    var sections = [
      Markup(
        .header, [:],
        [
          Markup(.p, [.class: "quiet"], ["\(report.title)"]),
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

  private var search: Markup {
    Markup(
      .p, [:],
      [
        Markup(.label, [.for: "filter"], ["Show names with "]),
        Markup(.input, [.id: "filter", .type: "search"]),
      ])
  }

  /// A chart per course, each of whose steps has the number that it has on the page.
  private var curves: [Markup] {
    let order = report.allSteps.map { "\($0.row) \($0.text)" }
    let curves = report.curves
    return curves.prefix(ReportPage.Most.pictures).map { curve in
      let chart = CourseChart(
        curve: curve, rows: report.rows,
        numbers: curve.steps.map { step in order.firstIndex(of: "\(step.row) \(step.text)") ?? 0 })
      return Markup(
        .article, [.key: curve.label],
        [Markup(.h3, [:], ["\(curve.label)"]), figure(chart.svg(), chart.title)])
    } + left(curves.count, "benchmark")
  }

  private static let script = Markup(
    literal: """

      const box=document.getElementById("filter");
      box.addEventListener("input",()=>{const word=box.value.toLowerCase();
      document.querySelectorAll("article[data-key]").forEach(part=>{
      part.hidden=!part.dataset.key.toLowerCase().includes(word)})});

      """)
}

/// The values of a course with their intervals; a mark for each step, which leads to it.
private struct CourseChart {
  let curve: Curve
  let rows: [CourseRow]

  /// The numbers of the steps on the page.
  let numbers: [Int]

  var title: String {
    let interval = curve.values.contains { $0?.interval != nil } ? " with its interval" : ""
    return "\(curve.unit)\(interval), by \(Words.count(rows.count, "row")), the oldest first."
  }

  func svg() -> Markup {
    let frame = ChartFrame(width: 720, height: 240, left: 72)
    let known = curve.values.enumerated().compactMap { row, value in
      value.map { (row: row, value: $0) }
    }
    let middle = SortedSamples(known.map(\.value.value))?.median ?? 1
    let lows = known.map { $0.value.interval?.low ?? $0.value.value } + [middle * 0.99]
    let highs = known.map { $0.value.interval?.high ?? $0.value.value } + [middle * 1.01]
    let up = Scale(
      .linear, from: lows.min() ?? 0, to: highs.max() ?? 1, at: frame.bottom, frame.top)
    let across = Scale(
      .linear, from: 0, to: Double(max(1, rows.count - 1)), at: frame.left + 8, frame.right - 8)
    var parts = frame.vertical(up, title: curve.unit) { NumberText.format($0) }
    parts.append(frame.line(frame.left, frame.bottom, frame.right, frame.bottom, "axis"))
    if let first = rows.first, let last = rows.last {
      parts.append(frame.label("\(first.commit.prefix(12))", frame.left, frame.bottom + 17))
      parts.append(
        frame.label("\(last.commit.prefix(12))", frame.right, frame.bottom + 17, anchor: .end))
    }
    var path = ""
    for (row, value) in known {
      let (x, y) = (across.position(Double(row)), up.position(value.value))
      if let interval = value.interval {
        parts.append(
          frame.line(x, up.position(interval.low), x, up.position(interval.high), "interval"))
      }
      if curve.breaks.contains(row) {
        parts.append(frame.line(x, frame.top, x, frame.bottom, "other-budget"))
      }
      path += (path.isEmpty || curve.breaks.contains(row) ? "M" : "L") + "\(x.svg) \(y.svg)"
    }
    parts.append(Markup(.path, [.class: "stroke-fine", .d: path]))
    for (step, number) in zip(curve.steps, numbers) {
      guard let value = curve.values[step.row] else { continue }
      let (x, y) = (across.position(Double(step.row)), up.position(value.value))
      let mark = Markup(
        .path,
        [
          .class: step.isWorse ? "fill-late" : "fill-better",
          .d: step.isWorse ? Glyph.late(x: x, y: y - 4) : Glyph.delayed(x: x, y: y - 8),
        ])
      parts.append(Markup(.a, [.href: "#step\(number)", .label: step.text], [mark]))
    }
    return frame.picture(title: title, parts)
  }
}
