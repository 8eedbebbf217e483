import Foundation
import TestSupport
import Testing

/// Histories of commits, measured and searched by the built tool.
///
/// Differences are by half or more, so that no machine is too busy to see them.
@Suite("Histories, end to end", .serialized)
struct HistoryTests {
  private let fixture = RevisionFixture.shared

  @Test("A trend finds a step and its reversal, and keeps what it measured")
  func trend() async throws {
    let arguments =
      ["trend", "base..comment", "--format", "json"] + RevisionFixture.brief + ["work.varying"]
    let run = try await fixture.run(arguments)
    // What is measured again at most needs no instructions, which the first time has counted.
    let again = try await fixture.run(
      arguments + ["--fail-on", "step"], environment: Tool.withoutValgrind)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    let report = try JSONPart(run.output)
    let (commits, steps) = (report.commits, report.steps)
    #expect(
      try commits.elements.map { try $0.subject.read() } == ["base", "slower", "comment"])
    #expect(try steps.elements.map { try $0.verdict.read() } == ["regressed", "improved"])
    #expect(try steps[0].commit.read() == commits[1].commit.read(String.self))
    #expect(try commits[0].index["work.varying"]["value"].read() == 1)
    // The last commit is built to the code of the first.
    #expect(try commits[2].index["work.varying"]["value"].read() == 1)
    #expect(again.code == 2, "\(again.error)")

