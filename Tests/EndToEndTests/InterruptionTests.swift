import Foundation
import SampleStatistics
import Testing

/// What happens when a run cannot go on as planned.
@Suite("Interruptions, end to end")
struct InterruptionTests {
  private static let brief = [
    "run", "--quick", "--allow-debug-build", "--metric", "wallClock", "--filter",
  ]

  @Test(
    "A signal ends with 130, keeps what was finished and says so",
    .enabled(if: Interrupted.isPossible), arguments: ["INT", "TERM", "HUP"])
  func signals(signal: String) async throws {
    let package = try TemporaryPackage()
    let command = "run \(Self.brief.dropFirst().joined(separator: " ")) 'good.empty|bad.hang'"

    let run = try await Tool.shell(
      Interrupted.script(command, signal, when: Interrupted.isSaved), in: package.folder)

    #expect(run.code == 130, "\(run.error)")
    let name = try #require(package.runs.first)
    #expect(
      run.error.hasSuffix(
        "Interrupted. 1 finished benchmark is saved in results/runs/\(name).\n"))
    // On a machine that is too busy to write the tables in time, the tool ends without them.
    #expect(run.output.contains("good.empty") || !run.error.contains("Saved"))
    let file = package.folder.appending(path: "results/runs/\(name)")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("good.empty"))
  }

  @Test(
    "Every verb that starts workers can be interrupted before the first one answers",
    .enabled(if: Interrupted.isPossible),
    arguments: [
      "list", "run", "check", "calibrate", "inspect good.scenario",
      "compare base next --measure-equal", "check --against base --measure-equal",
      "trend base..next", "bisect base next",
    ])
  func beforeFirstAnswer(command: String) async throws {
    let repository = try await ToyRepository()

    for signal in ["INT", "TERM"] {
      let run = try await repository.shell(
        Interrupted.script(command, signal, when: "pgrep -P $tool", variables: "HANG_REGISTERING=1")
      )

      #expect(run.code == 130, "\(run.error)")
      #expect(run.error.hasSuffix("Interrupted.\n"))
    }
  }

  @Test(
    "Ctrl-C in a terminal, which every process of the group hears, crashes no worker",
    .enabled(if: Interrupted.isPossible), arguments: ["pgrep -P $tool", "sleep 0.1", "sleep 0.3"])
  func group(condition: String) async throws {
    let package = try TemporaryPackage()
    let command = Self.brief.joined(separator: " ") + " 'good.empty|bad.hang'"

    let run = try await Tool.shell(
      Interrupted.script(command, "INT", when: condition, toGroup: true), in: package.folder)

    #expect(run.code == 130, "\(run.error)")
    #expect(!run.error.contains("crashed") && !run.output.contains("crashed"))
  }

  /// A comparison that does not end by itself.
  private static let endless = "--measure-equal --time 3600 --allow-debug-build --filter good.empty"

  private static let longCommands =
    [
      "compare base next \(endless)", "check --against base \(endless) --quick",
      "run --allow-debug-build --filter wait.forFile",
    ]
    + calibrating

  /// A debug build does not calibrate.
  private static let calibrating = ["calibrate --trials 100000 --time 3600 --filter good.empty"]
    .filter { _ in !_isDebugAssertConfiguration() }

  @Test(
    "A command that measures can be interrupted at any instant",
    .enabled(if: Interrupted.isPossible),
    arguments: longCommands, [UInt64(1), 2, 3])
  func anyInstant(command: String, seed: UInt64) async throws {
    let repository = try await ToyRepository()
    var generator = SplitMix64(seed: seed)
    let delay = Double(generator.next() % 3_000) / 1_000
    let signal = ["INT", "TERM", "HUP"][Int(seed) % 3]

    let run = try await repository.shell(
      Interrupted.script(command, signal, when: "sleep \(delay)"))

    #expect(run.code == 130, "after \(delay) s: \(run.error)")
    #expect(run.error.contains("Interrupted."))
    #expect(!run.error.contains("crashed"))
  }

  @Test(
    "'check' can be interrupted while it measures again", .enabled(if: Interrupted.isPossible),
    arguments: ["INT", "TERM"])
  func measuringAgain(signal: String) async throws {
    let package = try TemporaryPackage()
    let command =
      "check --quick --allow-debug-build --metric cpuTotal --rate 60 --filter hang.again"

    let run = try await Tool.shell(
      Interrupted.script(command, signal, when: "grep -q 'budgets again' error"),
      in: package.folder)

    #expect(run.code == 130, "\(run.error)")
    #expect(run.error.contains("Measuring the exceeded frame budgets again"))
  }

  @Test(
    "A command whose output nobody reads can be interrupted",
    .enabled(if: Interrupted.isPossible),
    arguments: [
      "run --quick --allow-debug-build --metric wallClock --filter good.empty --path pipe",
      "list --path pipe", "list >&3", "list >&3 2>&3", "replay object.json --path pipe",
    ])
  func blockedOutput(command: String) async throws {
    let package = try TemporaryPackage()
    try package.write(
      #"{"work_ns": [1000000], "rate_segments_hz_ticks": [[60, 1]]}"#, to: "object.json")
    let fullPipe = "mkfifo pipe full; exec 3<>full; head -c 65536 /dev/zero >&3\n"

    for signals in ["INT", "TERM", "INT INT"] {
      let run = try await Tool.shell(
        "rm -rf pipe full\n" + fullPipe + Interrupted.script(command, signals, when: "sleep 0.5"),
        in: package.folder)

      #expect(run.code == 130, "\(signals): \(run.error)")
    }
  }

  @Test(
    "A command whose input nobody writes can be interrupted",
    .enabled(if: Interrupted.isPossible), arguments: ["INT", "TERM", "HUP"])
  func endlessInput(signal: String) async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.shell(
      "rm -f pipe; mkfifo pipe\n"
        + Interrupted.script("replay pipe", signal, when: "sleep 0.3"), in: package.folder)

    #expect(run.code == 130, "\(run.error)")
    #expect(run.error == "Interrupted.\n")
  }

  @Test(
    "'calibrate' can be interrupted while it measures",
    .enabled(if: Interrupted.isPossible && !_isDebugAssertConfiguration()))
  func trials() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.shell(
      Interrupted.script("calibrate --filter wait.forFile", "INT", when: "test -e go.awaited"),
      in: package.folder)

    #expect(run.code == 130, "\(run.error)")
    #expect(run.error.hasSuffix("Interrupted.\n"), "\(run.error)")
    #expect(!run.error.contains("crashed"))
  }

  @Test("What a benchmark started ends with it", .enabled(if: Interrupted.isPossible))
  func childOfBenchmark() async throws {
    let package = try TemporaryPackage()
    let command = Self.brief.joined(separator: " ")

    let finished = try await Tool.shell(
      """
      \(Interrupted.mark)
      MARK=$mark '\(Tool.misbehaving.path)' \(command) bad.child >/dev/null || exit
      \(Interrupted.expectNothingLeft)
      """, in: package.folder)
    // Without a first process, the scenario after it hangs at once.
    try package.write("", to: "first-process")
    let interrupted = try await Tool.shell(
      Interrupted.script(
        "\(command) 'bad.child|hang.again'", "INT", when: Interrupted.isSaved, saved: "bad.child"),
      in: package.folder)

    #expect(finished.code == 0, "\(finished.error)")
    #expect(interrupted.code == 130, "\(interrupted.error)")
  }

  @Test("Limits that are too low are raised, or said to be too low")
  func limits() async throws {
    let package = try TemporaryPackage()
    func list(_ limit: String) async throws -> Tool.Outcome {
      try await Tool.shell(
        "ulimit \(limit); exec '\(Tool.misbehaving.path)' list", in: package.folder)
    }

    let raised = try await list("-Sn 17")
    let files = try await list("-n 17")
    let processes = try await list("-u 5")
    let memory = try await list("-v 500000")

    #expect(raised.code == 0, "\(raised.error)")
    #expect(files.code == 1)
    #expect(
      files.error == "Error: At most 17 files may be open. Allow 64 or more: 'ulimit -n 64'.\n")
    #expect(processes.code == 1)
    #expect(processes.error.hasSuffix("'ulimit -u 32'.\n"))
    #expect(memory.code == 1)
    #expect(memory.error.hasSuffix("'ulimit -v 1048576'.\n"), "\(memory.error)")
  }

  // Elsewhere the system does not tell a worker that its tool was killed.
  @Test("No worker survives when the tool is killed", .enabled(if: Interrupted.isPossible))
  func killed() async throws {
    let package = try TemporaryPackage()
    // A process that nobody waited for yet has ended all the same: its state is Z.
    let script = """
      '\(Tool.misbehaving.path)' \(Self.brief.joined(separator: " ")) bad.hang &
      tool=$!
      \(Tool.waiting(for: "worker=$(pgrep -P $tool -f Misbehaving) && [ -n \"$worker\" ]"))
      worker=${worker%%[[:space:]]*}
      [ -n "$worker" ] || { echo "there was no worker"; exit; }
      kill -KILL $tool
      wait $tool 2>/dev/null
      for attempt in {1..100}; do
        state=$(ps -o stat= -p "$worker") || state=Z
        case "$state" in Z*) echo gone; exit ;; esac
        sleep 0.1
      done
      echo "process $worker still runs: $state"
      """

    let run = try await Tool.shell(script, in: package.folder)

    #expect(run.output == "gone\n")
  }
}
