import BenchmarkModel
import Foundation

/// A side of a comparison that can be built.
package enum Revision: Hashable, Sendable {
  /// A commit, and the name that the user gave for it.
  case commit(String, name: String)

  /// The files as they are now, including uncommitted changes.
  case workingTree

  /// A file that was built elsewhere, under the path that the user gave.
  case executable(String)
}

extension Revision: CustomStringConvertible {
  package var description: String {
    switch self {
    case .commit(let hash, let name):
      hash.hasPrefix(name) ? "revision \(hash.prefix(12))" : "revision '\(name)'"
    case .workingTree: "the working tree"
    case .executable(let path): path
    }
  }
}

/// A revision whose executable is ready.
package struct RevisionBuild: Hashable, Sendable {
  package let revision: Revision

  /// Its commit; for a working tree with changes, one that no branch refers to.
  package let commit: String

  /// Absolute path of the executable.
  package let executable: String

  /// Absolute path of the folder in which the revision's repository was checked out to build it.
  package let sources: String

  /// The candidate's benchmarks that it was built with, or nil if it has its own.
  package let benchmarks: BenchmarkFolders?

  /// Why it does not have the candidate's benchmarks, although that was asked for; nil otherwise.
  package internal(set) var benchmarksProblem: String?
}

extension RevisionBuild {
  /// An executable as it is, which is never rebuilt.
  package init(executable: String, calledBy name: String, in folder: String) {
    self.init(
      revision: .executable(name), commit: "", executable: executable, sources: folder,
      benchmarks: nil)
  }

  /// Whether it is not a revision of the repository.
  package var isForeign: Bool { if case .executable = revision { true } else { false } }
}

extension RevisionBuild {
  /// A hash of what the executable runs: its code and constants, its resources and libraries.
  ///
  /// Equal for builds that differ only in comments, debug information or paths.
  package func digest() throws -> String {
    let folder = URL(filePath: executable).deletingLastPathComponent()
    var hash = StableHash()
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    where !name.hasPrefix(".framegate-") && name != "Package.resolved" {
      let file = folder.appending(path: name)
      guard RealPath.kind(file.path) == .file else { continue }
      let content = try Data(contentsOf: file, options: .mappedIfSafe)
      for part in ExecutableImage(content)?.sections ?? [("", content)] {
        hash.combine("\(name) \(part.name)")
        part.content.withUnsafeBytes { hash.combine($0) }
      }
    }
    return hash.digits
  }
}
