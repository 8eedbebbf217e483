package import BenchmarkResults
package import Foundation

/// Which result a side of a comparison is.
package struct ResultLabel: Hashable, Codable, Sendable {
  /// What the user called it: a path, a name or a revision.
  package let name: String

  /// Its commit; nil when it is not known.
  package let commit: String?

  /// When it was measured.
  package let time: Date

  /// Names a build that is measured while it is compared.
  package init(_ name: String, commit: String?, time: Date) {
    (self.name, self.commit, self.time) = (name, commit, time)
  }

  /// Names a side.
  package init(_ name: String, _ file: ResultFile) {
    (self.name, commit, time) = (name, file.environment.commit.value, file.time)
  }
}

extension ResultLabel: CustomStringConvertible {
  package var description: String {
    let commit = commit.map { "commit \($0.prefix(12)), " } ?? ""
    return "\(name) (\(commit)\(time.reportText))"
  }
}
