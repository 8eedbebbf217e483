import BenchmarkModel
import Foundation
import ReportText

/// The reason why there is nothing to report.
enum ReportError: ToolError {
  /// Nothing is stored in this folder.
  case noRun(in: URL)

  /// No chart matches; `names` are the charts that exist.
  case noChart(names: [String])

  /// A scenario cannot be filmed.
  case noFilm(scenario: String, reason: String)

  var exitCode: ToolExit {
    switch self {
    case .noRun: .notFound
    case .noChart, .noFilm: .wrongUsage
    }
  }

  var description: String {
    switch self {
    case .noRun(let folder):
      """
      No run is stored in \(folder.relativeToWorkingFolder). Measure one \
      with '\(ToolName.current.command) run', or name a result file.
      """
    case .noChart(let names) where names.isEmpty:
      "The result has nothing to draw in this chart. Choose another one with '--chart'."
    case .noChart(let names):
      """
      No chart matches. There are charts of \(names.prefix(5).joined(separator: ", "))\
      \(names.count > 5 ? " and \(names.count - 5) others" : ""); choose one with '--filter'.
      """
    case .noFilm(let scenario, let reason):
      """
      There is no film of '\(scenario)': \(reason.withoutFullStop). \
      Choose another chart with '--chart'.
      """
    }
  }
}
