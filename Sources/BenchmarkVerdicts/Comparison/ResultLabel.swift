package import BenchmarkResults
package import Foundation
import ReportText

/// The name, commit and time of one side of a comparison.
package struct ResultLabel: Hashable, Codable, Sendable {
  /// What the user called it: a path, a stored name or a revision.
  package let name: String

  package let commit: String?

  package let time: Date

  /// Labels a build that is measured for the comparison.
  package init(_ name: String, commit: String?, time: Date) {
    self.name = name
    self.commit = commit
    self.time = time
  }

  package init(_ name: String, _ file: ResultFile) {
    self.init(name, commit: file.environment.commit.value, time: file.time)
  }
}

extension ResultLabel: CustomStringConvertible {
  package var description: String {
    let commit = commit.map { "commit \($0.prefix(12)), " } ?? ""
    return "\(name) (\(commit)\(time.reportText))"
  }
}
