import BenchmarkResults
import Foundation

/// A git repository that contains the package to compare.
package struct Repository: Sendable {
  package struct State: Hashable, Sendable {
    /// The full hash of HEAD.
    package let commit: String

    /// Whether tracked files differ from HEAD, or nil when git could not tell.
    package let isDirty: Bool?

    /// The checked-out branch, or nil for a detached HEAD.
    package let branch: String?
  }

  /// The real path of the top folder of the checkout.
  package let top: String

  /// The path from there to the package: empty, or it ends with a slash.
  package let prefix: String

  /// The folder of what belongs to this checkout alone, such as its index.
  let gitFolder: String

  /// The folder of what all worktrees of the repository share, such as its commits.
  let commonFolder: String

  private let program: String
  private let settings: GitSettings

  /// Finds the repository that contains `folder`; a worktree is one too.
  package init(folder: String, git: String = "git") async throws {
    let found = try await Self.run(
      git,
      [
        "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir",
        "--show-prefix",
      ], .standard, in: folder)
    guard found.isSuccess else {
      let reason = Self.reason(found)
      if reason.contains("not a git repository (or any") {
        throw RevisionError.notARepository(folder: folder)
      }
      throw RevisionError.git(action: "open the repository of '\(folder)'", reason: reason)
    }
    // Git separates the folders by line breaks.
    guard !folder.contains(where: \.isNewline) else {
      throw RevisionError.git(
        action: "find the sources of '\(folder)'", reason: "there is a line break in the path")
    }
    let lines = found.output.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    guard lines.count == 5, let real = RealPath.of(folder), let top = RealPath.of(lines[0]),
      real + "/" == "\(top)/\(lines[3])"
    else {
      throw RevisionError.git(
        action: "find the sources of '\(folder)'",
        reason: "its setting 'core.worktree' names another folder, '\(lines[0])'")
    }
    program = git
    self.top = top
    prefix = lines[3]
    gitFolder = lines[1]
    commonFolder = lines[2]
    let configuration = try await Self.run(
      git, ["config", "--list", "--show-scope", "-z"], .standard, in: folder)
    guard configuration.isSuccess else {
      throw RevisionError.git(
        action: "read the configuration of '\(top)'", reason: Self.reason(configuration))
    }
    settings = GitSettings(
      configuration: configuration.output, environment: ProcessInfo.processInfo.environment)
  }
}

extension Repository {
  /// The full hash of the commit called `revision`.
  ///
  /// - Throws: ``RevisionError/notFound(revision:isShallow:)`` without one; ``RevisionError``,
  ///   ``Command.Failure`` and `CancellationError` when git cannot tell.
  package func commit(of revision: String) async throws -> String {
    if let hash = try await knownCommit(revision) { return hash }
    throw RevisionError.notFound(revision: revision, isShallow: try await isShallow)
  }

  /// The full hash of the commit called `revision`, or nil without one.
  ///
  /// - Throws: When git cannot tell.
  package func knownCommit(_ revision: String) async throws -> String? {
    // '--end-of-options': a revision that starts with a dash stays a revision.
    let found = try await run([
      "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}",
    ])
    let hash = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
    // Of '^HEAD', git returns '^' and a hash: everything but that commit.
    guard found.isSuccess, hash.wholeMatch(of: /[0-9a-f]{40,64}/) != nil else { return nil }
    return hash
  }

  /// The state of the checkout, or nil before the first commit.
  package func state() async -> State? {
    guard let commit = try? await commit(of: "HEAD") else { return nil }
    let changes = await output([
      "status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty",
    ])
    return State(
      commit: commit, isDirty: changes.map { !$0.isEmpty },
      branch: await output(["symbolic-ref", "--short", "HEAD"]))
  }

  /// Whether the working tree differs from HEAD; false if git cannot tell.
  package var isDirty: Bool { get async { await state()?.isDirty ?? false } }

  /// Whether the clone lacks a part of the history.
  package var isShallow: Bool {
    get async throws {
      try await git("read the repository", ["rev-parse", "--is-shallow-repository"]) == "true"
    }
  }

