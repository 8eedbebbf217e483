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
      git init -q -b main . && git config user.name f && git config user.email f@localhost
      commit() { git commit -q --allow-empty -m "$1" && git tag "$1"; }
      commit c0; commit c1
      git checkout -q -b side c0 && commit s1 && commit s2
      git checkout -q main && commit c2
      git merge -q --no-ff -m c3 side && git tag c3
      commit c4
      git checkout -q --orphan alone && commit alone && git checkout -q main
      """
    let outcome = try await Command("bash", ["-e", "-c", script], in: folder.url.path).run()
    #expect(outcome.isSuccess, "\(outcome.error)")
    return (try await Repository(folder: folder.url.path), folder)
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
    #expect(try await repository.range("s2..c4").commits.map(\.subject).last == "c4")
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
    _ = try await Command("bash", ["-e", "-c", script], in: folder.url.path).run()
    let clone = try await Repository(folder: folder.url.appending(path: "shallow").path)
    await #expect(throws: RevisionError.notFound(revision: "c0", isShallow: true)) {
      try await clone.range("c0..HEAD")
    }
  }
}
