import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import Foundation
package import ReportText
import SampleStatistics

/// A report on which commits changed a number, for people and programs.
package struct BisectReport {
  private let search: Bisection
  private let failsOnStep: Bool
  private let ending: Ending
  private let warnings: [MeasuringWarning]

  /// Creates a report on a search; `warnings` are those of the command, not of its comparisons.
  package init(
    _ search: Bisection, failsOnStep: Bool = false, ending: Ending = Ending(),
    warnings: [MeasuringWarning] = []
  ) {
    self.warnings = warnings + search.trend.warnings
    self.search = search
    self.failsOnStep = failsOnStep
    self.ending = ending
  }
}

extension BisectReport {
  /// The severity of the result: finding a commit fails the command only if it was told so.
  package var severity: Severity {
    min(ending.severity, failsOnStep && search.decision == .found ? .regressed : .pass)
  }

  /// Whether the search ended without an answer.
  package var isUndecided: Bool {
    !ending.isInterrupted && search.decision == .inconclusive
  }
}

extension BisectReport {
  private var points: [Trend.Point] { search.trend.points }

  private func name(_ point: Int) -> String { String(points[point].commit.prefix(12)) }

  /// What is searched, such as `scene work at 60 Hz`.
  private var subject: String { search.series.map(name) ?? "No benchmark" }

  private func name(_ series: HistorySeries) -> String {
    "\(series.benchmark) \(series.quantity.metric)" + (series.rate.map { " at \($0)" } ?? "")
  }

  /// The change between the ends, the commits that were found, and what remains unknown.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    var lines = [
      "\(subject): \(size(search.total)) from \(name(0)) to \(name(points.count - 1)), "
        + "\(Words.count(points.count - 1, "commit"))"
    ]
    lines += search.culprits.map(sentence)
    lines += search.undecided.map { range in
      """
      A part of the change is in \(name(range.lowerBound)) … \(name(range.upperBound - 1)), and could \
      not be located. Use '--time'.
      """
    }
    if !search.others.isEmpty {
      let names = search.others.map(name).sorted()
      lines.append("Also different: \(names.prefix(5).joined(separator: ", "))")
    }
    if search.series?.quantity.isCounted != true {
      lines += [search.trend.thresholdSentence].compactMap(\.self)
    }
    lines += search.trend.failureSentences + warnings.map { $0.text(.current) }
    let role: ReportStyle.Role =
      search.decision == .inconclusive || ending.isInterrupted
      ? .doubtful : search.culprits.isEmpty ? .good : .bad
    return lines.lines() + "\n" + style.paint("\(headline)", as: role) + "\n"
  }

  /// A change in words: a ratio for times, both values for counts, and for computed results only
  /// whether they changed.
  private func size(_ change: SeriesFit.Ratio?) -> String {
    guard let change else { return "n/a" }
    if search.series?.quantity == .answers {
      return change.value == nil ? "different" : "equal"
    }
    if change.counts.isEmpty { return StepText.size(change.value, change.interval) }
    return change.counts.map(NumberText.count).joined(separator: " → ")
  }

  private func sentence(_ culprit: Bisection.Culprit) -> String {
    let commit = points[culprit.commit]
    let between = points[culprit.parent + 1..<culprit.commit]
    let others =
      between.isEmpty
      ? ""
      : """
      , or one of \(Words.count(between.count, "commit")) before it that cannot be measured: \
      \(between.map { $0.commit.prefix(12) }.joined(separator: ", "))
      """
    return """
      \(StepText.commit(commit.commit, commit.subject)): \
      \(size(culprit.change)) against \(name(culprit.parent))\
      \(culprit.isConfirmed ? "" : ", not confirmed")\(others)\
      \(culprit.difference.map { ", first \($0)" } ?? "")\
      \(StepText.functions(culprit.explanation))
      """
  }

  private var headline: String {
    let count = "\(Words.count(search.comparisonCount, "comparison"))."
    if ending.isInterrupted {
      return "Interrupted. Run the same command again to continue. \(count)"
    }
    return switch search.decision {
    case .found: "Found \(Words.count(search.culprits.count, "commit")) with \(count)"
    case .unchanged:
      "The first and the last commit do not differ by more than the threshold; nothing to find."
    case .inconclusive:
      "Undecided after \(count) Use '--time', or a quieter machine; what was compared is kept."
    }
  }

  /// The report for programs: JSON that ends with a newline.
  package func json() throws -> Data {
    let all: JSONObject = [
      "good": points.first?.commit, "bad": points.last?.commit,
      "benchmark": search.series?.benchmark, "metric": search.series?.quantity.metric,
      "rateHz": search.series?.rate, "ratio": search.total?.value,
      "interval": search.total?.interval, "decision": search.decision,
      "comparisons": search.comparisonCount, "interrupted": ending.isInterrupted,
      "culprits": search.culprits.map { culprit -> JSONObject in
        [
          "commit": points[culprit.commit].commit, "subject": points[culprit.commit].subject,
          "parent": points[culprit.parent].commit, "ratio": culprit.change?.value,
          "interval": culprit.change?.interval, "counts": culprit.change?.counts,
          "confirmed": culprit.isConfirmed, "difference": culprit.difference,
          "unmeasured": points[culprit.parent + 1..<culprit.commit].map(\.commit),
          "functions": (culprit.explanation?.functions ?? []).prefix(Explanation.mostFunctions)
            .map(\.self),
        ]
      },
      "undecided": search.undecided.map { $0.map { points[$0].commit } },
      "failures": search.trend.failuresJSON, "thresholds": search.trend.thresholds,
      "warnings": warnings.isEmpty ? nil : warnings.map { $0.text(.current) },
    ]
    return try PrettyJSON.encode(all)
  }
}
