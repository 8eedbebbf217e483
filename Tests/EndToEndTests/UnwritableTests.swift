import Foundation
import TestSupport
import Testing

/// What happens when something cannot be written.
@Suite("Full disks and closed pipes, end to end")
struct UnwritableTests {
  private static let brief = [
    "run", "--quick", "--allow-debug-build", "--metric", "wallClock", "--filter",
  ]

  @Test("A reader that closes its end is no error")
  func closedPipe() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.shell(
      "set -o pipefail; \(Tool.framegate.command) list --format json | true", in: package.folder)

    #expect(run.code == 0)
    #expect(run.error.isEmpty)
  }

  @Test(
    "An output that is full is reported, the run is stored all the same",
    .enabled(if: FullDevice.exists))
  func fullOutput() async throws {
    let package = try TemporaryPackage()

    let list = try await Tool.framegate.run(["list", "--path", "/dev/full"], in: package.folder)
    let run = try await Tool.shell(
      "'\(Tool.misbehaving.path)' \(Self.brief.joined(separator: " ")) good.empty >/dev/full",
      in: package.folder)

    #expect(list.code == 1)
    #expect(list.error.contains("No space left"))
    #expect(run.code == 1)
    #expect(run.error.contains("Cannot write to standard output: No space left"), "\(run.error)")
    try #require(package.runs.count == 1)
    let file = package.folder.appending(path: "results/runs/\(package.runs[0])")
    let stored = try JSONPart(contentsOf: file).benchmarks.elements
    #expect(try stored.map { try $0.name.read() } == ["good.empty"])
  }

  @Test("A disk that fills up keeps what was saved before, the numbers are shown all the same")
  func fullDisk() async throws {
    let package = try TemporaryPackage()
    // No file may grow beyond 2 KiB: the first benchmark fits, all of them do not.
    let script = """
      trap '' XFSZ
      ulimit -f 2
      '\(Tool.misbehaving.path)' \(Self.brief.joined(separator: " ")) 'good.*'
      """

    let run = try await Tool.shell(script, in: package.folder)

    #expect(run.code == 1)
    #expect(run.output.contains("good.allocating"))
    #expect(run.error.contains("cannot be written: "))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: package.folder.appending(path: "results/runs").path)
    try #require(names.count == 1, "\(names)")
    let file = package.folder.appending(path: "results/runs/\(names[0])")
    _ = try JSONPart(contentsOf: file).benchmarks.elements
  }

  @Test(
    "A run that cannot be stored is judged all the same, with the exit code of the verdict",
    arguments: [("good.scenario", 0), ("bad.budget", 2), ("bad.scene", 3)], [false, true])
  func unstored(judged: (name: String, code: Int), isFull: Bool) async throws {
    let package = try TemporaryPackage()
    // Either there is no place at all, or no file may grow beyond 1 KiB.
    if !isFull { try package.write("a file in the folder's place", to: "results") }
    let script = """
      trap '' XFSZ
      \(isFull ? "ulimit -f 1" : "")
      '\(Tool.misbehaving.path)' check --quick --allow-debug-build --metric cpuTotal --rate 60 \
        --filter '^\(judged.name)$' --quiet --also json=- --also junit=report.xml
      """

    let run = try await Tool.shell(script, in: package.folder)

    #expect(run.code == judged.code, "\(run.error)")
    #expect(run.error.hasPrefix("This run is not saved: '"), "\(run.error)")
    #expect(run.error.hasSuffix("Free or correct that place, and try again.\n"), "\(run.error)")
    #expect(run.output.contains(judged.code == 0 ? "Passed" : "Failed"), "\(run.output)")
    #expect(run.output.contains("\"scenarios\"") || run.output.contains("\"budgets\""))
    #expect(
      FileManager.default.fileExists(atPath: package.folder.appending(path: "report.xml").path))
  }

  @Test("A comparison with a stored result needs no place for its own run")
  func unstoredComparison() async throws {
    let package = try TemporaryPackage()
    let made = try await Tool.misbehaving.run(
      Self.brief + ["good.empty", "--format", "json", "--path", "base.json"], in: package.folder)
    try FileManager.default.removeItem(at: package.folder.appending(path: "results"))
    try package.write("a file in the folder's place", to: "results")

    let run = try await Tool.misbehaving.run(
      [
        "compare", "base.json", "--quick", "--allow-debug-build", "--metric", "wallClock",
        "--filter", "good.empty",
      ], in: package.folder)

    #expect(made.code == 0, "\(made.error)")
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.contains("This run is not saved: '"), "\(run.error)")
    #expect(run.output.contains("this run ("), "\(run.output)")
  }
}
