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

/// What some machines lack.
enum Machine {
  /// Whether allocations can be counted.
  static let countsAllocations = Jemalloc.path != nil

  /// Whether a program can empty the caches, so that cold frames can be measured.
  static let emptiesCaches = framegate_can_cool() == 1

  /// Whether 'localedef' can make a locale with a decimal comma.
  static let makesGermanLocale =
    has("localedef") && FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE")

  /// Whether a program is on the search path: a compiler, an interpreter or a profiler.
  static func has(_ program: String) -> Bool { !SearchPath.programs(named: program).isEmpty }
}

/// A folder that stands for a user's package, removed at the end.
final class TemporaryPackage: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("// swift-tools-version: 6.2\n", to: "Package.swift")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes a file, with the folders that it needs.
  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The names of the stored runs, oldest first.
  var runs: [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "results/runs").path)
    return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }
}