    // The only shard of the same trend ends in the same way, and so does what joins it.
    let folder = try await fixture.folder()
    try? FileManager.default.removeItem(at: folder.appending(path: "results/shards"))
    let shard = try await fixture.run(
      arguments + ["--fail-on", "step", "--shard", "1/1"], environment: Tool.withoutValgrind)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "results/shards").path)
    let merged = try await fixture.run(
      ["merge", "--format", "json"] + files.map { "results/shards/\($0)" })
    #expect(shard.code == 2, "\(shard.error)")
    #expect(merged.code == 2, "\(merged.error)")
    #expect(merged.output == shard.output)
  }

  @Test("A search finds the commit and confirms it; ends that do not differ end it")
  func bisect() async throws {
    let options = ["--format", "json"] + RevisionFixture.brief + ["work.varying"]
    // A search needs no instructions; the trend above counts them.
    let found = try await fixture.run(
      ["bisect", "base", "slower"] + options,
      environment: Tool.withoutValgrind)
    let same = try await fixture.run(["bisect", "base", "comment"] + options)

    #expect(found.code == 0, "\(found.output)\(found.error)")
    let report = try JSONPart(found.output)
    #expect(try report.decision.read() == "found")
    #expect(try report.culprits.elements.map { try $0.subject.read() } == ["slower"])
    #expect(try report.culprits[0].confirmed.read() == true)
    #expect(same.code == 0, "\(same.output)\(same.error)")
    #expect(try JSONPart(same.output).decision.read() == "unchanged")
  }

  @Test("Commits of equal builds are a flat trend that measures nothing")
  func flat() async throws {
    let repository = try await ToyRepository()
    let run = try await repository.run(["trend", "base..next"])
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("1 of 1 commit changed no code"), "\(run.output)")
    #expect(run.output.contains("No step in 2 commits of base..next."), "\(run.output)")
  }

  /// Both counts of the later commit's allocations are larger, so its pair has two steps.
  @Test("What explains several steps of one pair asks its builds once what they have registered")
  func explainedSteps() async throws {
    let repository = try await ToyRepository(
      editingAnswersOf: .next, by: #"/"bytes":/s/"(bytes|count)":/&9/g"#)
    let run = try await repository.run([
      "trend", "base..next", "--quick", "--allow-debug-build", "--format", "json",
      "--filter", "good.allocating", "--metric", "mallocCountTotal,mallocBytesCount",
    ])
    #expect(run.code == 0, "\(run.output)\(run.error)")
    let metrics: [String] = try JSONPart(run.output).steps.elements.map { try $0.metric.read() }
    #expect(Set(metrics) == ["mallocCountTotal", "mallocBytesCount"])

    let questions = try String(contentsOf: repository.questions, encoding: .utf8)
    let listings = questions.split(separator: "\n").count { $0.contains(#""ask":"describe""#) }
    // Of both builds: to know their benchmarks, to compare them, and to explain what changed.
    #expect(listings == 6, "\(questions)")
  }

  /// The first commit records its hits under another name.
  @Test("A commit without the chosen metric is left out, with the reason")
  func withoutMetric() async throws {
    let repository = try await ToyRepository(editingAnswersOf: .base, by: "s/hitRate/hits/g")
    let brief = ["--quick", "--allow-debug-build", "--format", "json", "--filter", "record.cache"]
    let trend = try await repository.run(
      ["trend", "base..next", "--metric", "hitRate"] + brief)
    let unknown = try await repository.run(
      ["trend", "base..next", "--metric", "nowhere"] + brief)

    #expect(trend.code == 0, "\(trend.output)\(trend.error)")
    let reasons = try JSONPart(trend.output).commits.elements.map {
      try? $0.reason.read(String.self)
    }
    try #require(reasons.count == 2)
    #expect(reasons[0]?.contains("'hitRate'") == true, "\(trend.output)")
    #expect(reasons[1] == nil, "\(trend.output)")
    #expect(unknown.code == 1, "\(unknown.output)\(unknown.error)")
    #expect(unknown.error.contains("There is no metric 'nowhere'"), "\(unknown.error)")
  }

  @Test("What a stranger wrote about a build names no file elsewhere, and is found out anew")
  func poisoned() async throws {
    let repository = try await ToyRepository()
    let run = try await repository.shell(
      """
      trend() { '\(Tool.misbehaving.path)' trend base..next --quick --filter good.empty; }
      trend || exit 98
      cd results/pairs/builds && for file in *; do
        sed 's|"digest" : "|&../../../../stranger-'"$file"'|' "$file" >changed
        ! cmp -s changed "$file" && mv changed "$file" || exit 97
      done && cd -
      trend; code=$?
      find .. -name 'stranger*'
      exit $code
      """)
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(!run.output.contains("/stranger"), "\(run.output)")
    #expect(run.output.components(separatedBy: "1 of 1 commit changed no code").count == 3)
  }

  @Test("Comparisons that came with a commit are refused, because a stranger may have written them")
  func tracked() async throws {
    let repository = try await ToyRepository()
    let run = try await repository.shell(
      """
      mkdir -p results/pairs/builds && echo '{}' >results/pairs/builds/a.json
      git add -f results/pairs
      '\(Tool.misbehaving.path)' trend base..next --quick --filter good.empty
      """)
    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(
      run.error.contains("pairs/builds/a.json', so a branch could bring numbers"), "\(run.error)")
    #expect(run.error.contains("add its folder to '.gitignore'."), "\(run.error)")
  }

  /// Arguments that name nothing to measure, and the code and a part of the message.
  private static let mistakes: [([String], Int, String)] = [
    (["trend", "next..base"], 64, "Give the older commit first."),
    (["trend", "base..base"], 64, "no commit besides its first"),
    (["trend", "base"], 64, "such as main~20..main"),
    (["trend", "base..nowhere"], 5, "There is no revision 'nowhere'"),
    (["trend", "base..next", "--every", "0"], 64, "'--every' must be between"),
    (["trend", "base..next", "--fail-on", "improvement"], 64, "provide one of 'step'."),
    (["trend", "base..next", "--filter", "no such"], 64, "No commit has a benchmark"),
    (["bisect", "next", "base"], 64, "Give the older commit first."),
    (["bisect", "base", "next", "--metric", "a,b"], 64, "follows one number"),
    (["history"], 5, "'results/runs' contains no measurements of commits."),
    (["history", "--from", "nothing.csv"], 5, "There is no file 'nothing.csv'."),
    (
      ["history", "--from", "Package.swift"], 5,
      "'Package.swift' contains no measurements of commits."
    ),
    (
      ["compare", "base", "next", "--fail-on", "step"], 64,
      "provide one of 'improvement', 'inconclusive' or 'no-base'."
    ),
  ]

  @Test("What cannot be measured is refused with what to do", arguments: mistakes)
  func unusable(_ arguments: [String], _ code: Int, _ message: String) async throws {
    let repository = try await ToyRepository()
    let run = try await repository.run(arguments)
    #expect(run.code == code, "\(run.output)\(run.error)")
    #expect(run.error.contains(message), "\(run.error)")
  }

  /// Twenty runs of one machine in a repository, one per commit, of which the last ten allocate
  /// once more and take 8 % longer; and files that are none.
  private func recorded() async throws -> ToyRepository {
    let repository = try await ToyRepository()
    let run = try await repository.shell(
      """
      '\(Tool.misbehaving.path)' run --quick --allow-debug-build --filter good.allocating --quiet
      """)
    try #require(run.code == 0, "\(run.error)")
    let folder = repository.main.appending(path: "results/runs")
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let content = try Data(contentsOf: folder.appending(path: name))
    try FileManager.default.removeItem(at: folder.appending(path: name))
    let log = try await repository.shell(
      """
      # Several are made in one second, as by a rebase, and one by a clock that is a day late.
      for n in $(seq 20); do
        GIT_COMMITTER_DATE="@$((1790000000 + n / 3 * 60 - (n == 12) * 86400)) +0000" git commit -q --allow-empty -m "Change $n"
      done
      git log --reverse --format=%H -20
      """)
    for (number, commit) in log.output.split(separator: "\n").enumerated() {
      var file = try JSONPart(content)
      file.environment.commit.set(String(commit))
      file.environment.dirty.set(false)
      if number >= 17 { file.environment.toolchain.set("Swift version 99") }
      let factor = (number >= 10 ? 1.08 : 1) * (1 + Double(number % 3) / 1_000)
      for clock in ["wallClock", "cpuTotal"] {
        try file.changeMetric(clock, of: "good.allocating") { $0 * factor }
      }
      try file.changeMetric("mallocCountTotal", of: "good.allocating") {
        $0 + (number >= 10 ? 1 : 0)
      }
      try file.data
        .write(to: folder.appending(path: "20260101T0000\(number + 10)Z-\(commit.prefix(12)).json"))
    }
    try Data(content.prefix(900)).write(to: folder.appending(path: "half.json"))
    try Data("window.BENCHMARK_DATA = {}".utf8).write(to: folder.appending(path: "foreign.json"))
    return repository
  }

  @Test("Stored runs show their likely step; what is no run is left out with a sentence each")
  func history() async throws {
    let repository = try await recorded()
    let run = try await repository.run(["history", "--format", "json"])
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.components(separatedBy: "Left out: ").count == 3, "\(run.error)")
    let report = try JSONPart(run.output)
    let commits = try report.commits.elements
    #expect(try commits.map { try $0.subject.read() } == (1...20).map { "Change \($0)" })
    let changes = commits.map { $0["values"]["good.allocating"]["change"] }.filter { !$0.isMissing }
    #expect(try changes.map { try $0.read() } == ["compiler Swift version 99"])
    let steps = try report.steps.elements
    let changed: String = try report.commits[10].commit.read()
    #expect(try Set(steps.map { try $0.commit.read(String.self) }) == [changed])
    #expect(try steps.contains { try $0.methods.read() == ["mean", "ranks"] })
    #expect(try steps.contains { try $0.metric.read() == "mallocCountTotal" })

    let since = try await repository.run(["history", "--since", "HEAD~4", "--quiet"])
    #expect(since.output.contains("5 rows: 5 commits on 1 machine."), "\(since.output)")
    #expect(since.error.isEmpty)
  }

  @Test("Records of another tool are told by content, and compared with no other settings")
  func foreign() async throws {
    let repository = try await ToyRepository()
    let rows = (1...24).map { "\(1_790_000_000 + $0),c\($0),\($0 > 12 ? 20 : 10),main" }
    try (["time,commit,feed,branch"] + rows).joined(separator: "\n")
      .write(to: repository.main.appending(path: "otava.csv"), atomically: true, encoding: .utf8)
    let run = try await repository.run(["history", "--from", "otava.csv"])
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("feed likely regressed +100.0 % at c13, by mean and ranks"))
    #expect(run.output.contains("were not measured in pairs"))
    #expect(run.output.contains("1 likely step in 24 commits of otava.csv."))
  }
}
