import Foundation
import Testing

/// Histories of commits, measured and searched by the built tool.
///
/// Differences are by half or more, so that no machine is too busy to see them.
@Suite("Histories, end to end", .serialized)
struct HistoryTests {
  private let fixture = RevisionFixture.shared

  private func json(_ run: Tool.Outcome) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(object as? [String: Any], "\(run.error)")
  }

  @Test("A trend finds a step and its reversal, keeps what it measured, and measures nothing twice")
  func trend() async throws {
    let arguments =
      ["trend", "base..comment", "--format", "json"] + RevisionFixture.brief + ["work.varying"]
    let run = try await fixture.run(arguments)
    let again = try await fixture.run(arguments + ["--fail-on", "step"])

    #expect(run.code == 0, "\(run.output)\(run.error)")
    let report = try json(run)
    let commits = try #require(report["commits"] as? [[String: Any]])
    #expect(commits.map { $0["subject"] as? String } == ["base", "slower", "comment"])
    let steps = try #require(report["steps"] as? [[String: Any]])
    #expect(steps.map { $0["verdict"] as? String } == ["regressed", "improved"])
    #expect(steps.first?["commit"] as? String == commits[1]["commit"] as? String)
    let index = commits.map { ($0["index"] as? [String: Any])?["work.varying"] as? [String: Any] }
    #expect(index[0]?["value"] as? Double == 1)
    // The last commit is built to the code of the first.
    #expect(index[2]?["value"] as? Double == 1)
    #expect(again.code == 2, "\(again.error)")
    // On a busy machine, what was uncertain is measured again; tests without a clock show the rest.
    #expect(try json(again)["steps"] as? [[String: Any]] != nil)
  }

  @Test("A search finds the commit and confirms it; ends that do not differ end it")
  func bisect() async throws {
    let options = ["--format", "json"] + RevisionFixture.brief + ["work.varying"]
    let found = try await fixture.run(["bisect", "base", "slower"] + options)
    let same = try await fixture.run(["bisect", "base", "comment"] + options)

    #expect(found.code == 0, "\(found.output)\(found.error)")
    let report = try json(found)
    #expect(report["verdict"] as? String == "found")
    let culprits = try #require(report["culprits"] as? [[String: Any]])
    #expect(culprits.map { $0["subject"] as? String } == ["slower"])
    #expect(culprits.first?["confirmed"] as? Bool == true)
    #expect(same.code == 0, "\(same.output)\(same.error)")
    #expect(try json(same)["verdict"] as? String == "unchanged")
  }

  @Test("Commits of equal builds are a flat trend that measures nothing")
  func flat() async throws {
    let repository = try await ToyRepository()
    let run = try await repository.run(["trend", "base..next"])
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("1 of 1 commit changed no code"), "\(run.output)")
    #expect(run.output.contains("No step in 2 commits of base..next."), "\(run.output)")
  }

  @Test("What a stranger wrote about a build names no file elsewhere, and is found out anew")
  func poisoned() async throws {
    let repository = try await ToyRepository()
    let run = try await repository.shell(
      """
      trend() { '\(Tool.misbehaving.path)' trend base..next --quick --filter good.empty; }
      trend || exit 98
      cd results/pairs/builds && for file in *; do
        sed -i 's|"digest" : "|&../../../../stranger-'"$file"'|' "$file"
      done && cd -
      trend; code=$?
      find .. -name 'stranger*'
      exit $code
      """)
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(!run.output.contains("/stranger"), "\(run.output)")
    #expect(run.output.components(separatedBy: "1 of 1 commit changed no code").count == 3)
  }

  /// Arguments that name nothing to measure, and the code and a part of the message.
  private static let mistakes: [([String], Int, String)] = [
    (["trend", "next..base"], 64, "Give the older commit first."),
    (["trend", "base..base"], 64, "no commit besides its first"),
    (["trend", "base"], 64, "such as main~20..main"),
    (["trend", "base..nowhere"], 5, "There is no revision 'nowhere'"),
    (["trend", "base..next", "--every", "0"], 64, "'--every' must be between"),
    (
      ["trend", "base..next", "--fail-on", "improvement"], 64,
      "'--fail-on improvement' means nothing"
    ),
    (["trend", "base..next", "--filter", "no such"], 64, "No commit has a benchmark"),
    (["bisect", "next", "base"], 64, "Give the older commit first."),
    (["bisect", "base", "next", "--metric", "a,b"], 64, "follows one number"),
    (["compare", "base", "next", "--fail-on", "step"], 64, "'--fail-on step' means nothing"),
  ]

  @Test("What cannot be measured is refused with what to do", arguments: mistakes)
  func unusable(_ arguments: [String], _ code: Int, _ message: String) async throws {
    let repository = try await ToyRepository()
    let run = try await repository.run(arguments)
    #expect(run.code == code, "\(run.output)\(run.error)")
    #expect(run.error.contains(message), "\(run.error)")
  }
}
