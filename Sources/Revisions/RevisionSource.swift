import Foundation
import SystemTools

/// The git worktree in which revisions are built.
struct RevisionSource {
  let repository: Repository
  let cache: BuildCache

  /// Checks out a commit and its submodules, and nothing else, with these versions of dependencies.
  ///
  /// Repairs a worktree that a killed tool left behind.
  ///
  /// - Parameters:
  ///   - commit: The full hash.
  ///   - resolved: The content of `Package.resolved`; nil to keep the commit's own.
  /// - Throws: ``RevisionError``, `CancellationError`.
  func checkOut(_ commit: String, resolved: String?) async throws {
    try await prepareWorktree(commit)
    let folder = cache.source.path
    try await repository.git(
      "check out \(commit.prefix(12))", ["checkout", "--quiet", "--detach", "--force", commit],
      in: folder)
    try await repository.git("clean its worktree", ["clean", "-ffdxq"], in: folder)
    if FileManager.default.fileExists(atPath: cache.source.appending(path: ".gitmodules").path) {
      try await repository.git(
        "check out the submodules of \(commit.prefix(12))",
        ["submodule", "update", "--quiet", "--init", "--recursive", "--force"], in: folder)
    }
    if let resolved {
      let file = cache.source.appending(path: "\(repository.prefix)Package.resolved")
      try? Data(resolved.utf8).write(to: file)
    }
  }

  private func prepareWorktree(_ commit: String) async throws {
    let files = FileManager.default
    if try await isUsable() {
      // We hold the cache's lock, so the owner of a lock that git left here is gone.
      let lock = try await repository.git(
        "find its index", ["rev-parse", "--git-path", "index.lock"], in: cache.source.path)
      try? files.removeItem(at: URL(filePath: lock, relativeTo: cache.source))
      return
    }
    try? files.removeItem(at: cache.source)
    try await repository.git("forget lost worktrees", ["worktree", "prune"])
    try await repository.git(
      "add a worktree",
      ["worktree", "add", "--quiet", "--force", "--no-checkout", "--detach", cache.source.path]
        + [commit])
  }

  /// Whether the folder is a worktree of this repository, rather than a folder inside of one.
  private func isUsable() async throws -> Bool {
    guard FileManager.default.fileExists(atPath: cache.source.appending(path: ".git").path) else {
      return false
    }
    let shared = ["rev-parse", "--path-format=absolute", "--git-common-dir"]
    guard
      let theirs = try? await repository.git("look", shared, in: cache.source.path),
      let ours = try? await repository.git("look", shared)
    else {
      try Task.checkCancellation()
      return false
    }
    return theirs == ours
  }
}