  /// The hash of a commit's files: equal hashes mean equal files.
  func tree(of commit: String) async throws -> String {
    try await git("read the tree of \(commit)", ["rev-parse", "\(commit)^{tree}"])
  }

  /// A file of a commit, or nil when the commit does not contain it, or contains a link or a folder
  /// in its place.
  func file(_ path: String, of commit: String) async throws -> String? {
    let entry = try await git(
      "read \(path) of \(commit)",
      ["--literal-pathspecs", "ls-tree", "--full-tree", commit, "--", prefix + path])
    guard entry.hasPrefix("100"),
      let hash = entry.split(whereSeparator: \.isWhitespace).dropFirst(2).first
    else { return nil }
    let outcome = try await run(["cat-file", "blob", String(hash)])
    return outcome.isSuccess ? outcome.output : nil
  }

  /// The tracked files of the checkout at `top` that match the pathspecs.
  static func tracked(
    _ pathspecs: [String], in top: String, git: String
  ) async throws -> [String] {
    let listing = try await run(git, ["ls-files", "-z"] + pathspecs, .standard, in: top)
    guard listing.isSuccess else {
      throw RevisionError.git(action: "list the files of '\(top)'", reason: reason(listing))
    }
    return listing.output.split(separator: "\0").map(String.init)
  }
}

extension Repository {
  /// A commit of the working tree, including untracked files but not ignored ones.
  ///
  /// Returns HEAD itself when nothing differs. Otherwise creates an object that no branch refers to
  /// and that git removes eventually; neither the index nor any file changes. Equal content has an
  /// equal hash. Before the first commit of a repository, it has no parent.
  ///
  /// - Returns: The commit's full hash.
  /// - Throws: ``RevisionError``.
  func snapshot(scratch: URL) async throws -> String {
    let head = try await isUnborn ? nil : commit(of: "HEAD")
    let index = scratch.appending(path: "index")
    try copyIndex(to: index)
    let variables = ["GIT_INDEX_FILE": index.path]
    _ = try await git("add the files of the working tree", ["add", "--all", "."], variables)
    let tree = try await git("write a tree", ["write-tree"], variables)
    if let head, try await self.tree(of: head) == tree { return head }
    return try await git(
      "record the working tree",
      ["commit-tree", "--no-gpg-sign", tree] + (head.map { ["-p", $0] } ?? []) + [
        "-m", "Working tree, for framegate compare",
      ], Self.anonymous)
  }

  /// Whether HEAD is a branch that has no commit yet.
  private var isUnborn: Bool {
    get async throws {
      guard try await run(["symbolic-ref", "--quiet", "HEAD"]).isSuccess else { return false }
      return try await !run(["rev-parse", "--quiet", "--verify", "HEAD"]).isSuccess
    }
  }

  /// The copy records which files are unchanged, so git does not have to read them.
  private func copyIndex(to copy: URL) throws {
    let original = URL(filePath: gitFolder).appending(path: "index").resolvingSymlinksInPath()
    guard let data = try? Data(contentsOf: original, options: .mappedIfSafe) else { return }
    do {
      try data.write(to: copy)
      // Git reads a file again if it is as new as the index. If the copy had a time of its own, a
      // change made right after the index was written would stay hidden.
      var status = stat()
      guard stat(original.path, &status) == 0 else { return }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(status.modified.tv_sec))],
        ofItemAtPath: copy.path)
    } catch { throw RevisionError.cache(path: copy.path, reason: error.localizedDescription) }
  }

  /// The size in bytes of the files that neither the index nor a list of ignored files names.
  func untrackedSize() async throws -> Int {
    let names = try await git(
      "list untracked files", ["ls-files", "--others", "--exclude-standard", "-z"])
    return names.split(separator: "\0").reduce(0) { size, name in
      size + (RealPath.status("\(top)/\(name)").map { Int($0.st_size) } ?? 0)
    }
  }

  /// The changes from one commit to another, with paths from the top and without context lines.
  package func diff(from old: String, to new: String) async throws -> String {
    try await git(
      "compare \(old.prefix(12)) with \(new.prefix(12))",
      // Unlike 'diff', it ignores what users set for display, such as joined hunks.
      [
        "-c", "core.quotePath=false", "diff-tree", "-r", "--patch", "--full-index", "--unified=0",
        "--no-ext-diff", "--no-textconv", "--no-renames", old, new,
      ])
  }

  /// A fixed author and time, so that the hash depends only on the content.
  private static let anonymous = [
    "GIT_AUTHOR_NAME": "framegate", "GIT_AUTHOR_EMAIL": "framegate@localhost",
    "GIT_COMMITTER_NAME": "framegate", "GIT_COMMITTER_EMAIL": "framegate@localhost",
    "GIT_AUTHOR_DATE": "@0 +0000", "GIT_COMMITTER_DATE": "@0 +0000",
  ]
}

