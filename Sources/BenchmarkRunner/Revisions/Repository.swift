import Foundation

/// A git repository, as far as comparing revisions of a package in it takes one.
package struct Repository: Sendable {
  /// The top folder of the checkout.
  let top: String

  /// From there to the package: empty, or a path that ends with a slash.
  let prefix: String

  /// Finds the repository that `folder` lies in; a worktree is one too.
  ///
  /// - Throws: ``RevisionError/notARepository(folder:)``.
  package init(folder: String) async throws {
    let command = Command(
      name: "git", arguments: ["rev-parse", "--show-toplevel", "--show-prefix"], folder: folder)
    guard let outcome = try? await command.run(), outcome.isSuccess else {
      try Task.checkCancellation()
      throw RevisionError.notARepository(folder: folder)
    }
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    top = String(lines.first ?? "")
    prefix = lines.count > 1 ? String(lines[1]) : ""
  }
}

extension Repository {
  /// The full hash of the commit called `revision`.
  ///
  /// - Throws: ``RevisionError/notFound(revision:isShallow:)``.
  package func commit(of revision: String) async throws -> String {
    let found = try await command(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"]
    ).run()
    if found.isSuccess { return found.output.trimmed }
    throw RevisionError.notFound(revision: revision, isShallow: await isShallow)
  }

  /// Whether the clone lacks a part of the history.
  package var isShallow: Bool {
    get async {
      let answer = try? await command(["rev-parse", "--is-shallow-repository"]).run()
      return answer?.output.trimmed == "true"
    }
  }

  /// The hash of everything in a commit: equal hashes mean equal files.
  func tree(of commit: String) async throws -> String {
    try await git("read the tree of \(commit)", ["rev-parse", "\(commit)^{tree}"])
  }

  /// A file of a commit; nil when it has none there.
  func file(_ path: String, of commit: String) async throws -> String? {
    let outcome = try await command(["show", "\(commit):\(prefix)\(path)"]).run()
    return outcome.isSuccess ? outcome.output : nil
  }

  /// A commit of what is on disk now, untracked files too, but not what git ignores.
  ///
  /// HEAD itself when nothing differs. Otherwise an object that no branch names and git removes in
  /// time; neither the index nor any file is touched. The same content has the same hash.
  ///
  /// - Parameter scratch: A folder for a copy of the index.
  /// - Returns: The commit's full hash.
  /// - Throws: ``RevisionError/git(action:reason:)``.
  func snapshot(scratch: URL) async throws -> String {
    let head = try await commit(of: "HEAD")
    let index = scratch.appending(path: "index-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: index) }
    let original = try await git("find its index", ["rev-parse", "--git-path", "index"])
    // The copy remembers which files are unchanged, and so spares reading them.
    try? FileManager.default.copyItem(
      at: URL(filePath: original, relativeTo: URL(filePath: top, directoryHint: .isDirectory)),
      to: index)
    let variables = ["GIT_INDEX_FILE": index.path]
    _ = try await git("take in the files on disk", ["add", "--all", "."], variables)
    let tree = try await git("write a tree", ["write-tree"], variables)
    if try await self.tree(of: head) == tree { return head }
    return try await git(
      "record the files on disk",
      ["commit-tree", tree, "-p", head, "-m", "What was on disk for framegate compare"],
      Self.anonymous)
  }

  /// Without an author or a time, so that the hash depends on the content alone.
  private static let anonymous = [
    "GIT_AUTHOR_NAME": "framegate", "GIT_AUTHOR_EMAIL": "framegate@localhost",
    "GIT_COMMITTER_NAME": "framegate", "GIT_COMMITTER_EMAIL": "framegate@localhost",
    "GIT_AUTHOR_DATE": "@0 +0000", "GIT_COMMITTER_DATE": "@0 +0000",
  ]

  /// What git prints for arguments that must succeed.
  ///
  /// - Throws: ``RevisionError/git(action:reason:)``.
  @discardableResult
  func git(
    _ action: String, _ arguments: [String], _ variables: [String: String?] = [:],
    in folder: String? = nil
  ) async throws -> String {
    var command = command(arguments)
    command.variables = variables
    if let folder { command.folder = folder }
    let outcome = try await command.run()
    guard outcome.isSuccess else {
      let lines = outcome.error.split(separator: "\n").map(String.init)
      let reason = lines.first { $0.hasPrefix("fatal:") || $0.hasPrefix("error:") } ?? lines.last
      throw RevisionError.git(action: action, reason: reason ?? "it did not say why")
    }
    return outcome.output.trimmed
  }

  /// Hooks are for people at work, not for checkouts that nobody sees.
  private func command(_ arguments: [String]) -> Command {
    Command(
      name: "git", arguments: ["-c", "core.hooksPath=/dev/null"] + arguments, folder: top)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
