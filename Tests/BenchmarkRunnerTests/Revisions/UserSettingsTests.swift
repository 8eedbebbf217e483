import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite("The user's settings of git")
struct UserSettingsTests {
  /// Settings that people have and that change what git prints, refuses or starts.
  private static let unusual = """
    [commit]
      gpgsign = true
    [gpg]
      program = /nowhere/gpg
    [user]
      useConfigOnly = true
    [core]
      autocrlf = true
      safecrlf = true
      abbrev = 4
      pager = false
      editor = false
      untrackedCache = true
      logAllRefUpdates = always
    [diff]
      noprefix = true
      mnemonicPrefix = true
      interHunkContext = 20
      context = 9
      renames = copies
      submodule = log
      ignoreSubmodules = all
      external = false
      algorithm = patience
      wsErrorHighlight = all
    [log]
      showSignature = true
      decorate = full
      follow = true
      date = relative
    [format]
      pretty = oneline
      notes = *
    [status]
      short = true
      branch = true
      showUntrackedFiles = no
      submoduleSummary = true
    [color]
      ui = always
    [column]
      ui = always
    [i18n]
      commitEncoding = UTF-16
      logOutputEncoding = UTF-16
    [add]
      ignoreErrors = true
    [submodule]
      recurse = true
    [checkout]
      workers = 8
    [feature]
      manyFiles = true
    [init]
      defaultBranch = trunk
    """

  /// Two commits that differ in two near lines, in the name of a file and in a submodule, and a
  /// working tree with a file that git does not know.
  private static let script = """
    git init -q -b main repository && cd repository
    library() { git update-index --add --cacheinfo "160000,$(printf "$1%.0s" {1..40}),Library"; }
    seq 30 >a.swift; seq 50 90 >b.swift; library 1
    git add a.swift b.swift && git commit -q -m 'Först' && git tag base
    sed -e 's/^3$/x/' -e 's/^7$/y/' a.swift >edited && mv edited a.swift
    git mv b.swift c.swift; library 2
    git add a.swift c.swift && git commit -q -m next && git tag next
    echo new >new.swift
    """

  /// What the tool reads of a repository, and what it makes of the working tree.
  private struct Reading: Equatable {
    let range: CommitRange
    let diff, file: String?
    let state: Repository.State?
    let tracked: [String]
    let untrackedSize: Int
    let snapshot: String
  }

  @Test("They change nothing that the tool reads of a repository or records in it")
  func settings() async throws {
    let folder = try TemporaryFolder()
    let made = try await Command(
      "bash", ["-e", "-c", Self.script], in: folder.url.path, variables: FixtureGit.environment
    ).run()
    try #require(made.isSuccess, "\(made.error)")

    let plain = try await reading(in: folder, with: "")
    let unusual = try await reading(in: folder, with: Self.unusual)

    #expect(unusual == plain)
    #expect(plain.range.commits.map(\.subject) == ["Först", "next"])
    #expect(plain.diff?.matches(of: #/(?m)^@@ /#).count == 5, "\(plain.diff ?? "")")
    #expect(plain.tracked == ["Library", "a.swift", "c.swift"])
  }

  private func reading(
    in folder: TemporaryFolder, with settings: String
  ) async throws -> Reading {
    let (file, git) = (folder.url.appending(path: "settings"), folder.url.appending(path: "git"))
    try Data(settings.utf8).write(to: file)
    // In the place of the user's own.
    try Data(
      """
      #!/bin/sh
      GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL='\(file.path)' exec git "$@"

      """.utf8
    ).write(to: git)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: git.path)
    let scratch = folder.url.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let top = folder.url.appending(path: "repository")
    let repository = try await Repository(folder: top.path, git: git.path)
    let (base, next) = (
      try await repository.commit(of: "base"), try await repository.commit(of: "next")
    )
    return Reading(
      range: try await repository.range("base..next"),
      diff: try await repository.diff(from: base, to: next),
      file: try await repository.file("a.swift", of: base),
      state: await repository.state(),
      tracked: try await Repository.tracked([], in: top.path, git: git.path),
      untrackedSize: try await repository.untrackedSize(),
      snapshot: try await repository.snapshot(scratch: scratch))
  }
}
