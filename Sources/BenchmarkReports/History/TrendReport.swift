import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
import ReportText
import SampleStatistics

/// A report on the courses of benchmarks over commits that were compared in pairs.
package struct TrendReport: CourseReport {
  private let trend: Trend
  package let courses: [Trend.Course]
  package let range: String
  package let ending: Ending
  private let failsOnStep: Bool
  package let warnings: [MeasuringWarning]
  package let unknown: [String]

  /// Creates a report on comparisons; with shards, they may come from several processors.
  ///
  /// `warnings` are those of the command, not of its comparisons.
  package init(
    _ trend: Trend, range: String, failsOnStep: Bool = false, ending: Ending = Ending(),
    processors: [String] = [], warnings: [MeasuringWarning] = []
  ) {
    self.trend = trend
    courses = trend.courses
    self.range = range
    self.ending = ending
    self.failsOnStep = failsOnStep
    let known = Set(courses.map(\.series.benchmark))
    unknown = trend.failures.map(\.benchmark).filter { !known.contains($0) }
    self.warnings =
      warnings + trend.warnings
      + (processors.count > 1 ? [.differentProcessors(processors)] : [])
  }
}

extension TrendReport {
  /// The severity of the result: a benchmark fails the command only if it failed in all commits,
  /// and a step only if the command was told so.
  package var severity: Severity {
    let changes = failsOnStep && !steps.isEmpty ? Severity.regressed : .pass
    return min(ending.severity, unknown.isEmpty ? .pass : .failed, changes)
  }

  package var kind: String { "Trend" }
  package var stepNoun: String { "step" }
  package var points: [Trend.Point] { trend.points }
  package var commitCount: Int { points.count }
  package var rankedSteps: [Trend.Step] { steps }
  package var shownSteps: [Trend.Step] { steps }

  package var heads: [String] {
    var (same, changed, last) = (0, 0, String?.none)
    for case .built(let digest, _) in points.map(\.state) {
      if let last { if last == digest { same += 1 } else { changed += 1 } }
      last = digest
    }
    let pairs = Set(trend.comparisons.all.map(\.pair)).count
    return [
      """
      \(same) of \(Words.count(same + changed, "commit")) changed no code of this executable; \
      \(Words.count(pairs, "pair")) of builds compared.
      """
    ] + [trend.thresholdSentence].compactMap(\.self)
  }

  package var notes: [String] { [misfitSentence] + gaps + trend.failureSentences }

  /// Sentences on the commits that could not be measured, and why.
  private var gaps: [String] {
    points.compactMap { point in
      guard case .gap(let reason) = point.state else { return nil }
      return "\(point.commit.prefix(12)) is left out: \(reason)"
    }
  }

  /// The stored comparison of the builds of a step, or nil without one.
  package func comparison(of step: Trend.Step) -> CompareReport? {
    guard let pair = step.pair else { return nil }
    let known = trend.comparisons[pair].filter { $0.names.contains(step.series.benchmark) }
    guard let newest = known.max(by: { $0.time < $1.time }) else { return nil }
    let ends = newest.pair == pair ? [step.from, step.to] : [step.to, step.from]
    let labels = ends.map { point in
      ResultLabel(points[point].subject, commit: points[point].commit, time: points[point].time)
    }
    let entries = newest.about([step.series.benchmark]).entries
    return CompareReport(
      Gate(
        Comparison(
          entries: entries, warnings: (newest.warnings ?? []).map(MeasuringWarning.recorded))),
      baseline: labels[0], candidate: labels[1])
  }

  package var details: JSONObject {
    let misfit = misfit
    return [
      "misfit": [
        "chiSquare": misfit?.chiSquare ?? 0, "loops": misfit?.loops ?? 0,
        "limit": misfit?.limit(level: 0.99), "fits": !courses.contains(where: \.isDoubtful),
        "repeated": trend.repeatCount,
      ] as JSONObject,
      "failures": trend.failuresJSON, "thresholds": trend.thresholds,
    ]
  }

  package func details(of point: Int, levels: JSONObject) -> JSONObject { ["index": levels] }
}

extension TrendReport {
  private var misfitSentence: String {
    guard let misfit else { return "No loop of comparisons to check." }
    let numbers = """
      χ² \(NumberText.format(misfit.chiSquare)) for \(Words.count(misfit.loops, "loop")), \
      99 % point \(NumberText.format(misfit.limit(level: 0.99)))
      """
    let again =
      trend.repeatCount > 0
      ? " Measured again because of a misfit: \(Words.count(trend.repeatCount, "comparison"))." : ""
    guard let worst = courses.first(where: \.isDoubtful) else {
      return "The loops of comparisons add up (\(numbers)).\(again)"
    }
    let pair = worst.suspects.first.map { " \(trend.commits(of: $0)) fits least." } ?? ""
    return """
      The loops of comparisons do not add up (\(numbers)), least those of \(worst.label): this \
      machine, or a benchmark that does not repeat, distorted a comparison.\(pair)\(again)
      """
  }

  /// The misfit over all loops of comparisons, or nil if there are no loops.
  private var misfit: LevelFit.Misfit? {
    let all = courses.compactMap(\.misfit)
    guard !all.isEmpty else { return nil }
    return LevelFit.Misfit(
      chiSquare: all.reduce(0) { $0 + $1.chiSquare }, loops: all.reduce(0) { $0 + $1.loops })
  }
}
