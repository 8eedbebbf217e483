import Foundation
import Testing

/// Whole processes of two commands, measured alternately.
@Suite("Comparing commands")
struct CommandComparisonTests {
  private static let tool = Tool.alone

  /// A folder with scripts, by name.
  private static func scripts(_ scripts: [String: String]) throws -> TemporaryPackage {
    let package = try TemporaryPackage()
    for (name, text) in scripts {
      try package.write("#!/bin/sh\n\(text)\n", to: name)
      try package.executable(name)
    }
    return package
  }

  private static func loop(_ turns: Int) -> String {
    "i=0; while [ $i -lt \(turns) ]; do i=$((i+1)); done"
  }

  private static func compare(
    _ first: String, _ second: String, _ arguments: [String] = [], in package: TemporaryPackage
  ) async throws -> Tool.Outcome {
    try await tool.run(
      ["compare", "--command", first, "--command", second]
        + (arguments.contains("--time") ? arguments : arguments + ["--time", "1"]),
      in: package.folder)
  }

  @Test("A slower command fails, in text, JSON and Markdown")
  func slower() async throws {
    let package = try Self.scripts(["old.sh": Self.loop(1_000), "new.sh": Self.loop(10_000)])

    let compare = try await Self.compare(
      "./old.sh", "./new.sh", ["--time", "5", "--also", "json=a.json", "--also", "markdown=a.md"],
      in: package)

    #expect(compare.code == 2, "\(compare.output)\(compare.error)")
    #expect(compare.output.contains("Regressed: 1 of 1 comparison regressed."))
    #expect(compare.output.contains("Candidate: './new.sh' ("), "\(compare.output)")
    for file in ["a.json", "a.md"] {
      let text = try String(contentsOf: package.folder.appending(path: file), encoding: .utf8)
      #expect(text.contains("regressed"), "\(file)")
    }
  }

  @Test(
    "A command that cannot be measured fails with the reason",
    arguments: [
      ("./nowhere", 1, "There is no program './nowhere' to run."),
      ("nowhere -x", 1, "There is no program 'nowhere' to run."),
      (" ", 64, "'--command' is empty."),
      ("./fails", 3, "'./fails' ended with exit code 3 ('no luck')."),
      ("./crashes", 3, "was ended by signal 11"),
      ("./terminal", 3, "and it has no terminal."),
      ("./sometimes", 3, "ended with exit code 1"),
    ])
  func failures(command: String, code: Int, reason: String) async throws {
    let package = try Self.scripts([
      "good": "true", "fails": "echo 'no luck' >&2; exit 3", "crashes": "kill -SEGV $$",
      "terminal": "read line </dev/tty",
      "sometimes": "mkdir once 2>/dev/null",
    ])

    let compare = try await Self.compare("./good", command, in: package)

    #expect(compare.code == code, "\(compare.output)\(compare.error)")
    #expect("\(compare.output)\(compare.error)".contains(reason), "\(compare.error)")
  }

