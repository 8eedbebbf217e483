import Foundation
import SampleStatistics
import TestSupport
import Testing

/// Repositories whose history is written anew, pruned or taken away while their revisions are
/// compared.
@Suite("Moving repositories, end to end", .enabled(if: Interrupted.isPossible))
struct MovingRepositoryTests {
  private static let prune = "git reflog expire --expire=now --all; git gc -q --prune=now"

  /// Leaves nothing between `base` and `next`.
  private static let emptying = "git tag -f next base"

  /// Shell commands that change the checkout while it is compared.
  private static let changes = [
    "git commit -q --amend -m amended", "git rebase -q --root -f", "git checkout -q other",
    "git checkout -q --detach base", "git reset -q --hard base", "git gc -q --prune=now",
    "git reset -q --hard base; git tag -d next; \(prune)",
    "git worktree prune", emptying, "echo '// dirty' >>Package.swift",
    "git update-ref -d refs/heads/main; git tag -d base next", "touch .git/index.lock",
    "rm -rf .build", "mv .git ../gone", "echo '[broken' >>.git/config",
  ]

  private static let commands = [
    "compare base next", "compare base HEAD", "compare base", "trend base..next",
    "bisect base next",
    "check --against base --quick",
  ]

  @Test(
    "A comparison ends with a verdict on what it was asked for, or says why not",
    arguments: commands, seeds(short: 1, long: 33))
  func anyInstant(command: String, seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed, row: command)
    let change = Self.changes.randomElement(using: &generator) ?? ""
    let delay = Double.random(in: 0...3, using: &generator)
    let repository = try await ToyRepository(compiler: "sleep 0.3")

    let run = try await repository.shell(
      """
      git branch -q other base
      \(Interrupted.mark)
      MARK=$mark timeout 100 '\(Tool.misbehaving.path)' \(command) --time 0.2 \
        --allow-debug-build --filter '^good.empty$' &
      tool=$!
      sleep \(delay)
      (\(change)) >/dev/null 2>&1
      wait $tool; code=$?
      \(Interrupted.expectNothingLeft)
      exit $code
      """)

    let context = "'\(command)', after \(delay) s: \(change)"
    // The range may have become empty before it was read.
    let isEmptied =
      change == Self.emptying && run.code == 64
      && run.error.contains("no commit besides its first")
    #expect(
      isEmptied || [0, 1, 2, 5].contains(run.code), "\(context): \(run.output)\(run.error)")
    if run.code == 1 || run.code == 5 {
      #expect(run.error.contains("Error: ") || !run.output.isEmpty, "\(context): \(run.error)")
      #expect(!run.error.contains("Fatal error"), "\(context): \(run.error)")
    }
  }

  @Test("A revision that is named is the commit that it was at the start")
  func resolvedOnce() async throws {
    // The first build waits until 'next' leads to the base.
    let repository = try await ToyRepository(
      compiler: """
        touch "$(dirname "$0")/../building"
        for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
          [ -e "$(dirname "$0")/../moved" ] && break
          sleep 0.5
        done
        """)

    let run = try await repository.shell(
      """
      git rev-parse --short=8 next >../next
      '\(Tool.misbehaving.path)' compare base next --time 0.2 --allow-debug-build \
        --filter '^good.empty$' &
      tool=$!
      \(Tool.waiting(for: "[ -e ../building ]"))
      git tag -f next base >/dev/null; git reset -q --hard base
      \(Self.prune)
      touch ../moved
      wait $tool
      """)

    let next = try String(
      contentsOf: repository.folder.appending(path: "next"), encoding: .utf8
    ).trimmingCharacters(in: .newlines)
    // Its checkout keeps the objects.
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("revision 'next' (commit \(next)"), "\(run.output)")
  }
}
