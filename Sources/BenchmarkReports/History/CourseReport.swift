import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
import Foundation
package import ReportText
import SampleStatistics

/// A report on the courses of benchmarks over commits, for people and programs.
package protocol CourseReport {
  var points: [Trend.Point] { get }
  var courses: [Trend.Course] { get }

  /// The range of commits, or the file that recorded them, as the user gave it.
  var range: String { get }

  var ending: Ending { get }

  /// The kind of report, such as `Trend`.
  var kind: String { get }

  /// The noun for a change of a course, such as `step`.
  var stepNoun: String { get }

  /// The number of commits; a commit can have several points.
  var commitCount: Int { get }

  /// All steps in the order in which people read them.
  var rankedSteps: [Trend.Step] { get }

  /// The steps that the text names.
  var shownSteps: [Trend.Step] { get }

  /// Sentences before the courses: how the commits were built, or where they were measured.
  var heads: [String] { get }

  /// Sentences after the courses: whether comparisons agree, and what was not measured.
  var notes: [String] { get }

  /// What makes the courses doubtful.
  var warnings: [MeasuringWarning] { get }

  /// The benchmarks without a course, because they failed in all commits.
  var unknown: [String] { get }

  /// The stored comparison of the builds of a step, or nil without one.
  func comparison(of step: Trend.Step) -> CompareReport?

  /// Further members of the JSON about all commits.
  var details: JSONObject { get }

  /// Further members of the JSON about one point.
  func details(of point: Int, levels: JSONObject) -> JSONObject
}

extension CourseReport {
  /// All steps, in the order of the commits.
  package var steps: [Trend.Step] {
    courses.flatMap(\.steps).sorted {
      ($0.to, $0.series.benchmark) < ($1.to, $1.series.benchmark)
    }
  }

  /// A sentence for each step that the text names, and one on the steps that it leaves out.
  var stepSentences: [String] {
    let shown = shownSteps
    let left = steps.count - shown.count
    return shown.map(sentence)
      + (left == 0
        ? []
        : [
          """
          \(Words.count(left, "other likely step")), smaller or less certain: '--format html' and \
          'json' have all, '--filter' shows those of some benchmarks.
          """
        ])
  }

  /// The warnings, which come after the notes.
  package var warningSentences: [String] { warnings.map { $0.text(.current) } }

  package var role: ReportStyle.Role {
    if ending.isInterrupted || courses.contains(where: \.isDoubtful) { return .doubtful }
    let isBad = !unknown.isEmpty || steps.contains { $0.verdict == .regressed }
    return isBad ? .bad : .good
  }

  package var headline: String {
    let end = ending.isInterrupted ? "Interrupted. Run the same command again to continue. " : ""
    let failed = unknown.isEmpty ? "" : "\(Words.count(unknown.count, "benchmark")) failed. "
    let count = steps.isEmpty ? "No \(stepNoun)" : Words.count(steps.count, stepNoun)
    return "\(end)\(failed)\(count) in \(Words.count(commitCount, "commit")) of \(range)."
  }

  /// The functions whose instructions a step changed, or nil if that is not known.
  package func functions(of step: Trend.Step) -> Table? { step.explanation?.table }

  /// How to get the comparison for a step without a stored one.
  package func advice(on step: Trend.Step) -> String {
    let words = [points[step.from].commit, points[step.to].commit, step.series.benchmark]
    // Records may contain any text, and a reader may paste this command into a shell.
    guard words.allSatisfy({ $0.wholeMatch(of: /\w[\w.\/-]*/) != nil }) else {
      return "No comparison of these commits is stored. Compare them with 'compare'."
    }
    return """
      No comparison of these commits is stored. Measure one with '\(ToolName.current.command) compare \
      \(words[0].prefix(12)) \(words[1].prefix(12)) --filter \(words[2])'.
      """
  }

  /// The tables of the courses that have steps in the text, or of all courses if there are few.
  package var tables: [(title: String, table: Table)] {
    let series = Set(shownSteps.map(\.series))
    let shown =
      courses.count <= mostTables ? courses : courses.filter { series.contains($0.series) }
    return shown.map { ($0.label, table($0)) }
  }

  /// A table with a row per course: its levels as a line, and the last level.
  var overview: Table {
    var columns = TableColumns<Trend.Course>()
    columns.text("benchmark") { $0.label }
    columns.text("course") { $0.line }
    columns.number("at the end") { course in
      course.last.map { level in
        course.unit.map { "\(course.number(level.value)) \($0)" } ?? NumberText.change(level.value)
      } ?? "n/a"
    }
    columns.number("interval") { course in course.last.map { course.text($0.interval) } }
    columns.number("steps") {
      Table.Cell("\($0.steps.count)", $0.steps.isEmpty ? nil : .doubtful)
    }
    return columns.table(courses)
  }

