import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite("Ranges of commits")
struct CommitRangeTests {
  /// A repository with commits 0 to 4 on `main`, of which 3 merges `side`.
  private func makeRepository() async throws -> (Repository, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let script = """
      git init -q -b main .
      commit() { git commit -q --allow-empty -m "$1" && git tag "$1"; }
      commit c0; commit c1
      git checkout -q -b side c0 && commit s1 && commit s2
      git checkout -q main && commit c2
      git merge -q --no-ff -m c3 side && git tag c3
      commit c4
      git checkout -q --orphan alone && commit alone && git checkout -q main
      """
    try await Self.run(script, in: folder)
    return (try await Repository(folder: folder.url.path), folder)
  }

  private static func run(_ script: String, in folder: TemporaryFolder) async throws {
    let outcome = try await Command(
      "bash", ["-e", "-c", script], in: folder.url.path, variables: FixtureGit.environment
    ).run()
    try #require(outcome.isSuccess, "\(outcome.error)")
  }

  @Test("A repository that writes its log in UTF-16 has the same commits")
  func encoding() async throws {
    let (repository, folder) = try await makeRepository()
    let set = await Command(
      "git", ["config", "i18n.logOutputEncoding", "UTF-16"], in: folder.url.path
    ).output()
    #expect(set != nil)
    #expect(try await repository.range("c0..c4").commits.count == 5)
  }

  @Test("Hashes are asked for in any number, more than a command line holds")
  func manyHashes() async throws {
    let (repository, folder) = try await makeRepository()
    let known = try await repository.commit(of: "c1")
    let others = (0..<60_000).map { index in
      let digits = String(index, radix: 16)
      return String(repeating: "0", count: 40 - digits.count) + digits
    }

    let found = try await repository.commits(of: Set(others + [known]))

    #expect(found.map(\.subject) == ["c1"])
    _ = folder
  }

  @Test("Commits are ordered by their ancestors, also where a clock was behind")
  func clocks() async throws {
    let (_, folder) = try await makeRepository()
    let script = """
      git checkout -q --orphan clocks
      for time in 2000 1000 3000; do
        GIT_COMMITTER_DATE="@$time +0000" git commit -q --allow-empty -m "t$time"
      done
      """
    try await Self.run(script, in: folder)
    let repository = try await Repository(folder: folder.url.path)
    let hashes = try await repository.range("HEAD~2..HEAD").commits.map(\.hash)

    let found = try await repository.commits(of: Set(hashes))

    #expect(found.map(\.subject) == ["t2000", "t1000", "t3000"])
  }

  @Test("What is older than all commits that are asked for is not listed")
  func bounded() async throws {
    let (_, folder) = try await makeRepository()
    let script = """
      for time in 2000000001 2000000002; do
        GIT_COMMITTER_DATE="@$time +0000" git commit -q --allow-empty -m "t$time"
      done
      """
    try await Self.run(script, in: folder)
    let (git, listed) = (folder.url.appending(path: "git.sh"), folder.url.appending(path: "listed"))
    try Data(
      """
      #!/bin/sh
      case "$*" in
      *rev-list*) git "$@" | tee '\(listed.path)' ;;
      *) exec git "$@" ;;
      esac
      """.utf8
    ).write(to: git)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: git.path)
    let repository = try await Repository(folder: folder.url.path, git: git.path)
    let range = try await repository.range("HEAD~1..HEAD").commits

    let found = try await repository.commits(of: Set(range.map(\.hash)))

