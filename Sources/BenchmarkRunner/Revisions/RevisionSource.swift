import Foundation

/// The sources of one revision at a time, in a git worktree of the cache.
struct RevisionSource {
  let repository: Repository
  let cache: BuildCache

  /// Checks out a commit and its submodules, and nothing else, with these versions of dependencies
  /// and, if told, the benchmarks of another commit.
  ///
  /// Repairs a worktree that a killed tool left.
  ///
  /// - Returns: The folder of the package, or nil if the commit has no package there.
  /// - Throws: ``RevisionError``, `CancellationError`.
  func checkOut(
    _ commit: String, resolved: String?, benchmarks: BenchmarkFolders? = nil,
    needsManifest: Bool = true
  ) async throws -> URL? {
    let worktree = try await worktree(commit)
    worktree.removeLeftovers()
    try await repository.git(
      "check out \(commit.prefix(12))", ["checkout", "--quiet", "--detach", "--force", commit],
      in: worktree)
    try await repository.git("clean its worktree", ["clean", "-ffdxq"], in: worktree)
    if FileManager.default.fileExists(atPath: "\(worktree.folder)/.gitmodules") {
      try await repository.git(
        "check out the submodules of \(commit.prefix(12))",
        // '--checkout' overrides a command that the configuration names.
        ["submodule", "update", "--quiet", "--init", "--recursive", "--force", "--checkout"],
        in: worktree)
    }
    try await benchmarks?.replace(in: worktree, of: repository)
    return try package(in: worktree, resolved: resolved, needsManifest: needsManifest)
  }

  private func worktree(_ commit: String) async throws -> Worktree {
    try cache.verify()
    if let worktree = try await Worktree(at: cache.source, of: repository) { return worktree }
    try? FileManager.default.removeItem(at: cache.source)
    guard RealPath.kind(cache.source.path) == nil else {
      throw RevisionError.cache(path: cache.source.path, reason: "it cannot be removed")
    }
    // Without the folder, git would not see that a worktree of this path is registered, and would
    // register another one.
    try? FileManager.default.createDirectory(
      at: cache.source.deletingLastPathComponent(), withIntermediateDirectories: false)
    return try await Worktree.add(at: cache.source, of: repository, commit: commit)
  }

  /// The package's folder, with `Package.resolved` written; nil if the revision has none.
  ///
  /// Follows no links that a revision may have put in the place of either.
  private func package(
    in worktree: Worktree, resolved: String?, needsManifest: Bool
  ) throws -> URL? {
    let folder =
      worktree.folder + (repository.prefix.isEmpty ? "" : "/\(repository.prefix.dropLast())")
    guard RealPath.of(folder) == folder, RealPath.kind(folder) == .folder,
      !needsManifest || RealPath.kind("\(folder)/Package.swift") != nil
    else { return nil }
    guard needsManifest else { return URL(filePath: folder, directoryHint: .isDirectory) }
    let file = URL(filePath: "\(folder)/Package.resolved")
    let isFile = RealPath.kind(file.path).map { $0 == .file } ?? true
    do {
      if !isFile || resolved != nil, RealPath.kind(file.path) != nil {
        try FileManager.default.removeItem(at: file)
      }
      if let resolved { try Data(resolved.utf8).write(to: file, options: .withoutOverwriting) }
    } catch { throw RevisionError.cache(path: file.path, reason: error.localizedDescription) }
    return URL(filePath: folder, directoryHint: .isDirectory)
  }
}
