import Foundation
import SystemTools

/// A git repository that contains the package to compare.
package struct Repository: Sendable {
  /// The state of a checkout.
  package struct State: Sendable {
    /// The full hash of HEAD.
    package let commit: String

    /// Whether tracked files differ from HEAD; nil when git could not tell.
    package let isDirty: Bool?

    /// The checked-out branch; nil for a detached HEAD.
    package let branch: String?
  }

  /// The top folder of the checkout.
  let top: String

  /// The path from there to the package: empty, or it ends with a slash.
  let prefix: String

  /// Finds the repository that contains `folder`; a worktree is one too.
  ///
  /// - Throws: ``RevisionError/notARepository(folder:)``.
  package init(folder: String) async throws {
    let command = Command("git", ["rev-parse", "--show-toplevel", "--show-prefix"], in: folder)
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
    // '--end-of-options': a revision that starts with a dash stays a revision.
    let found = await command(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"]
    ).output()
    if let found { return found }
    throw RevisionError.notFound(revision: revision, isShallow: await isShallow)
  }

  /// The state of the checkout; nil before the first commit.
  package func state() async -> State? {
    guard let commit = try? await commit(of: "HEAD") else { return nil }
    let changes = await command(["status", "--porcelain", "--untracked-files=no"]).output()
    return State(
      commit: commit, isDirty: changes.map { !$0.isEmpty },
      branch: await command(["symbolic-ref", "--short", "HEAD"]).output())
  }

  /// Whether the clone lacks a part of the history.
  package var isShallow: Bool {
    get async {
      await command(["rev-parse", "--is-shallow-repository"]).output() == "true"
    }
  }

  /// The hash of a commit's files: equal hashes mean equal files.
  func tree(of commit: String) async throws -> String {
    try await git("read the tree of \(commit)", ["rev-parse", "\(commit)^{tree}"])
  }

  /// A file of a commit; nil when the commit does not contain it.
  func file(_ path: String, of commit: String) async throws -> String? {
    let outcome = try await command(["show", "\(commit):\(prefix)\(path)"]).run()
    return outcome.isSuccess ? outcome.output : nil
  }

  /// A commit of the working tree, including untracked files but not ignored ones.
  ///
  /// Returns HEAD itself when nothing differs. Otherwise creates an object that no branch refers to and
  /// that git removes eventually; neither the index nor any file changes. Equal content has an equal
  /// hash.
  ///
  /// - Parameter scratch: A folder for a copy of the index.
  /// - Returns: The commit's full hash.
  /// - Throws: ``RevisionError/git(action:reason:)``.
  func snapshot(scratch: URL) async throws -> String {
    let head = try await commit(of: "HEAD")
    let index = scratch.appending(path: "index-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: index) }
    let original = try await git("find its index", ["rev-parse", "--git-path", "index"])
    // The copy records which files are unchanged, so git does not have to read them.
    try? FileManager.default.copyItem(
      at: URL(filePath: original, relativeTo: URL(filePath: top, directoryHint: .isDirectory)),
      to: index)
    let variables = ["GIT_INDEX_FILE": index.path]
    _ = try await git("add the files of the working tree", ["add", "--all", "."], variables)
    let tree = try await git("write a tree", ["write-tree"], variables)
    if try await self.tree(of: head) == tree { return head }
    return try await git(
      "record the working tree",
      ["commit-tree", tree, "-p", head, "-m", "Working tree, for framegate compare"],
      Self.anonymous)
  }

  /// A fixed author and time, so that the hash depends only on the content.
  private static let anonymous = [
    "GIT_AUTHOR_NAME": "framegate", "GIT_AUTHOR_EMAIL": "framegate@localhost",
    "GIT_COMMITTER_NAME": "framegate", "GIT_COMMITTER_EMAIL": "framegate@localhost",
    "GIT_AUTHOR_DATE": "@0 +0000", "GIT_COMMITTER_DATE": "@0 +0000",
  ]

  /// The output of a git command that must succeed.
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
      throw RevisionError.git(action: action, reason: reason ?? "it gave no reason")
    }
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Hooks are for the user's own work, not for the tool's checkouts.
  private func command(_ arguments: [String]) -> Command {
    Command("git", ["-c", "core.hooksPath=/dev/null"] + arguments, in: top)
  }
}
