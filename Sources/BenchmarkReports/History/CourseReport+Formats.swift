import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
package import Foundation
package import ReportText
import SampleStatistics

extension CourseReport {
  /// The headings, the courses, and the steps.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    var blocks: [TerminalText] = [heads.lines(), overview.block(style)]
    blocks += tables.map { style.paint("\($0.title)", as: .heading) + "\n" + $0.table.text(style) }
    blocks += [
      stepSentences.lines(), (notes + warningSentences).lines(),
      style.paint("\(headline)", as: role) + "\n",
    ]
    return blocks.blocks()
  }

  package func markdown() -> MarkdownText {
    let overview = overview.isEmpty ? "" : overview.markdown()
    let tables = tables.map { MarkdownText.folded($0.title, $0.table.markdown()) }
    return
      (["**\(headline)**\n", overview, stepSentences.items()] + tables
      + [(heads + notes + warningSentences).items()]).blocks()
  }

  /// A row for each commit and course.
  package func csv() -> CSVText {
    var table = CSVTable(columns: [
      "commit", "time", "subject", "benchmark", "unit", "value", "low", "high", "step", "change",
    ])
    for course in courses {
      for (index, (point, level)) in zip(points, course.levels).enumerated() {
        guard let level else { continue }
        let step = course.steps.first { $0.to == index }
        table.add([
          .cell(point.commit), .cell(point.time.formatted(.iso8601)), .cell(point.subject),
          .cell(course.label), .cell(course.unit ?? "index"), .cell(level.value),
          .cell(level.interval.low), .cell(level.interval.high),
          .cell(step.map { $0.verdict == .regressed ? "worse" : "better" }),
          .cell(course.breaks[index]),
        ])
      }
    }
    return table.text
  }
}

extension CourseReport {
  /// The report for programs: JSON that ends with a newline.
  package func json() throws -> Data {
    var all: JSONObject = [
      "range": range, "interrupted": ending.isInterrupted, "commits": points.indices.map(commit),
      "steps": steps.map(object), "warnings": warnings.isEmpty ? nil : warningSentences,
    ]
    all.add(details)
    return try PrettyJSON.encode(all)
  }

  private func commit(_ index: Int) -> JSONObject {
    let point = points[index]
    var (state, reason) = ("pending", String?.none)
    switch point.state {
    case .pending: break
    case .gap(let why): (state, reason) = ("notMeasured", why)
    case .built(let digest, _):
      let before = points[..<index].last { if case .built = $0.state { true } else { false } }
      state = "measured"
      if case .built(digest, _) = before?.state { state = "sameCode" }
    }
    let levels = courses.compactMap { course in
      course.levels[index].map { level -> (String, any Encodable) in
        (
          course.label,
          [
            "value": level.value, "interval": level.interval, "unit": course.unit,
            "change": course.breaks[index], "count": level.count > 1 ? level.count : nil,
          ] as JSONObject
        )
      }
    }
    var object: JSONObject = [
      "commit": point.commit, "subject": point.subject, "time": point.time, "state": state,
      "reason": reason,
    ]
    let values = JSONObject(Dictionary(levels, uniquingKeysWith: { first, _ in first }))
    object.add(details(of: index, levels: values))
    return object
  }

  private func object(_ step: Trend.Step) -> JSONObject {
    [
      "commit": points[step.to].commit, "since": points[step.from].commit,
      "subject": points[step.to].subject, "benchmark": step.series.benchmark,
      "course": label(of: step),
      "metric": step.series.quantity.metric, "rateHz": step.series.rate, "ratio": step.ratio,
      "interval": step.interval, "before": step.ends?.before, "after": step.ends?.after,
      "verdict": step.verdict.rawValue,
      "methods": step.pair == nil ? step.methods : nil,
      "functions": (step.explanation?.functions ?? []).prefix(Explanation.mostFunctions).map(
        \.self),
    ]
  }
}