extension Repository {
  /// The output of a git command that must succeed, in the user's checkout.
  @discardableResult
  func git(
    _ action: String, _ arguments: [String], _ variables: [String: String?] = [:],
    in worktree: Worktree? = nil, input: String? = nil
  ) async throws -> String {
    let outcome = try await run(arguments, variables, in: worktree, input: input)
    guard outcome.isSuccess else {
      let reason = Self.reason(outcome)
      let match = reason.firstMatch(of: /(?:clean|smudge) filter '?([^' ]+)'? failed/)
      if let name = match.map({ String($0.1) }), settings.refuses(filter: name) {
        throw RevisionError.filter(name: name, reason: reason)
      }
      throw RevisionError.git(action: action, reason: reason)
    }
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The newest common ancestor of two commits, or nil without one.
  func mergeBase(of old: String, and new: String) async throws -> String? {
    let outcome = try await run(["merge-base", old, new])
    // Some versions of git end with the same code when they cannot read a commit.
    let isUnrelated = outcome.code == 1 && Self.firstError(outcome) == nil
    guard outcome.isSuccess || isUnrelated else {
      throw RevisionError.git(action: "find a common ancestor", reason: Self.reason(outcome))
    }
    return isUnrelated ? nil : outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func output(_ arguments: [String]) async -> String? {
    guard let outcome = try? await run(arguments), outcome.isSuccess else { return nil }
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func run(
    _ arguments: [String], _ variables: [String: String?] = [:], in worktree: Worktree? = nil,
    input: String? = nil
  ) async throws -> Command.Outcome {
    // Naming both folders, rather than letting git find them, overrides 'core.worktree'.
    var places: [String: String?] = [
      "GIT_DIR": worktree?.gitFolder ?? gitFolder, "GIT_WORK_TREE": worktree?.folder ?? top,
    ]
    places.merge(variables) { $1 }
    return try await Self.run(
      program, arguments, settings, places, in: worktree?.folder ?? top, input: input)
  }

  private static func run(
    _ program: String, _ arguments: [String], _ settings: GitSettings,
    _ variables: [String: String?] = [:], in folder: String, input: String? = nil
  ) async throws -> Command.Outcome {
    var command = Command(
      program, settings.options + arguments, in: folder,
      variables: settings.variables.merging(variables) { $1 })
    command.input = input
    do {
      return try await command.run()
    } catch Command.Failure.notStarted(_, let reason) {
      throw RevisionError.noGit(reason: reason)
    }
  }

  /// Git's message in one line: from its first error on, including the advice after it.
  private static func reason(_ outcome: Command.Outcome) -> String {
    let lines = lines(outcome)
    let words = lines[(firstError(outcome) ?? 0)...].prefix(8).joined(separator: " ")
    return words.isEmpty ? "it gave no reason" : words
  }

  /// The index of git's first line that tells an error, or nil without one.
  private static func firstError(_ outcome: Command.Outcome) -> Int? {
    lines(outcome).firstIndex { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") }
  }

  private static func lines(_ outcome: Command.Outcome) -> [String] {
    outcome.error.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
