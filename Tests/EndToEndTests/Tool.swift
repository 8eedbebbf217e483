import BenchmarkModel
import CMeasure
import Foundation
import FramegateKit
import Subprocess
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

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

  /// How a run ended and what it printed.
  struct Outcome: Sendable {
    /// The exit code; 128 + the signal that ended it otherwise.
    let code: Int
    let output: String
    let error: String
  }

  /// Runs the tool in a folder.
  ///
  /// - Parameters:
  ///   - arguments: What follows the tool's name.
  ///   - folder: Where it is started.
  ///   - environment: Variables to change.
  /// - Returns: How it ended.
  /// - Throws: When it cannot be started.
  func run(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) async throws -> Outcome {
    let variables = ["FRAMEGATE_TOOL": Self.framegate.path].merging(environment) { $1 }
    let values = variables.map { (Environment.Key(rawValue: $0) ?? "FRAMEGATE_TEST", $1) }
    let record = try await Subprocess.run(
      .path(FilePath(path)), arguments: Arguments(options + arguments),
      environment: .inherit.updating(Dictionary(uniqueKeysWithValues: values)),
      workingDirectory: FilePath(folder.path),
      output: .string(limit: 64 << 20), error: .string(limit: 1 << 20))
    let code =
      switch record.terminationStatus {
      case .exited(let code): Int(code)
      case .signaled(let signal): 128 + Int(signal)
      }
    return Outcome(code: code, output: record.standardOutput, error: record.standardError)
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
