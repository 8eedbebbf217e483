package import Foundation

/// The commits of a branch from one to another, the oldest first, both included.
///
/// Of a merge, only the branch that was merged into is followed (the first parent): what came with
/// the merge is one change.
package struct CommitRange: Hashable, Sendable {
  package struct Commit: Hashable, Sendable {
    package let hash: String

    /// The first line of its message.
    package let subject: String
    package let isMerge: Bool

    package let time: Date
  }

  package let commits: [Commit]
}

extension CommitRange {
  /// How many of them are merges; the first one's own merge does not matter.
  package var mergeCount: Int { commits.dropFirst().count(where: \.isMerge) }

  /// Every `step`-th commit from the first one on, and the last one.
  ///
  /// - Precondition: `step >= 1`.
  package func every(_ step: Int) -> CommitRange {
    let last = commits.indices.last
    return CommitRange(
      commits: commits.enumerated().filter { $0.offset % step == 0 || $0.offset == last }.map(
        \.element))
  }
}

/// Why two revisions are not the ends of a range of commits.
package enum RangeProblem: Hashable, Sendable {
  /// The text does not name two revisions with two dots between them.
  case malformed

  case empty

  /// The last is an ancestor of the first.
  case reversed

  /// Neither is an ancestor of the other.
  case diverged(base: String?)
}
