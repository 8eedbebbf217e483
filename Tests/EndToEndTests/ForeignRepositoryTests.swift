import Foundation
import Testing

/// Repositories that could cost the user something: work in the checkout, or the reason of a
/// failure.
@Suite("Foreign repositories, end to end")
struct ForeignRepositoryTests {
  /// A command that builds revisions.
  struct Verb: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    var testDescription: String { arguments.prefix(2).joined(separator: " ") }

    static let all = [compare, check]

    private static let compare = Verb(
      arguments: ["compare", "base", "--filter", "good.empty", "--time", "0.2"])
    private static let check = Verb(
      arguments: [
        "check", "--against", "base", "--filter", "good.empty", "--time", "0.2",
        "--allow-debug-build",
      ])
  }

  /// Work that exists in the checkout alone, and a list of it and of what git knows.
  private static let work = """
    echo unsaved >>Package.swift; echo untracked >untracked; mkdir results; echo x >results/mine
    """
  private static let state = """
    git symbolic-ref HEAD; git rev-parse HEAD; git status --porcelain; cat untracked results/mine \
    Package.swift
    """

  @Test(
    "A branch that brings a link in the place of the worktree costs nothing", arguments: Verb.all)
  func linkedWorktree(verb: Verb) async throws {
    let repository = try await ToyRepository(
      setUp: """
        mkdir -p .build/framegate && ln -s ../.. .build/framegate/source
        git add -f .build/framegate/source
        """)
    _ = try await repository.shell(Self.work)
    let before = try await repository.shell(Self.state)

    let run = try await repository.run(verb.arguments)
    let after = try await repository.shell(Self.state)

    #expect(after.output == before.output, "\(run.output)\(run.error)")
    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("tracks '.build/framegate/source'"), "\(run.error)")
  }

  @Test("A link that no branch brought is not followed either", arguments: Verb.all)
  func untrackedLink(verb: Verb) async throws {
    let repository = try await ToyRepository()
    _ = try await repository.shell(
      "mkdir -p .build/framegate && ln -s ../.. .build/framegate/source; \(Self.work)")
    let before = try await repository.shell(Self.state)

    let run = try await repository.run(verb.arguments)
    let after = try await repository.shell(Self.state)

    #expect(after.output == before.output, "\(run.output)\(run.error)")
    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("is a symbolic link"), "\(run.error)")
  }

  @Test("A setting that names the checkout for every worktree costs nothing", arguments: Verb.all)
  func coreWorktree(verb: Verb) async throws {
    let repository = try await ToyRepository()
    _ = try await repository.shell(
      """
      git config extensions.worktreeConfig true; git config core.worktree "$PWD"; \(Self.work)
      """)
    let before = try await repository.shell(Self.state)

    let run = try await repository.run(verb.arguments)
    let after = try await repository.shell(Self.state)

    #expect(after.output == before.output, "\(run.output)\(run.error)")
    #expect(run.code == 0, "\(run.output)\(run.error)")
  }

  @Test("A filter that runs and fails, such as that of Git LFS, is not called one that did not run")
  func failingFilter() async throws {
    let repository = try await ToyRepository(
      setUp: """
        echo '*.bin filter=lfs' >.gitattributes; echo content >large.bin
        printf '#!/bin/sh\\nexit 1\\n' >../bin/git-lfs; chmod +x ../bin/git-lfs
        """)
    _ = try await repository.shell("git config filter.lfs.smudge cat")

    let run = try await repository.run(["compare", "base", "next"])

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("git could not check out"), "\(run.error)")
    #expect(!run.error.contains("was not run"), "\(run.error)")
  }

  @Test("What git says about a repository that it does not read is told")
  func gitsOwnWords() async throws {
    let repository = try await ToyRepository()
    let broken = try await repository.shell(
      """
      mv .git kept && echo 'gitdir: /nowhere/at/all' >.git
      '\(Tool.misbehaving.path)' compare HEAD
      """)

    #expect(broken.code == 1, "\(broken.output)\(broken.error)")
    #expect(broken.error.contains("not a git repository: /nowhere/at/all"), "\(broken.error)")
  }

  @Test(
    "A repository of another user is told in git's words, with what to do",
    .enabled(if: getuid() == 0, "only root can give files away"))
  func otherOwner() async throws {
    let repository = try await ToyRepository()

    let run = try await repository.shell(
      """
      chown -R 65534 . && cd . && unset SUDO_UID
      '\(Tool.misbehaving.path)' compare HEAD; code=$?
      '\(Tool.misbehaving.path)' run --quick --allow-debug-build --filter good.empty --format json
      echo "the run ends with $?"
      exit $code
      """)

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.output.contains("good.empty"), "\(run.output)")
    #expect(run.output.hasSuffix("the run ends with 0\n"), "\(run.output)")
    #expect(run.error.contains("dubious ownership"), "\(run.error)")
    #expect(run.error.contains("git config --global --add safe.directory"), "\(run.error)")
  }

  @Test("Without git that is said, and no stored result is trusted: a branch may have brought it")
  func noGit() async throws {
    let repository = try await ToyRepository()

    let run = try await repository.shell("PATH=/nowhere '\(Tool.misbehaving.path)' compare HEAD")
    let report = try await repository.shell(
      """
      '\(Tool.misbehaving.path)' run --quick --allow-debug-build --metric wallClock \
        --filter '^good.empty$' >/dev/null &&
      PATH=/nowhere '\(Tool.misbehaving.path)' report
      """)

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("git cannot be started"), "\(run.error)")
    #expect(report.code == 5, "\(report.error)")
    #expect(report.output.isEmpty, "\(report.output)")
  }

  @Test("A name that git reads as everything but a commit is no revision")
  func excludedCommit() async throws {
    let repository = try await ToyRepository()

    let run = try await repository.run(["compare", "^HEAD"])

    #expect(run.code == 5, "\(run.output)\(run.error)")
    #expect(!run.error.contains("Building"), "\(run.error)")
  }
}
