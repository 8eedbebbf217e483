import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
import Foundation
import FrameLogs
package import ReportText
import SampleStatistics

/// The course of benchmarks over commits, for people and programs.
package struct TrendReport {
  /// The comparisons of pairs, or nil for what was recorded one after the other.
  let trend: Trend?

  /// What was recorded, by row; nothing for comparisons of pairs.
  let rows: [HistoryRecord]
  package let points: [Trend.Point]
  package let courses: [Trend.Course]
  package let range: String
  package let ending: Ending

  var warnings: [String] = []

  /// The report on comparisons, which shards may have taken on several processors.
  package init(
    _ trend: Trend, range: String, ending: Ending = Ending(), processors: [String] = []
  ) {
    self.trend = trend
    if processors.count > 1 {
      warnings = [MeasuringWarning.differentProcessors(processors).text(.current)]
    }
    rows = []
    points = trend.points
    courses = trend.courses
    self.range = range
    self.ending = ending
  }

  /// The report on what was recorded one after the other.
  package init(_ history: RecordedHistory, range: String) {
    trend = nil
    rows = history.rows
    points = rows.enumerated().map { index, row in
      Trend.Point(
        commit: row.commit, subject: row.subject, time: Date(timeIntervalSince1970: row.time),
        state: .built(digest: row.build ?? "\(index)", names: []))
    }
    courses = history.courses
    warnings = history.notes
    self.range = range
    ending = Ending()
  }
}

extension TrendReport {
  /// All steps, in the order of the commits.
  package var steps: [Trend.Step] {
    courses.flatMap(\.steps).sorted { ($0.to, $0.series.benchmark) < ($1.to, $1.series.benchmark) }
  }

  /// All steps in the order in which people read them: steps of recorded values by how much has
  /// surely changed, because chance and drift make some of them; compared ones by commit.
  package var rankedSteps: [Trend.Step] {
    guard trend == nil else { return steps }
    return steps.enumerated().sorted { one, other in
      (-one.element.sureShare, one.offset) < (-other.element.sureShare, other.offset)
    }.map(\.element)
  }

  /// How many likely steps a text has.
  private static let mostLikelySteps = 20

  /// The steps that a text has.
  private var shownSteps: [Trend.Step] {
    trend == nil ? Array(rankedSteps.prefix(Self.mostLikelySteps)) : steps
  }

  /// A sentence for each step of a text, and one on the steps that it leaves out.
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

  package var kind: String { trend == nil ? "History" : "Trend" }

  /// How many commits there are, of which records can have several rows.
  private var commits: Int {
    guard trend == nil else { return points.count }
    // Of rows without a commit, each may be of another one.
    let known = points.map(\.commit).filter { !$0.isEmpty }
    return Set(known).count + points.count - known.count
  }

  /// How many courses without a step have a table of their own.
  private static let mostTables = 3

  package var role: ReportStyle.Role {
    if ending.isInterrupted || courses.contains(where: \.isDoubtful) { return .doubtful }
    return steps.contains { $0.verdict == .regressed } ? .bad : .good
  }

  package var headline: String {
    let end = ending.isInterrupted ? "Interrupted; the same command goes on. " : ""
    let noun = trend == nil ? "likely step" : "step"
    let count = steps.isEmpty ? "No \(noun)" : Words.count(steps.count, noun)
    return "\(end)\(count) in \(Words.count(commits, "commit")) of \(range)."
  }

  /// The functions whose instructions a step changed, or nil if that is not known.
  package func functions(of step: Trend.Step) -> Table? { step.explanation?.table }

  /// The stored comparison of the builds of a step, or nil without one.
  package func comparison(of step: Trend.Step) -> CompareReport? {
    guard let trend, let pair = step.pair else { return nil }
    let known = trend.comparisons[pair].filter { $0.names.contains(step.series.benchmark) }
    guard let newest = known.max(by: { $0.time < $1.time }) else { return nil }
    let ends = newest.pair == pair ? [step.from, step.to] : [step.to, step.from]
    let labels = ends.map { point in
      ResultLabel(points[point].subject, commit: points[point].commit, time: points[point].time)
    }
    let entries = newest.about([step.series.benchmark]).entries
    return CompareReport(
      Gate(Comparison(entries: entries)), baseline: labels[0], candidate: labels[1])
  }

  /// How to get the comparison of a step that has none stored.
  package func advice(on step: Trend.Step) -> String {
    let words = [points[step.from].commit, points[step.to].commit, step.series.benchmark]
    // Records may hold anything, and a reader may paste this into a shell.
    guard words.allSatisfy({ $0.wholeMatch(of: /\w[\w.\/-]*/) != nil }) else {
      return "No comparison of these commits is stored. Compare them with 'compare'."
    }
    return """
      No comparison of these commits is stored. Measure one with '\(ToolName.current.command) compare \
      \(words[0].prefix(12)) \(words[1].prefix(12)) --filter \(words[2])'.
      """
  }

  /// The tables of courses with steps that a text shows, or of all courses if they are few.
  package var tables: [(title: String, table: Table)] {
    let series = Set(shownSteps.map(\.series))
    let shown =
      courses.count <= Self.mostTables ? courses : courses.filter { series.contains($0.series) }
    return shown.map { ($0.label, table($0)) }
  }

  /// What a reader should know last: whether comparisons add up, and what was not measured.
  package var notes: [String] {
    trend == nil ? warnings + [RecordedHistory.caution] : [misfitSentence] + gaps + warnings
  }

  /// What a reader should know first: how the commits were built, or where they were measured.
  package var heads: [String] {
    guard let trend else {
      let machines = Set(rows.map { $0.settings[HistoryRecord.machine] }).count
      return [
        """
        \(Words.count(rows.count, "row")): \(Words.count(commits, "commit")) on \
        \(Words.count(machines, "machine")).
        """
      ]
    }
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
    points.compactMap { point in
      guard case .gap(let reason) = point.state else { return nil }
      return "\(point.commit.prefix(12)) is left out: \(reason)"
    }
  }

