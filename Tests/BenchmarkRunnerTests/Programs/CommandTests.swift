import BenchmarkModel
import Foundation
import TestSupport
import Testing
import WorkerClient

@testable import BenchmarkRunner

@Suite("Command")
struct CommandTests {
  @Test("Tells success from failure, and keeps both streams apart")
  func streams() async throws {
    let good = try await Command("sh", ["-c", "echo out; echo err >&2"]).run()
    #expect(good.isSuccess)
    #expect(good.output == "out\n")
    #expect(good.error == "err\n")

    let bad = try await Command("/bin/sh", ["-c", "echo out; exit 3"]).run()
    #expect(!bad.isSuccess)
    #expect(bad.output == "out\n")
  }

  @Test("Output is trimmed, and nil for a failure or a program that does not exist")
  func output() async {
    #expect(await Command("sh", ["-c", "echo ' a b '"]).output() == "a b")
    #expect(await Command("sh", ["-c", "echo a; exit 1"]).output() == nil)
    #expect(await Command("no-such-program-anywhere", []).output() == nil)
    #expect(await Command("/no/such/program", []).output() == nil)
  }

  @Test("Lines of both streams are shown as they arrive, without empty ones")
  func lines() async throws {
    let shown = Locked<[String]>([])
    let run = try await Command("sh", ["-c", "echo one; echo; echo two >&2; exit 1"])
      .run { line in shown.withLock { $0.append(line) } }

    #expect(!run.isSuccess)
    #expect(run.lines == ["one", "two"])
    #expect(shown.withLock(\.self) == run.lines)
  }

  @Test("Many commands at once, which end at any time, keep their outputs apart")
  func many() async {
    let outputs = await withTaskGroup(of: [String?].self) { group in
      for task in 0..<16 {
        group.addTask {
          var outputs: [String?] = []
          for number in 0..<25 {
            outputs.append(await Command("echo", ["\(task) \(number)"]).output())
          }
          return outputs
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let expected = (0..<16).flatMap { task in (0..<25).map { "\(task) \($0)" } }
    #expect(Set(outputs) == Set(expected))
    #expect(outputs.count == expected.count)
  }

  @Test("Runs in its folder, with its variables, and without those that git sets for hooks")
  func surroundings() async throws {
    #expect(await Command("pwd", [], in: "/").output() == "/")
    var command = Command("sh", ["-c", "echo \"$A-${B-unset}-${GIT_DIR-unset}\""])
    command.variables = ["A": "1", "B": String?.none]
    #expect(await command.output() == "1-unset-unset")
    command.variables["GIT_DIR"] = "x"
    #expect(await command.output() == "1-unset-x")
  }

  @Test("What the system refuses, and what a program prints too much, are told apart")
  func failures() async throws {
    func failure(_ command: Command) async throws -> Command.Failure? {
      await #expect(throws: Command.Failure.self) { try await command.run() }
    }
    guard
      case .notStarted("/no/such/program", _) = try await failure(Command("/no/such/program", []))
    else {
      Issue.record("It was started.")
      return
    }
    var command = Command("cat", [])
    command.input = "text"
    command.inputFolder = URL(filePath: "/no/such/folder")
    let noInput = try await failure(command)
    #expect(noInput?.description.contains("'/no/such/folder': No such file") == true)
    let long = Command("head", ["-c", "\((64 << 20) + 1)", "/dev/zero"])
    #expect(try await failure(long) == .tooMuchOutput(program: "head", limit: 64 << 20))
  }

  /// In a process of its own, where no other test opens files.
  @Test("What is not started leaves no file open")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      func openCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
      }
      var command = Command("cat", [])
      command.input = "text"
      command.inputFolder = URL(filePath: "/no/such/folder")
      let before = try openCount()
      let count = 100
      for _ in 0..<count { _ = await command.output() }
      // Threads that read close their ends a moment later; the system opens some files of its own.
      for _ in 0..<100_000 where try openCount() >= before + count { await Task.yield() }
      if try openCount() >= before + count { exit(EXIT_FAILURE) }
    }
  }
}

@Suite("Process sessions")
struct ProcessSessionTests {
  @Test(
    "A cancelled command ends what it has started, in whatever group or session",
    .timeLimit(.minutes(1)))
  func cancelled() async throws {
    // Two of them do not want to end; the second one has a session of its own where that can be
    // found.
    #if os(Linux)
      let newSession = "setsid"
    #else
      let newSession = ""
    #endif
    let script = """
      set -m
      sh -c 'trap "" TERM INT; echo $$; exec sleep 71' &
      sh -c '\(newSession) sh -c "trap \'\' TERM INT; echo \\$\\$; exec sleep 72" & wait' &
      sh -c 'sh -c "echo \\$\\$; exec sleep 73" & wait' &
      wait
      """
    let (numbers, shown) = AsyncStream.makeStream(of: String.self)
    let task = Task {
      defer { shown.finish() }
      return try await Command("bash", ["-c", script]).run { shown.yield($0) }.isSuccess
    }
    // All three run once they have shown their numbers.
    var processes: [String] = []
    for await number in numbers {
      processes.append(number)
      if processes.count == 3 { break }
    }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(processes.compactMap { pid_t($0) }.count == 3, "\(processes)")
    for process in processes {
      let state = await Command("ps", ["-o", "stat=,args=", "-p", process]).output() ?? ""
      #expect(state.isEmpty || state.hasPrefix("Z"), "\(state)")
    }
  }
}

@Suite("What programs leave behind", .timeLimit(.minutes(2)))
struct LeftoverTests {
  /// Starts a process in a session of its own that keeps all descriptors.
  private static let daemon = "(setsid sleep 300 & echo $! >>\"$1\") ; echo out; echo err >&2"

  @Test(
    "A daemon that keeps a program's streams is not waited for",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/stat")))
  func daemon() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appending(path: "daemons").path

    let outcome = try await Command("bash", ["-c", Self.daemon, "bash", file]).run()
    let shown = Locked<[String]>([])
    let showing = try await Command("bash", ["-c", Self.daemon, "bash", file]).run { line in
      shown.withLock { $0.append(line) }
    }

    #expect(outcome.output == "out\n" && outcome.error == "err\n")
    #expect(showing.isSuccess && Set(showing.lines) == ["out", "err"])
    #expect(Set(shown.withLock(\.self)) == ["out", "err"])
    let daemons = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(daemons.count == 2)
    for daemon in daemons.compactMap({ pid_t($0) }) {
      #expect(kill(daemon, SIGKILL) == 0, "it still runs")
    }
  }

  @Test("A list of any length is read from standard input")
  func input() async throws {
    var command = Command("wc", ["-c"])
    command.input = String(repeating: "0123456789abcdef", count: 500_000)

    #expect(await command.output() == "8000000")
  }
}
