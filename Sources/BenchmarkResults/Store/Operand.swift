package import Foundation

/// What BASE or CANDIDATE of a command stands for.
package enum Operand: Hashable, Sendable {
  /// A result file at a path.
  case file(URL)

  /// A result stored under a name.
  case baseline(ResultName)

  /// A commit by its hash, or the first digits of it, and the words the user chose.
  case commit(String, revision: String)
}

extension Operand: CustomStringConvertible {
  /// What the user would type.
  package var description: String {
    switch self {
    case .file(let url): url.relativePath
    case .baseline(let name): name.text
    case .commit(_, let revision): revision
    }
  }
}
