package import BenchmarkModel
import ReportText

/// Why the commits of a history cannot be measured.
package enum HistoryError: Error, Hashable, Sendable {
  case unusable(String, reason: String)
  case nothingComparable(String?)
  case noSuchMetric(String, known: [String])
  case nothingSelected

  /// An error ended a comparison of two commits.
  case comparisonEnded(reason: String)
  case noRecords(String)
  case tooMany(commits: Int, hours: Double, every: Int)
}

extension HistoryError: ToolError {
  package var exitCode: ToolExit {
    switch self {
    case .unusable, .nothingComparable, .comparisonEnded: .couldNotRun
    case .noRecords: .notFound
    case .noSuchMetric, .nothingSelected, .tooMany: .wrongUsage
    }
  }

  package var description: String {
    switch self {
    case .unusable(let commit, let reason):
      """
      \(commit.prefix(12)) cannot be measured: \(reason.withoutFullStop). Choose a commit that can be.
      """
    case .nothingComparable(let reason):
      """
      The first and the last commit cannot be compared: \
      \(reason?.withoutFullStop ?? "they have no benchmark in common"). Choose others, or another \
      '--filter'.
      """
    case .noSuchMetric(let name, let known):
      """
      No comparison has the metric '\(name)'. Choose one of \(known.joined(separator: ", ")), or \
      another '--filter'.
      """
    case .comparisonEnded(let reason):
      """
      A comparison of two commits ended early: \(reason.withoutFullStop). Run the same command again \
      to continue.
      """
    case .nothingSelected:
      "No commit has a benchmark that is selected. '\(ToolName.current.command) list' shows the names."
    case .noRecords(let place):
      """
      '\(place)' contains no measurements of commits. Commit, and measure with '\(ToolName.current.command) run'; \
      or name data.js, a CSV file or JSON of asv, hyperfine, Google Benchmark or JMH with '--from'.
      """
    case .tooMany(let commits, let hours, let every):
      """
      \(commits) commits take up to \(hours < 10 ? "\((hours * 10).rounded() / 10)" : "\(Int(hours))") \
      hours, without building. Add '--every \(every)' to take a part of them, or '--every 1' to take all.
      """
    }
  }
}
