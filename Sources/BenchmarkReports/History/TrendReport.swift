import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import ReportText
import SampleStatistics

/// The course of benchmarks over commits, for people and programs.
package struct TrendReport {
  package let trend: Trend
  package let courses: [Trend.Course]
  package let range: String
  let isInterrupted: Bool

  package init(_ trend: Trend, range: String, isInterrupted: Bool = false) {
    self.trend = trend
    self.range = range
    self.isInterrupted = isInterrupted
    courses = trend.courses
  }
}

extension TrendReport {
  /// All steps, in the order of the commits.
  package var steps: [Trend.Step] {
    courses.flatMap(\.steps).sorted { ($0.to, $0.series.benchmark) < ($1.to, $1.series.benchmark) }
  }

  /// How many courses without a step have a table of their own.
  private static let mostTables = 3

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

  /// The functions whose instructions a step changed; nil if that is not known.
  package func functions(of step: Trend.Step) -> Table? { step.explanation?.table }

  /// Those with steps, and all if they are few.
  package var tables: [(title: String, table: Table)] {
    let shown = courses.count <= Self.mostTables ? courses : courses.filter { !$0.steps.isEmpty }
    return shown.map { ($0.label, table($0)) }
  }

  /// What a reader should know last: whether comparisons add up, and what was not measured.
  package var notes: [String] { [misfitSentence] + gaps }

  /// What a reader should know first: how the commits were built.
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
  var overview: Table {
    var columns = TableColumns<Trend.Course>()
    columns.text("benchmark") { $0.label }
    columns.text("course") { $0.line }
    columns.number("at the end") { $0.last.map { NumberText.change($0.value) } ?? "n/a" }
    columns.number("interval") { $0.last.map { Self.text($0.interval) } }
    columns.number("steps") { Table.Cell("\($0.steps.count)", $0.steps.isEmpty ? nil : .doubtful) }
    return columns.table(courses)
  }

  /// A row per commit.
  private func table(_ course: Trend.Course) -> Table {
    var table = Table([
      .text("commit"), .number("index"), .number("interval"), .text("verdict"), .text("subject"),
    ])
    var last: String?
    for (index, point) in trend.points.enumerated() {
      let level = course.levels.indices.contains(index) ? course.levels[index] : nil
      var word = "not measured"
      var role: ReportStyle.Role? = .quiet
      if case .built(let digest, _) = point.state, level != nil || course.verdicts[index] != nil {
        let verdict = course.verdicts[index]
        word = verdict?.rawValue ?? "first"
        role = verdict?.role
        if digest == last {
          word = "same code"
          role = .quiet
        }
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
  package func sentence(_ step: Trend.Step) -> String {
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
  var misfit: LevelFit.Misfit? {
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
    return """
      : \(ExplanationReport.signed(most.change.rounded())) instructions per \
      \(explanation.unit.rawValue) in \(most.name)
      """
  }
}

extension Trend.Course {
  /// The levels as a line of characters, of which the highest is the largest.
  fileprivate var line: String {
    let known = levels.compactMap { $0?.value }
    guard let least = known.min(), let most = known.max() else { return "" }
    // Noise below a percent stays flat.
    let range = max(most - least, 0.04 * least.magnitude, .leastNormalMagnitude)
    return Sparkline(known.map { 0.1 + 0.9 * ($0 - least) / range }, longest: 40).text
  }

  /// The newest level that is known.
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
