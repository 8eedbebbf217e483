import Foundation
import Subprocess
import Testing

/// What happens when a run cannot go on as planned.
@Suite("Interruptions, end to end")
struct InterruptionTests {
  private static let brief = [
    "run", "--quick", "--allow-debug-build", "--metric", "wallClock", "--filter",
  ]

  @Test("A signal ends with 130 and keeps what was finished", arguments: ["INT", "TERM"])
  func signals(signal: String) async throws {
    let package = try TemporaryPackage()
    // The shell waits until the first benchmark is saved; the second never ends.
    let script = """
      '\(Tool.misbehaving.path)' \(Self.brief.joined(separator: " ")) 'good.empty|bad.hang' &
      until grep -q good.empty results/runs/*.json 2>/dev/null; do sleep 0.05; done
      kill -\(signal) $!
      wait $!
      """

    let run = try await Tool.shell(script, in: package.folder)

    #expect(run.code == 130, "\(run.error)")
    #expect(run.error.contains("Interrupted"))
    #expect(run.output.contains("good.empty"))
    let file = package.folder.appending(path: "results/runs/\(package.runs[0])")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("good.empty"))
  }

  @Test("No worker is left behind when the tool is killed")
  func killed() async throws {
    let package = try TemporaryPackage()
    // A process that nobody waited for yet has ended all the same: its state is Z.
    let script = """
      '\(Tool.misbehaving.path)' \(Self.brief.joined(separator: " ")) bad.hang &
      until pgrep -P $! >/dev/null; do sleep 0.05; done
      worker=$(pgrep -P $! | head -n 1)
      kill -KILL $!
      wait $! 2>/dev/null
      for attempt in {1..100}; do
        state=$(ps -o stat= -p "$worker") || state=Z
        case "$state" in Z*) echo gone; exit ;; esac
        sleep 0.1
      done
      echo "process $worker goes on: $state"
      """

    let run = try await Tool.shell(script, in: package.folder)

    #expect(run.output == "gone\n")
  }

  @Test("A reader that closes its end is no error")
  func closedPipe() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.shell(
      "set -o pipefail; '\(Tool.framegate.path)' list --format json | true", in: package.folder)

    #expect(run.code == 0)
    #expect(run.error.isEmpty)
  }

  @Test("A full disk is reported, the numbers are shown all the same")
  func fullOutput() async throws {
    let package = try TemporaryPackage()

    let list = try await Tool.framegate.run(["list", "--path", "/dev/full"], in: package.folder)
    let run = try await Tool.shell(
      "'\(Tool.misbehaving.path)' \(Self.brief.joined(separator: " ")) good.empty >/dev/full",
      in: package.folder)

    #expect(list.code == 1)
    #expect(list.error.contains("No space left"))
    #expect(run.code == 1)
    #expect(package.runs.count == 1)
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
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    #expect((object as? [String: Any])?["benchmarks"] is [Any])
  }

  @Test("A results folder that cannot be written ends with 1 before anything is measured")
  func unwritableFolder() async throws {
    let package = try TemporaryPackage()
    try package.write("a file in the folder's place", to: "results")

    let run = try await Tool.misbehaving.run(Self.brief + ["good.empty"], in: package.folder)

    #expect(run.code == 1)
    #expect(run.error.hasPrefix("Error: "))
    #expect(run.output.isEmpty)
  }
}

extension Tool {
  /// Runs a bash script in a folder.
  static func shell(_ script: String, in folder: URL) async throws -> Outcome {
    try await Tool(path: "/bin/bash").run(["-c", script], in: folder)
  }
}
