import Foundation

/// A git worktree that the tool has created, and may overwrite.
///
/// It exists only as the result of ``init(at:of:)``, which proves both.
struct Worktree {
  /// The file that marks a worktree as created by the tool, in the worktree's own git folder.
  ///
  /// Git never checks a file out there, so no branch can bring one. Its content is the worktree's
  /// path.
  private static let marker = "framegate"

  /// The real path of its files.
  let folder: String

  /// The real path of the folder in which git keeps its state.
  let gitFolder: String

  /// The worktree in a folder, or nil if there is none that the tool has created there.
  init?(at url: URL, of repository: Repository) async throws {
    let link = url.appending(path: ".git").path
    guard RealPath.kind(url.path) == .folder, RealPath.kind(link) == .file,
      let folder = RealPath.of(url.path),
      let text = try? String(contentsOfFile: link, encoding: .utf8), text.hasPrefix("gitdir: "),
      let gitFolder = RealPath.of(
        text.dropFirst("gitdir: ".count).trimmingCharacters(in: .newlines)),
      let common = RealPath.of(repository.commonFolder),
      URL(filePath: gitFolder).deletingLastPathComponent().path == "\(common)/worktrees",
      RealPath.kind("\(gitFolder)/\(Self.marker)") == .file,
      let owned = try? String(contentsOfFile: "\(gitFolder)/\(Self.marker)", encoding: .utf8),
      owned == folder,
      let back = try? String(contentsOfFile: "\(gitFolder)/gitdir", encoding: .utf8),
      RealPath.of(back.trimmingCharacters(in: .newlines)) == "\(folder)/.git"
    else { return nil }
    self.folder = folder
    self.gitFolder = gitFolder
    // Git must agree.
    let seen = try await repository.git(
      "examine its worktree",
      [
        "rev-parse", "--path-format=absolute", "--show-toplevel", "--absolute-git-dir",
        "--git-common-dir",
      ], in: self
    ).split(separator: "\n").map { RealPath.of(String($0)) }
    guard seen == [folder, gitFolder, common], gitFolder != common else { return nil }
  }

  /// Adds the worktree; whatever is in its place must be gone.
  static func add(at url: URL, of repository: Repository, commit: String) async throws -> Worktree {
    try await repository.git(
      "add a worktree",
      ["worktree", "add", "--quiet", "--force", "--force", "--no-checkout", "--detach", url.path]
        + [commit])
    do {
      let text = try String(contentsOf: url.appending(path: ".git"), encoding: .utf8)
      let gitFolder = text.trimmingPrefix("gitdir: ").trimmingCharacters(in: .newlines)
      guard let folder = RealPath.of(url.path) else { throw CocoaError(.fileNoSuchFile) }
      try Data(folder.utf8).write(to: URL(filePath: "\(gitFolder)/\(marker)"))
    } catch { throw RevisionError.cache(path: url.path, reason: error.localizedDescription) }
    guard let worktree = try await Worktree(at: url, of: repository) else {
      throw RevisionError.git(
        action: "add a worktree", reason: "what it made in '\(url.path)' is of another repository")
    }
    return worktree
  }

  /// Removes locks that a killed git left, the log of what was checked out, and a configuration of
  /// its own, which could name programs and which the tool never writes.
  ///
  /// Commits of the working tree would stay in the repository as long as that log names them. The
  /// caller holds the lock of the cache, so no git works in this worktree.
  func removeLeftovers() {
    let files = FileManager.default
    for name in ["index.lock", "HEAD.lock", "logs", "config.worktree"] {
      try? files.removeItem(atPath: "\(gitFolder)/\(name)")
    }
    let modules = "\(gitFolder)/modules"
    for name in (try? files.subpathsOfDirectory(atPath: modules)) ?? []
    where name.hasSuffix("/index.lock") || name.hasSuffix("/HEAD.lock")
      || name.hasSuffix("/config.lock") || name.hasSuffix("/shallow.lock")
    {
      try? files.removeItem(atPath: "\(modules)/\(name)")
    }
  }
}
