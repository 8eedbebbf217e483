import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import Foundation
package import ReportText
import SampleStatistics

/// The course of benchmarks over commits, for people and programs.
package struct TrendReport {
  package let trend: Trend
  package let courses: [Trend.Course]
  package let range: String
  private let isInterrupted: Bool

  package init(_ trend: Trend, range: String, isInterrupted: Bool = false) {
    self.trend = trend
    self.range = range
    self.isInterrupted = isInterrupted
    courses = trend.courses
  }
}

extension TrendReport: CourseReport {
  /// All steps, in the order of the commits.
  package var steps: [Trend.Step] {
    courses.flatMap(\.steps).sorted { ($0.to, $0.series.benchmark) < ($1.to, $1.series.benchmark) }
  }

  /// How many courses without a step have a table of their own.
  private static let mostTables = 3

  package var title: String { "Trend of \(range)" }

  package var role: ReportStyle.Role {
    let isDoubtful = isInterrupted || courses.contains(where: \.isDoubtful)
    if isDoubtful { return .doubtful }
    return steps.contains { $0.verdict == .regressed } ? .bad : .good
  }

  package var verdict: String {
    let end = isInterrupted ? "Interrupted; the same command goes on. " : ""
    let count = steps.isEmpty ? "No step" : Words.count(steps.count, "step")
    return "\(end)\(count) in \(Words.count(trend.points.count, "commit")) of \(range)."
  }

  package var rows: [CourseRow] {
    trend.points.map { CourseRow(commit: $0.commit, time: $0.time, subject: $0.subject) }
  }

  package var curves: [Curve] {
    courses.map { course in
      Curve(
        label: course.label, unit: "index",
        values: course.levels.map { level in
          level.map { Curve.Value(value: $0.value, interval: $0.interval) }
        },
        steps: course.steps.map {
          Curve.Step(
            row: $0.to, isWorse: $0.verdict == .regressed, text: sentence($0),
            functions: StepText.table($0.explanation))
        })
    }
  }

  /// Those with steps, and all if they are few.
  package var tables: [(title: String, table: Table)] {
    let shown = courses.count <= Self.mostTables ? courses : courses.filter { !$0.steps.isEmpty }
    return shown.map { ($0.label, table($0)) }
  }

  package var notes: [String] { [misfitSentence] + gaps }

  /// How the commits were built.
  package var heads: [String] {
    var (same, changed, last) = (0, 0, String?.none)
    for case .built(let digest, _) in trend.points.map(\.state) {
      if let last { if last == digest { same += 1 } else { changed += 1 } }
      last = digest
    }
    let pairs = Set(trend.comparisons.all.map(\.pair)).count
    return [
      """
      \(same) of \(Words.count(same + changed, "commit")) changed no code of this executable; \
      \(Words.count(pairs, "pair")) of builds compared.
      """
    ]
  }

  /// The commits that could not be measured, and why.
  private var gaps: [String] {
    trend.points.compactMap { point in
      guard case .gap(let reason) = point.state else { return nil }
      return "\(point.commit.prefix(12)) is left out: \(reason)"
    }
  }

  /// A row per course: its line, and where it ends.
  package var overview: Table {
    var table = Table([
      .text("benchmark"), .text("course"), .number("at the end"), .number("interval"),
      .number("steps"),
    ])
    for (course, curve) in zip(courses, curves) {
      let last = course.levels.compactMap(\.self).last
      table.add([
        Table.Cell(course.label), Table.Cell(curve.line),
        Table.Cell(last.map { NumberText.change($0.value) } ?? "n/a"),
        Table.Cell(last.map { Self.text($0.interval) } ?? ""),
        Table.Cell("\(course.steps.count)", course.steps.isEmpty ? nil : .doubtful),
      ])
    }
    return table
  }

  /// A row per commit.
  private func table(_ course: Trend.Course) -> Table {
    var table = Table([
      .text("commit"), .number("index"), .number("interval"), .text("verdict"), .text("subject"),
    ])
    var last: String?
    for (index, point) in trend.points.enumerated() {
      let level = course.levels.indices.contains(index) ? course.levels[index] : nil
      var (word, role) = ("not measured", ReportStyle.Role?.some(.quiet))
      if case .built(let digest, _) = point.state, level != nil || course.verdicts[index] != nil {
        let verdict = course.verdicts[index]
        (word, role) = (verdict?.rawValue ?? "first", verdict?.role)
        if digest == last { (word, role) = ("same code", .quiet) }
        last = digest
      } else if point.state == .pending {
        word = "not reached"
      }
      table.add([
        Table.Cell(String(point.commit.prefix(12))),
        Table.Cell(level.map { NumberText.format($0.value, decimals: 4) } ?? ""),
        Table.Cell(level.map { Self.text($0.interval) } ?? ""), Table.Cell(word, role),
        Table.Cell(point.subject),
      ])
    }
    return table
  }

  static func text(_ interval: Interval) -> String {
    interval.width == 0
      ? "exact" : "\(NumberText.change(interval.low)) … \(NumberText.change(interval.high))"
  }

  /// A step in a sentence: what, by how much, in which commit and in which function.
  private func sentence(_ step: Trend.Step) -> String {
    let point = trend.points[step.to]
    let course = courses.first { $0.series == step.series }
    let size = StepText.size(step.ratio, step.interval)
    let between = step.to - step.from - 1
    let others =
      between == 0
      ? ""
      : between == 1
        ? ", or at the unmeasured commit before it"
        : ", or at one of the \(between) unmeasured commits before it"
    return """
      \(course?.label ?? step.series.benchmark) \(step.verdict.rawValue) \(size) at \
      \(point.commit.prefix(12)) (\(point.subject))\(others)\
      \(StepText.functions(step.explanation))
      """
  }

