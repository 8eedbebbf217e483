import Foundation
import TestSupport
import Testing
import WorkerProtocol

/// Two builds that compute the same, or do not.
@Suite("Answers of revisions, end to end", .serialized)
struct RevisionAnswerTests {
  private let fixture = RevisionFixture.shared

  private func compare(
    _ filter: String, _ arguments: [String] = []
  ) async throws -> Tool.Outcome {
    try await fixture.run(
      [
        "compare", "base", "wrong", "--time", "0.5", "--metric", "cpuTotal", "--warm", "--rate",
        "60",
      ]
        + arguments + ["--filter", filter])
  }

  @Test("A wrong result ends with 2 and names the first value, unless it is allowed")
  func wrong() async throws {
    let run = try await compare("answer|work.steady")
    let allowed = try await compare("answer|work.steady", ["--allow-different"])

    #expect(run.code == 2, "\(run.output)\(run.error)")
    #expect(run.output.contains("answers differ, first "), "\(run.output)")
    #expect(run.output.contains("Different: 1 of 3 comparisons differs,"), "\(run.output)")
    #expect(run.output.contains("1 row compared on time alone."), "\(run.output)")
    #expect(allowed.code != 2 || allowed.output.contains("regressed"), "\(allowed.output)")
    #expect(!allowed.output.contains(/\b1( of \d+ comparisons?)? differs/), "\(allowed.output)")
    #expect(allowed.output.contains("which is allowed"), "\(allowed.output)")
  }

  @Test("A scene that shows something else names the frame and the view, and both are drawn")
  func views() async throws {
    let package = try TemporaryPackage()
    let file = package.folder.appending(path: "answers.html")
    let run = try await compare("^views$", ["--format", "json", "--also", "html=\(file.path)"])

    #expect(run.code == 2, "\(run.output)\(run.error)")
    let entry = try JSONPart(run.output).entries[0]
    #expect(try entry.verdict.read() == "differs")
    _ = try entry.evidence.time.read(String.self)
    let answers = entry.evidence.answers
    #expect(try answers.finding.read() == "different")
    #expect(try answers.first.place.read() == "frame 4, view 0 'card', alpha")
    #expect(try answers.first.frame.read() == 4)
    #expect(try answers.first.baseline.read() == "1.0")
    #expect(try answers.first.candidate.read() == "0.5")
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page.contains("Frame 4 of the baseline (left) and of the candidate (right)"))
  }

  @Test("A digest that throws or never ends fails its own benchmark alone, with 3")
  func brokenDigests() async throws {
    let run = try await compare("digest|work.steady", ["--timeout", "2"])

    #expect(run.code == 3, "\(run.output)\(run.error)")
    #expect(run.output.contains("it failed on the candidate's side"), "\(run.output)")
    #expect(run.output.contains("Its digest fails: no"), "\(run.output)")
    #expect(run.output.contains("2 benchmarks failed."), "\(run.output)")
    #expect(run.output.contains("work.steady"))
  }
}