  /// A table of a course with a row per commit.
  private func table(_ course: Trend.Course) -> Table {
    var table = Table([
      .text("commit"), .number(course.title), .number("interval"),
      .text(course.isRecorded ? "change" : "verdict"), .text("subject"),
    ])
    var last: String?
    for (index, point) in points.enumerated()
    where !course.isRecorded || course.levels[index] != nil {
      let level = course.levels.indices.contains(index) ? course.levels[index] : nil
      var word = "not measured"
      var role: ReportStyle.Role? = .quiet
      if case .built(let digest, _) = point.state, level != nil || course.verdicts[index] != nil {
        let step = course.isRecorded ? course.steps.first { $0.to == index } : nil
        let verdict = course.verdicts[index] ?? step?.verdict
        word = verdict?.rawValue ?? (course.isRecorded && last != nil ? "" : "first")
        if let step { word = "\(step.likely)\(word) \(size(of: step, in: course))" }
        role = verdict?.role
        if let change = course.breaks[index] {
          word = "other \(change)"
          role = .doubtful
        } else if digest == last, step == nil {
          word = "same code"
          role = .quiet
        }
        last = digest
      } else if point.state == .pending {
        word = "not reached"
      }
      table.add([
        Table.Cell(String(point.commit.prefix(12))),
        Table.Cell(level.map { course.number($0.value) } ?? ""),
        Table.Cell(level.map { course.text($0.interval) } ?? ""), Table.Cell(word, role),
        Table.Cell(point.subject),
      ])
    }
    return table
  }

  func label(of step: Trend.Step) -> String {
    courses.first { $0.series == step.series }?.label ?? step.series.benchmark
  }

  /// The size of a step: a ratio, or the values before and after.
  func size(of step: Trend.Step, in course: Trend.Course?) -> String {
    guard step.ratio == nil, let ends = step.ends, let course else {
      return StepText.size(step.ratio, step.interval)
    }
    let (before, after) = (course.number(ends.before), course.number(ends.after))
    return "from \(before) to \(after)\(course.unitSuffix)"
  }

  /// The name of a point: its commit with the subject, or else the subject or the time.
  private func name(of point: Trend.Point) -> String {
    if !point.commit.isEmpty { return StepText.commit(point.commit, point.subject) }
    return point.subject.isEmpty ? point.time.formatted(.iso8601) : point.subject
  }

  /// A sentence on a step: what changed, by how much, in which commit and in which function.
  package func sentence(_ step: Trend.Step) -> String {
    let point = points[step.to]
    let size = size(of: step, in: courses.first { $0.series == step.series })
    let between = step.pair == nil ? 0 : step.to - step.from - 1
    let others =
      between == 0
      ? ""
      : between == 1
        ? ", or at the unmeasured commit before it"
        : ", or at one of the \(between) unmeasured commits before it"
    let methods = step.methods.isEmpty ? "" : ", by \(Words.list(step.methods.map(\.rawValue)))"
    return """
      \(label(of: step)) \(step.likely)\
      \(step.verdict.rawValue) \(size) at \(name(of: point))\(others)\
      \(methods)\(StepText.functions(step.explanation))
      """
  }
}

/// Up to this number of courses, each has a table, even without a step.
private let mostTables = 3

extension Trend.Step {
  /// `likely ` for a step that is not certain but likely because of its size; otherwise empty.
  fileprivate var likely: String { methods.isEmpty ? "" : "likely " }
}

extension Trend.Course {
  /// The title of its levels: their unit, or `index`.
  package var title: String { unit.map { $0.isEmpty ? "value" : $0 } ?? "index" }

  fileprivate func number(_ level: Double) -> String {
    guard isRecorded else { return NumberText.format(level, decimals: 4) }
    return series.quantity.isCounted ? NumberText.count(level) : NumberText.format(level)
  }

  /// The interval of a level as text; empty if none was recorded.
  fileprivate func text(_ interval: Interval) -> String {
    guard isRecorded else { return StepText.interval(interval) }
    return interval.width == 0 ? "" : "\(number(interval.low)) … \(number(interval.high))"
  }

  /// The levels as a line of characters.
  ///
  /// Between two breaks, the largest level has the highest character.
  fileprivate var line: String {
    segments.map { rows in
      let known = levels[rows].compactMap { $0?.value }
      guard let least = known.min(), let most = known.max() else { return "" }
      // Noise below 1 % looks flat.
      let range = max(most / 2 - least / 2, 0.02 * least.magnitude, .leastNormalMagnitude)
      return Sparkline(
        // Halves, because the distance of two large values may be infinite.
        known.map { 0.1 + 0.9 * (($0 / 2 - least / 2) / range) },
        longest: max(1, 40 * rows.count / max(1, levels.count))
      ).text
    }.joined(separator: "│")
  }

  fileprivate var last: Trend.Level? { levels.compactMap(\.self).last }
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
