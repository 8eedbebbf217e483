import Foundation
import Testing

/// Branches that bring what the tool keeps: comparisons, calibrations and runs.
///
/// Each is filled by the tool itself, so that all hashes in it are right.
@Suite("Files that a revision brings, end to end")
struct TrackedFileTests {
  /// How files of a folder come with a revision.
  enum Way: CaseIterable, CustomTestStringConvertible, Sendable {
    case tracked, submodule, link

    var testDescription: String { "\(self)" }

    /// Shell commands that make it so, in the top folder of the checkout.
    func script(_ folder: String) -> String {
      let top = folder.split(separator: "/").first.map(String.init) ?? folder
      return switch self {
      case .tracked: "git add -f '\(folder)'; git commit -q -m brings"
      case .submodule:
        """
        (cd '\(top)' && git init -q && git add -f . && git commit -q -m inner) && mv '\(top)' ../inner
        git submodule --quiet add -f ../inner '\(top)'; git commit -q -m brings
        """
      case .link:
        "mv '\(top)' '.\(top)'; ln -s '.\(top)' '\(top)'; git add -f '\(top)'; git commit -q -m brings"
      }
    }
  }

  /// A folder that the tool reads back, and a command that does.
  struct Kept: CustomTestStringConvertible, Sendable {
    let folder: String
    let command: String

    /// What the tool says when a revision brings it, and the exit code.
    let says: String
    let code: Int

    var testDescription: String { folder }

    private static let brief = "--filter good.empty --quick --allow-debug-build"

    static let all = [
      Kept(
        folder: "results/pairs",
        command: "trend base..next --time 0.2 --allow-debug-build --filter good.empty",
        says: "could bring numbers that were never measured", code: 1),
      Kept(
        folder: "results/runs",
        command: "run \(brief) >/dev/null && '\(Tool.misbehaving.path)' check --result run:HEAD",
        says: "does not stand for its commit", code: 1),
    ]
  }

  @Test(
    "It is not believed, whatever way it came",
    arguments: Kept.all.flatMap { kept in Way.allCases.map { (kept, $0) } })
  func brought(_ kept: Kept, _ way: Way) async throws {
    let repository = try await ToyRepository(compiler: "echo built >>\"$(dirname \"$0\")/../log\"")
    let first = try await repository.shell("'\(Tool.misbehaving.path)' \(kept.command)")
    try #require([0, 2].contains(first.code), "\(first.output)\(first.error)")
    let brought = try await repository.shell(
      "set -e; \(way.script(kept.folder)); rm -rf .build ../log; git worktree prune")
    try #require(brought.code == 0, "\(brought.output)\(brought.error)")

    // Reading runs needs no new one, which would be this tool's own.
    let command = kept.command.split(separator: ">/dev/null && ").last ?? ""
    let reading = command.hasPrefix("'") ? "\(command)" : "'\(Tool.misbehaving.path)' \(command)"
    let run = try await repository.shell(
      kept.folder == "results/runs" ? reading.replacing("run:HEAD", with: "run:HEAD~1") : reading)

    #expect(run.code == kept.code, "\(run.output)\(run.error)")
    #expect(run.error.contains(kept.says), "\(run.output)\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: repository.folder.appending(path: "log").path))
  }

  @Test("A calibration is ignored, and that is said", arguments: Way.allCases)
  func calibration(_ way: Way) async throws {
    let repository = try await ToyRepository()
    let brought = try await repository.shell(
      """
      set -e; mkdir results; echo '{}' >results/calibration.json; \(way.script("results"))
      """)
    try #require(brought.code == 0, "\(brought.output)\(brought.error)")

    let run = try await repository.run([
      "compare", "base", "next", "--measure-equal", "--time", "0.2", "--filter", "good.empty",
      "--allow-debug-build",
    ])

    #expect([0, 2].contains(run.code), "\(run.output)\(run.error)")
    #expect(
      (run.output + run.error).contains("the repository may have brought it"),
      "\(run.output)\(run.error)")
  }

  @Test(
    "A build and a comparison of another user are made again",
    .enabled(if: getuid() == 0, "only root can give files away"))
  func otherUser() async throws {
    let repository = try await ToyRepository(compiler: "echo built >>\"$(dirname \"$0\")/../log\"")
    let command = """
      '\(Tool.misbehaving.path)' trend base..next --time 0.2 --allow-debug-build --filter good.empty \
      >/dev/null && test -e ../log
      """
    let first = try await repository.shell(command)
    try #require(first.code == 0, "\(first.error)")
    let known = try await repository.shell("rm ../log; \(command)")
    #expect(known.code == 1, "What is known is not built again: \(known.error)")

    let run = try await repository.shell(
      """
      chown -R 65534 results/pairs
      for build in .build/framegate/*-*; do chown -R 65534 "$build"; done
      \(command)
      """)

    #expect(run.code == 0, "\(run.error)")
  }
}
