import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
import Foundation
import FrameLogs
import ReportText

/// A report on the courses of benchmarks over commits that were recorded one after the other.
package struct HistoryReport: CourseReport {
  /// The maximum number of likely steps that the text names.
  private static let mostLikelySteps = 20

  private let history: RecordedHistory
  package let points: [Trend.Point]
  package let range: String
  package let ending = Ending()

  package init(_ history: RecordedHistory, range: String) {
    self.history = history
    self.range = range
    points = history.rows.enumerated().map { index, row in
      Trend.Point(
        commit: row.commit, subject: row.subject, time: Date(timeIntervalSince1970: row.time),
        state: .built(digest: row.build ?? "\(index)", names: []))
    }
  }
}

extension HistoryReport {
  package var kind: String { "History" }
  package var stepNoun: String { "likely step" }
  package var courses: [Trend.Course] { history.courses }

  /// Every point without a commit counts as a commit of its own.
  package var commitCount: Int {
    let known = points.map(\.commit).filter { !$0.isEmpty }
    return Set(known).count + points.count - known.count
  }

  /// Sorted by the size of the change that is certain, largest first, because chance and drift
  /// cause small steps.
  package var rankedSteps: [Trend.Step] {
    steps.enumerated().sorted { one, other in
      (-one.element.sureShare, one.offset) < (-other.element.sureShare, other.offset)
    }.map(\.element)
  }

  package var shownSteps: [Trend.Step] { Array(rankedSteps.prefix(Self.mostLikelySteps)) }

  package var heads: [String] {
    let machines = history.rows.compactMap { $0.settings[HistoryRecord.machine] }
    let known = machines.isEmpty ? "" : " on \(Words.count(Set(machines).count, "machine"))"
    let unnamed = history.rows.count - machines.count
    let others =
      machines.isEmpty || unnamed == 0 ? "" : "; \(Words.count(unnamed, "row")) without a machine"
    return [
      """
      \(Words.count(history.rows.count, "row")): \(Words.count(commitCount, "commit"))\(known)\(others).
      """
    ]
  }

  package var notes: [String] { [RecordedHistory.caution] }
  package var warnings: [MeasuringWarning] { history.warnings }
  package var unknown: [String] { [] }

  package func comparison(of step: Trend.Step) -> CompareReport? { nil }

  package var details: JSONObject { ["caution": RecordedHistory.caution] }

  package func details(of point: Int, levels: JSONObject) -> JSONObject {
    ["values": levels, "settings": history.rows[point].settings]
  }
}