  /// Whether the loops of comparisons add up.
  private var misfitSentence: String {
    guard let misfit = misfit else { return "No loop of comparisons to check." }
    let numbers = """
      χ² \(NumberText.format(misfit.chiSquare)) for \(Words.count(misfit.loops, "loop")), \
      99 % point \(NumberText.format(misfit.limit(level: 0.99)))
      """
    let again =
      trend.repeatCount > 0
      ? " \(Words.count(trend.repeatCount, "comparison")) did not fit and was taken again." : ""
    guard let worst = courses.first(where: \.isDoubtful) else {
      return "The loops of comparisons add up (\(numbers)).\(again)"
    }
    let pair = worst.suspects.first.map { " \(commits(of: $0)) fits least." } ?? ""
    return """
      The loops of \(worst.label) do not add up (\(numbers)): this machine, or a benchmark that does \
      not repeat, falsified a comparison.\(pair)\(again)
      """
  }

  /// All loops together; nil without any.
  private var misfit: LevelFit.Misfit? {
    let all = courses.compactMap(\.misfit)
    guard !all.isEmpty else { return nil }
    return LevelFit.Misfit(
      chiSquare: all.reduce(0) { $0 + $1.chiSquare }, loops: all.reduce(0) { $0 + $1.loops })
  }

  private func commits(of pair: BuildPair) -> String {
    let names = [pair.baseline, pair.candidate].map { digest in
      trend.points.first { point in
        if case .built(digest, _) = point.state { true } else { false }
      }.map { String($0.commit.prefix(12)) } ?? "a build"
    }
    return "\(names[0]) against \(names[1])"
  }
}

/// Steps and culprits in words.
enum StepText {
  /// `+4.02 % (+3.10 % … +4.90 %)`.
  static func size(_ ratio: Double?, _ interval: Interval?) -> String {
    guard let ratio else { return "from 0" }
    let range = interval.map { $0.width == 0 ? "" : " (\(TrendReport.text($0)))" } ?? ""
    return NumberText.change(ratio) + range
  }

  /// `: +266 instructions per operation in work(_:)`; nothing without an explanation.
  static func functions(_ explanation: Explanation?) -> String {
    guard let explanation, let most = explanation.functions.first else { return "" }
    let sign = most.change > 0 ? "+" : ""
    return """
      : \(sign)\(NumberText.count(most.change.rounded())) instructions per \
      \(explanation.unit.rawValue) in \(most.name)
      """
  }

  /// The functions whose instructions changed most; nil without an explanation.
  static func table(_ explanation: Explanation?) -> Table? {
    guard let explanation, !explanation.functions.isEmpty else { return nil }
    var table = Table([
      .text("function"), .number("before"), .number("after"),
      .number("change per \(explanation.unit.rawValue)"),
    ])
    for function in explanation.functions.prefix(mostFunctions) {
      table.add([
        Table.Cell(function.name), Table.Cell(NumberText.count(function.baseline)),
        Table.Cell(NumberText.count(function.candidate)),
        Table.Cell(NumberText.count(function.change)),
      ])
    }
    return table
  }

  /// How many functions are listed.
  static let mostFunctions = 10
}

extension Verdict {
  fileprivate var role: ReportStyle.Role? {
    switch self {
    case .improved: .good
    case .regressed: .bad
    case .inconclusive: .doubtful
    case .unchanged: nil
    }
  }
}

extension TrendReport {
  /// For programs: JSON that ends in a newline.
  package func json() throws -> Data {
    let misfit = misfit
    let all: JSONObject = [
      "range": range, "interrupted": isInterrupted, "commits": trend.points.indices.map(commit),
      "steps": steps.map(object),
      "misfit": [
        "chiSquare": misfit?.chiSquare ?? 0, "loops": misfit?.loops ?? 0,
        "limit": misfit?.limit(level: 0.99), "fits": !courses.contains(where: \.isDoubtful),
        "repeated": trend.repeatCount,
      ] as JSONObject,
    ]
    return try PrettyJSON.encode(all)
  }

  private func commit(_ index: Int) -> JSONObject {
    let point = trend.points[index]
    var (state, reason) = ("pending", String?.none)
    switch point.state {
    case .pending: break
    case .gap(let why): (state, reason) = ("notMeasured", why)
    case .built(let digest, _):
      let before = trend.points[..<index].last { if case .built = $0.state { true } else { false } }
      state = "measured"
      if case .built(digest, _) = before?.state { state = "sameCode" }
    }
    let levels = courses.compactMap { course in
      course.levels[index].map { level -> (String, any Encodable) in
        (course.label, ["value": level.value, "interval": level.interval] as JSONObject)
      }
    }
    return [
      "commit": point.commit, "subject": point.subject, "time": point.time, "state": state,
      "reason": reason,
      "index": JSONObject(Dictionary(levels, uniquingKeysWith: { first, _ in first })),
    ]
  }

  private func object(_ step: Trend.Step) -> JSONObject {
    [
      "commit": trend.points[step.to].commit, "since": trend.points[step.from].commit,
      "subject": trend.points[step.to].subject, "benchmark": step.series.benchmark,
      "metric": step.series.metric, "rateHz": step.series.rate, "ratio": step.ratio,
      "interval": step.interval, "verdict": step.verdict.rawValue,
      "functions": (step.explanation?.functions ?? []).prefix(StepText.mostFunctions).map(\.self),
    ]
  }
}
