import BenchmarkRunner
import Foundation
import TestSupport
import Testing
import WorkerClient

/// A built executable of this package, run as a user runs it.
struct Tool: Sendable {
  let path: String

  /// The arguments that precede those of a run.
  var options: [String] = []

  /// The start of a run in a shell.
  var command: String { ([path] + options).map { "'\($0)'" }.joined(separator: " ") }

  /// The tool, which measures the suites of this package.
  static let framegate = Tool(
    path: BuiltProgram.path(of: "framegate"),
    options: ["--worker", BuiltProgram.path(of: "FramegateSuites")])

  /// The tool, which has to find what it measures.
  static let alone = Tool(path: framegate.path)

  /// Executables with benchmarks, which hand commands over to the tool of these tests.
  static let misbehaving = Tool(path: BuiltProgram.path(of: "MisbehavingBenchmarks"))
  static let moved = Tool(path: BuiltProgram.path(of: "MovedBenchmarks"))
  static let suites = Tool(path: BuiltProgram.path(of: "FramegateSuites"))

  /// The environment of a machine that cannot count instructions.
  static let withoutValgrind = ["FRAMEGATE_VALGRIND": "/nowhere/valgrind"]

  /// A debug build of the misbehaving benchmarks: that of these tests, or of the folder that a
  /// variable names when they are built in release.
  static let debug: Tool? = {
    #if DEBUG
      misbehaving
    #else
      ProcessInfo.processInfo.environment["FRAMEGATE_DEBUG_PRODUCTS"].map {
        Tool(path: "\($0)/MisbehavingBenchmarks")
      }
    #endif
  }()

  /// What a developer or a job may have set that changes what the tool does; without it, tests find
  /// what they find elsewhere.
  ///
  /// The names of programs that count are kept: these tests ask for the same ones.
  private static let removed: [String: String?] = {
    let settings = [
      "COLUMNS", "FRAMEGATE_HASH_SEED", "FRAMEGATE_MAX_INPUT", "GITHUB_STEP_SUMMARY", "GITLAB_CI",
      "LEVEL", "NO_COLOR", "RATE",
    ]
    // The part of a job that a scheduler or a runner of tests started.
    let schedulers = [
      "AWS_BATCH_JOB_ARRAY_", "BATCH_TASK_", "BITBUCKET_PARALLEL_", "BUILDKITE_PARALLEL_",
      "CIRCLE_NODE_", "CI_NODE_", "CLOUD_RUN_TASK_", "GTEST_", "JOB_COMPLETION_INDEX",
      "LSB_JOBINDEX", "PBS_ARRAY_", "SEMAPHORE_JOB_", "SGE_TASK_", "SLURM_ARRAY_", "SYSTEM_JOB",
      "SYSTEM_TOTALJOBS", "TEST_SHARD_", "TEST_TOTAL_SHARDS",
    ]
    let names = ProcessInfo.processInfo.environment.keys.filter { name in
      settings.contains(name) || schedulers.contains { name.hasPrefix($0) }
    }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, String?.none) })
  }()

  /// How a run ended and what it printed.
  struct Outcome: Sendable {
    /// The exit code; 128 + the signal that ended it otherwise.
    let code: Int
    let output: String
    let error: String
  }

  /// A run that was ended because it took too long.
  struct TooLong: Error, CustomStringConvertible {
    /// What was running.
    let words: [String]
    let limit: Duration

    /// What it had printed by then.
    let output, error: String

    var description: String {
      """
      did not end within \(limit): \(words.joined(separator: " "))
      Its output so far:
      \(output)
      Its errors so far:
      \(error)
      """
    }
  }

  /// The longest time of a run: several builds on a machine that is busy with others.
  private static let longest = Duration.seconds(1_200)

  /// Runs the tool in a folder.
  ///
  /// - Parameters:
  ///   - arguments: What follows the tool's name.
  ///   - folder: Where it is started.
  ///   - environment: Variables to change.
  ///   - limit: The time after which it is ended, with its process group.
  /// - Returns: How it ended.
  /// - Throws: ``TooLong``; `Command.Failure` when it cannot be started.
  func run(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    within limit: Duration = Self.longest
  ) async throws -> Outcome {
    let chosen = FixtureGit.environment.merging(["FRAMEGATE_TOOL": Self.framegate.path]) { $1 }
      .merging(environment) { $1 }
    var variables = Self.removed
    for (name, value) in chosen { variables.updateValue(value, forKey: name) }
    let words = options + arguments
    let command = Command(path, words, in: folder.path, variables: variables)
    let (output, error) = (Locked<[UInt8]>([]), Locked<[UInt8]>([]))
    let ending = try await withThrowingTaskGroup(of: ChildProcess.ExitStatus?.self) { group in
      group.addTask {
        try await command.run(
          output: { chunk in output.withLock { $0 += chunk } },
          error: { chunk in error.withLock { $0 += chunk } })
      }
      group.addTask {
        try await Task.sleep(for: limit, clock: .suspending)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next().flatMap(\.self)
    }
    let texts = [output, error].map { String(decoding: $0.withLock(\.self), as: UTF8.self) }
    let code =
      switch ending {
      case .exited(let code): Int(code)
      case .signaled(let signal): 128 + Int(signal)
      case nil:
        throw TooLong(words: [path] + words, limit: limit, output: texts[0], error: texts[1])
      }
    return Outcome(code: code, output: texts[0], error: texts[1])
  }
}

extension Tool {
  /// Runs a bash script in a folder.
  static func shell(_ script: String, in folder: URL) async throws -> Outcome {
    try await Tool(path: "/bin/bash").run(["-c", script], in: folder)
  }

  /// A line of a bash script that waits until a command succeeds, or the child `$tool` has ended.
  static func waiting(for condition: String) -> String {
    "until ! kill -0 $tool 2>/dev/null || { \(condition); }; do sleep 0.02; done"
  }

  /// The verbs that the tool's help lists.
  static func verbs() async throws -> Set<String> {
    let package = try TemporaryPackage()
    let help = try await Tool.alone.run(["--help"], in: package.folder)
    let verbs = help.output.matches(of: /(?m)^  ([a-z]+) {2,}[A-Z]/).map { String($0.1) }
    #expect(verbs.contains("compare"), "\(help.output)")
    return Set(verbs)
  }
}

extension Tool.Outcome {
  /// The entries of the result file on standard output.
  func benchmarks() throws -> [JSONPart] { try JSONPart(output).benchmarks.elements }

  /// The first of them, mostly the only one.
  var benchmark: JSONPart {
    get throws { try #require(try benchmarks().first) }
  }

  /// One metric of that benchmark.
  func metric(_ name: String) throws -> JSONPart {
    let metric = try benchmark.metrics[name]
    try #require(!metric.isMissing, "there is no '\(metric.path)'")
    return metric
  }
}
