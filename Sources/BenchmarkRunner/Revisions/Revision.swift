/// A side of a comparison that can be built.
package enum Revision: Hashable, Sendable {
  /// A commit, and what the user called it.
  case commit(String, name: String)

  /// What is on disk.
  case workingTree
}

extension Revision: CustomStringConvertible {
  package var description: String {
    switch self {
    case .commit(let hash, let name):
      hash.hasPrefix(name) ? "revision \(hash.prefix(12))" : "revision '\(name)'"
    case .workingTree: "the working tree"
    }
  }
}

/// A revision whose executable is ready.
package struct RevisionBuild: Hashable, Sendable {
  package let revision: Revision

  /// Its commit; a nameless one for a working tree with changes.
  package let commit: String

  /// Absolute path of the executable.
  package let executable: String
}