    #expect(found == range)
    let lines = try String(contentsOf: listed, encoding: .utf8).split(separator: "\n")
    #expect(lines.map(String.init) == range.map(\.hash))
  }

  @Test("A repository that lacks a commit is broken, and its branches are not unrelated")
  func missingCommit() async throws {
    let (repository, folder) = try await makeRepository()
    let hash = try await repository.commit(of: "c2")
    let object = ".git/objects/\(hash.prefix(2))/\(hash.dropFirst(2))"
    try FileManager.default.removeItem(at: folder.url.appending(path: object))

    let error = await #expect(throws: RevisionError.self) {
      try await repository.range("s1..c4")
    }
    guard case .git("find a common ancestor", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A commit that is not there is nil, and a git that does not answer is an error")
  func knownCommit() async throws {
    let (repository, folder) = try await makeRepository()
    #expect(try await repository.knownCommit("nowhere") == nil)
    #expect(try await repository.knownCommit("") == nil)
    let commit = try await repository.commit(of: "c1")
    #expect(try await repository.knownCommit("c1") == commit)

    let answers = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return (try await repository.knownCommit("nowhere"), try await repository.isShallow)
    }
    await #expect(throws: CancellationError.self) { try await answers.value }
    let shallow = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await repository.isShallow
    }
    await #expect(throws: CancellationError.self) { try await shallow.value }
    _ = folder
  }

  @Test("A git that cannot be started is missing, and one that prints too much is not")
  func failures() async throws {
    let folder = try TemporaryFolder()
    await #expect {
      try await Repository(folder: folder.url.path, git: "/no/such/git")
    } throws: { error in
      guard case RevisionError.noGit = error else { return false }
      return true
    }
    let git = folder.url.appending(path: "git.sh")
    try Data("#!/bin/sh\nexec head -c 68000000 /dev/zero\n".utf8).write(to: git)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: git.path)
    await #expect(throws: Command.Failure.tooMuchOutput(program: git.path, limit: 64 << 20)) {
      try await Repository(folder: folder.url.path, git: git.path)
    }
  }

  @Test("A range follows the first parents, both ends included, the oldest first")
  func range() async throws {
    let (repository, folder) = try await makeRepository()
    let range = try await repository.range("c0..c4")
    #expect(range.commits.map(\.subject) == ["c0", "c1", "c2", "c3", "c4"])
    #expect(range.mergeCount == 1)
    #expect(try await repository.range("c2..").commits.map(\.subject) == ["c2", "c3", "c4"])
    #expect(range.every(2).commits.map(\.subject) == ["c0", "c2", "c4"])
    #expect(range.every(3).commits.map(\.subject) == ["c0", "c3", "c4"])
    #expect(range.every(9).commits.map(\.subject) == ["c0", "c4"])
    // A branch that was merged is a beginning, too.
    let merged = try await repository.range("s2..c4")
    #expect(merged.commits.map(\.subject) == ["s2", "c3", "c4"])
    _ = folder
  }

  private static let mistakes: [(String, RangeProblem)] = [
    ("c4", .malformed), ("..c4", .malformed), ("c0...c4", .malformed), ("c4..c4", .empty),
    ("c4..c0", .reversed), ("c4..alone", .diverged(base: nil)),
  ]

  @Test("What is no range is refused with what to do", arguments: mistakes)
  func unusable(_ text: String, _ problem: RangeProblem) async throws {
    let (repository, folder) = try await makeRepository()
    let error = await #expect(throws: RevisionError.self) { try await repository.range(text) }
    #expect(error == .range(text, problem))
    #expect(error?.description.hasSuffix(".") == true)
    _ = folder
  }

  @Test("Branches that went apart are told where they did")
  func diverged() async throws {
    let (repository, folder) = try await makeRepository()
    let base = try await repository.commit(of: "c0")
    await #expect(throws: RevisionError.range("s2..c2", .diverged(base: base))) {
      try await repository.range("s2..c2")
    }
    _ = folder
  }

  @Test("A commit that a shallow clone lacks is named with the way to get it")
  func shallow() async throws {
    let (_, folder) = try await makeRepository()
    let script = "git clone -q --depth 2 file://\(folder.url.path) shallow"
    try await Self.run(script, in: folder)
    let clone = try await Repository(folder: folder.url.appending(path: "shallow").path)
    await #expect(throws: RevisionError.notFound(revision: "c0", isShallow: true)) {
      try await clone.range("c0..HEAD")
    }
  }
}