  @Test("Programs that are no workers are compared as commands, and the error says so")
  func noWorkers() async throws {
    let package = try Self.scripts(["old": "exit 4", "new": "true"])

    let compare = try await Self.tool.run(["compare", "./old", "./new"], in: package.folder)

    #expect(compare.code == 1, "\(compare.output)\(compare.error)")
    #expect(
      compare.error.contains("'./old' cannot be measured: The worker ended with exit code 4"),
      "\(compare.error)")
    #expect(compare.error.contains("compare whole processes with '--command'"))
  }

  @Test("A command that does not end is named, with what it may miss")
  func endless() async throws {
    let package = try Self.scripts(["good": "true", "hangs": "sleep 1000"])

    let compare = try await Self.compare("./good", "./hangs", ["--timeout", "1"], in: package)

    #expect(compare.code == 3, "\(compare.output)\(compare.error)")
    #expect(
      compare.error.contains("'./hangs' did not end within 1 s. Its standard input is empty"),
      "\(compare.error)")
  }

  @Test("Each run that warms up has the time limit for itself")
  func longWarmUp() async throws {
    let package = try Self.scripts(["short": "sleep 0.5"])

    let compare = try await Self.compare(
      "./short", "./short", ["--warm-up", "12", "--timeout", "4"], in: package)

    #expect([0, 2].contains(compare.code), "\(compare.output)\(compare.error)")
  }

  @Test(
    "A command's signals are as a shell would leave them: none is blocked or ignored",
    arguments: ["sleep 0.01 & wait $!", "while :; do echo more; done | head -n 1"])
  func signals(script: String) async throws {
    let package = try Self.scripts(["script": script])

    let compare = try await Self.compare(
      "./script", "./script", ["--timeout", "20"], in: package)

    #expect([0, 2].contains(compare.code), "\(compare.output)\(compare.error)")
  }

  @Test("Exit codes and what is printed are compared on request")
  func answers() async throws {
    let package = try Self.scripts([
      "one": "echo same; echo 1; exit 1", "two": "echo same; echo 2; exit 2",
      "zero": "echo same; echo 1",
    ])

    let codes = try await Self.compare("./one", "./two", ["--ignore-exit-code"], in: package)
    let texts = try await Self.compare(
      "./one", "./two", ["--ignore-exit-code", "--compare-output"], in: package)
    let printed = try await Self.compare("./zero", "echo same", ["--compare-output"], in: package)

    #expect(
      codes.code == 2 && codes.output.contains("first exit code: 2 against 1"), "\(codes.output)")
    #expect(
      texts.code == 2 && texts.output.contains("first line 2: 2 against 1"), "\(texts.output)")
    #expect(
      printed.code == 2 && printed.output.contains("first line 2:  against 1"), "\(printed.output)")
  }

  @Test(
    "Set-up and clean-up run once, preparation before each process, and input comes from a file")
  func surroundings() async throws {
    let package = try Self.scripts(["count": "wc -c | grep -qx 6 && test -e ready && rm ready"])
    try package.write("hello\n", to: "input")

    let compare = try await Self.compare(
      "./count", "./count",
      [
        "--setup", "echo set up >>log", "--prepare", "touch ready", "--cleanup", "echo clean >>log",
        "--input", "input", "--warm-up", "3",
      ], in: package)

    // Equal commands differ by chance once in a hundred times.
    #expect([0, 2].contains(compare.code), "\(compare.output)\(compare.error)")
    let log = try String(contentsOf: package.folder.appending(path: "log"), encoding: .utf8)
    #expect(log == "set up\nclean\n")
  }

  @Test("A server that the set-up starts goes on after it has printed")
  func server() async throws {
    let package = try Self.scripts(["ask": "test -e alive"])
    let server = "(sleep 1; echo asked; echo asked >&2; touch alive; sleep 20) & echo $! >server"

    let compare = try await Self.compare(
      "./ask", "./ask",
      [
        "--setup", server, "--prepare",
        "for try in $(seq 100); do test -e alive && exit; sleep 0.1; done; exit 1",
        "--cleanup", "kill $(cat server)",
      ], in: package)

    #expect(compare.code == 0, "\(compare.output)\(compare.error)")
  }

  @Test(
    "Clean-up runs after a set-up that fails, and its own failure hides no verdict",
    arguments: [
      (setup: "mkdir work; false", second: "./fast", cleanup: "rmdir work", code: Int32(1)),
      ("mkdir work", "./slow", "rmdir work; false", 2),
      ("mkdir work", "./fast", "rmdir work; false", 1),
    ])
  func failingSurroundings(setup: String, second: String, cleanup: String, code: Int32) async throws
  {
    let package = try Self.scripts(["fast": "true", "slow": "sleep 0.05"])

    // Far above what two equal commands may differ by chance.
    let compare = try await Self.compare(
      "./fast", second, ["--setup", setup, "--cleanup", cleanup, "--threshold", "100"],
      in: package)

    #expect(compare.code == code, "\(compare.output)\(compare.error)")
    #expect(!FileManager.default.fileExists(atPath: package.folder.appending(path: "work").path))
  }

  @Test(
    "A command that prints much, forks, or ignores signals leaves nothing behind",
    .enabled(if: Interrupted.isPossible),
    arguments: [
      ("head -c 200000000 /dev/zero", "--compare-output"), ("sleep 1000 & true", ""),
      ("trap '' TERM INT HUP; sleep 0.01", ""),
    ])
  func unruly(script: String, option: String) async throws {
    let package = try Self.scripts(["unruly": script])

    let compare = try await Tool.shell(
      """
      \(Interrupted.mark)
      MARK=$mark \(Self.tool.command) compare --command ./unruly --command ./unruly --time 1 \(option)
      code=$?
      \(Interrupted.expectNothingLeft)
      exit $code
      """, in: package.folder)

    #expect([0, 2].contains(compare.code), "\(compare.output)\(compare.error)")
    #expect(!compare.output.contains("differs"), "\(compare.output)")
  }

  @Test(
    "What does not belong together is refused",
    arguments: [
      (["--command", "true"], "is given once. Name two commands."),
      (["--command", "a", "--command", "b", "--command", "c"], "is given 3 times."),
      (["main", "--command", "a", "--command", "b"], "Leave 'main' out, or the commands."),
      (["main", "--prepare", "true"], "belong to commands."),
      (["--command", "true", "--command", "true", "--explain"], "measures whole processes."),
      (
        ["--command", "true", "--command", "true", "--metric", "instructions"],
        "A command has only the metrics wallClock and cpuTotal."
      ),
      ([], "Nothing to compare."),
    ])
  func usage(arguments: [String], reason: String) async throws {
    let package = try TemporaryPackage()

    let compare = try await Self.tool.run(["compare"] + arguments, in: package.folder)

    #expect(compare.code == 64)
    #expect(compare.error.contains(reason), "\(compare.error)")
  }
}
