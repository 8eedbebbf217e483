import BenchmarkResults
import BenchmarkRunner
import Foundation
import FrameLogs
import TestSupport
import Testing

@testable import framegate

@Suite("Recorded runs")
struct RecordedRunsTests {
  /// The repository has commits 0 to 2; the records are of these and of one that it does not know.
  private let folder: TemporaryFolder
  private let hashes: [String]

  /// A commit that the repository does not know, the newest.
  private static let unknown = "0123456789abcdef0123456789abcdef01234567"

  init() async throws {
    folder = try TemporaryFolder()
    let script = """
      git init -q -b main .
      for number in 0 1 2; do
        # Both dates are a part of the hash, which has to be the same each time.
        export GIT_AUTHOR_DATE="@179000000$number +0000"
        GIT_COMMITTER_DATE="$GIT_AUTHOR_DATE" git commit -q --allow-empty -m "$number"
      done
      git rev-list --reverse HEAD
      # The name of a branch that begins as another commit's hash does.
      git branch "$(git rev-parse HEAD | cut -c 1-4)" HEAD~2
      """
    let outcome = try await Command(
      "bash", ["-e", "-c", script], in: folder.url.path, variables: FixtureGit.environment
    ).run()
    #expect(outcome.isSuccess, "\(outcome.error)")
    hashes = outcome.output.split(separator: "\n").map(String.init)
    let runs = (hashes + [Self.unknown]).enumerated().map { index, hash in
      """
      {"commit":{"id":"\(hash)","message":"\(index)"},"date":\(1_790_000_000_000 + index * 1_000),
      "tool":"customSmallerIsBetter","benches":[{"name":"feed","value":\(index),"unit":"ms"}]}
      """
    }
    let text = "window.BENCHMARK_DATA = {\"entries\":{\"e\":[\(runs.joined(separator: ","))]}}"
    try Data(text.utf8).write(to: folder.url.appending(path: "data.js"))
  }

  private func commits(since revision: String) async throws -> Set<String> {
    let program = MeasuredProgram(.onlyProduct, in: folder.url)
    var runs = try RecordedRuns(
      in: [folder.url.appending(path: "data.js")], of: program, isQuiet: true)
    try await runs.complete(since: revision, isQuiet: true)
    return Set(runs.records.map(\.commit))
  }

  @Test("What cannot be read is called a history, and not a log that is judged")
  func damaged() throws {
    let file = folder.url.appending(path: "data.csv")
    try Data("time,commit,feed\nabc,c1,1\n".utf8).write(to: file)

    let error = #expect(throws: CommandError.self) {
      try RecordedRuns(
        in: [file], of: MeasuredProgram(.onlyProduct, in: folder.url), isQuiet: true)
    }

    let message = error?.description ?? ""
    #expect(message.contains("data.csv' cannot be read as a history. Line 2, column 1"))
    #expect(message.hasSuffix("Record or export the file again."))
  }

  @Test("A branch is meant, also if a recorded hash begins with its name")
  func branch() async throws {
    let name = String(hashes[2].prefix(4))
    #expect(try await commits(since: name) == Set(hashes + [Self.unknown]))
  }

  @Test("Four digits tell a commit, whether the repository knows it or not")
  func digits() async throws {
    #expect(
      try await commits(since: String(hashes[1].prefix(12)))
        == Set(hashes.dropFirst() + [Self.unknown]))
    #expect(try await commits(since: "0123") == [Self.unknown])
  }

  @Test("Fewer digits are no commit", arguments: ["", "0", "012"])
  func short(revision: String) async throws {
    await #expect(throws: RevisionError.notFound(revision: revision, isShallow: false)) {
      try await commits(since: revision)
    }
  }
}