  /// A row per course: its line, and where it ends.
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
    columns.number("steps") { Table.Cell("\($0.steps.count)", $0.steps.isEmpty ? nil : .doubtful) }
    return columns.table(courses)
  }

  /// A row per commit.
  private func table(_ course: Trend.Course) -> Table {
    var table = Table([
      .text("commit"), .number(course.title), .number("interval"),
      .text(trend == nil ? "change" : "verdict"), .text("subject"),
    ])
    var last: String?
    for (index, point) in points.enumerated() where trend != nil || course.levels[index] != nil {
      let level = course.levels.indices.contains(index) ? course.levels[index] : nil
      var word = "not measured"
      var role: ReportStyle.Role? = .quiet
      if case .built(let digest, _) = point.state, level != nil || course.verdicts[index] != nil {
        let step = course.unit == nil ? nil : course.steps.first { $0.to == index }
        let verdict = course.verdicts[index] ?? step?.verdict
        word = verdict?.rawValue ?? (course.unit == nil || last == nil ? "first" : "")
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

  static func text(_ interval: Interval) -> String {
    interval.width == 0
      ? "exact" : "\(NumberText.change(interval.low)) … \(NumberText.change(interval.high))"
  }

  func label(of step: Trend.Step) -> String {
    courses.first { $0.series == step.series }?.label ?? step.series.benchmark
  }

  /// By how much a step changes a course, or from which value to which one.
  private func size(of step: Trend.Step, in course: Trend.Course?) -> String {
    guard step.ratio == nil, let ends = step.ends, let course else {
      return StepText.size(step.ratio, step.interval)
    }
    let (before, after) = (course.number(ends.before), course.number(ends.after))
    return "from \(before) to \(after)\(course.unitSuffix)"
  }

  /// A row in words: its commit with the subject, or else what is known of it.
  private func name(of point: Trend.Point) -> String {
    if !point.commit.isEmpty { return StepText.commit(point.commit, point.subject) }
    return point.subject.isEmpty ? point.time.formatted(.iso8601) : point.subject
  }

  /// A step in a sentence: what, by how much, in which commit and in which function.
  package func sentence(_ step: Trend.Step) -> String {
    let point = points[step.to]
    let size = size(of: step, in: courses.first { $0.series == step.series })
    let between = trend == nil ? 0 : step.to - step.from - 1
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

  private var misfitSentence: String {
    guard let misfit = misfit else { return "No loop of comparisons to check." }
    let numbers = """
      χ² \(NumberText.format(misfit.chiSquare)) for \(Words.count(misfit.loops, "loop")), \
      99 % point \(NumberText.format(misfit.limit(level: 0.99)))
      """
    let again =
      repeatCount > 0
      ? " Measured again because of a misfit: \(Words.count(repeatCount, "comparison"))." : ""
    guard let worst = courses.first(where: \.isDoubtful) else {
      return "The loops of comparisons add up (\(numbers)).\(again)"
    }
    let pair = worst.suspects.first.map { " \(commits(of: $0)) fits least." } ?? ""
    return """
      The loops of comparisons do not add up (\(numbers)), least those of \(worst.label): this \
      machine, or a benchmark that does not repeat, falsified a comparison.\(pair)\(again)
      """
  }

  var repeatCount: Int { trend?.repeatCount ?? 0 }

  /// All loops together, or nil without any.
  var misfit: LevelFit.Misfit? {
    let all = courses.compactMap(\.misfit)
    guard !all.isEmpty else { return nil }
    return LevelFit.Misfit(
      chiSquare: all.reduce(0) { $0 + $1.chiSquare }, loops: all.reduce(0) { $0 + $1.loops })
  }

  private func commits(of pair: BuildPair) -> String {
    let names = [pair.baseline, pair.candidate].map { digest in
      points.first { point in
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

  /// `0f30e0051d16 (Read names lazily)`, or the hash alone where no subject is known.
  static func commit(_ hash: String, _ subject: String) -> String {
    subject.isEmpty ? "\(hash.prefix(12))" : "\(hash.prefix(12)) (\(subject))"
  }

  /// `: +266 instructions per operation in work(_:)`; nothing without an explanation.
  static func functions(_ explanation: Explanation?) -> String {
    guard let explanation, let most = explanation.families.first else { return "" }
    return """
      : \(ExplanationReport.signed(most.change.rounded())) instructions per \
      \(explanation.unit.rawValue) in \(most.name)
      """
  }
}

extension Trend.Step {
  /// `likely ` for a step that only its size makes likely.
  fileprivate var likely: String { methods.isEmpty ? "" : "likely " }
}

extension Trend.Course {
  /// What its levels are: `index`, or their unit.
  package var title: String { unit.map { $0.isEmpty ? "value" : $0 } ?? "index" }

  fileprivate func number(_ level: Double) -> String {
    unit == nil
      ? NumberText.format(level, decimals: 4)
      : series.isCounted ? NumberText.count(level) : NumberText.format(level)
  }

  /// The interval of a level as text; nothing where none was recorded.
  fileprivate func text(_ interval: Interval) -> String {
    guard unit != nil else { return TrendReport.text(interval) }
    return interval.width == 0 ? "" : "\(number(interval.low)) … \(number(interval.high))"
  }

  /// The levels as a line of characters, of which the highest is the largest between two breaks.
  fileprivate var line: String {
    segments.map { rows in
      let known = levels[rows].compactMap { $0?.value }
      guard let least = known.min(), let most = known.max() else { return "" }
      // Noise below a percent stays flat.
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
