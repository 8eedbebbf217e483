import Foundation
import TestSupport
import Testing
import WorkerProtocol

/// Measures through the built binary.
///
/// Debug builds measure too here: what is asserted is behaviour, never speed.
@Suite("Measuring, end to end")
struct MeasuringTests {
  private static let brief = [
    "--quick", "--allow-debug-build", "--metric", "wallClock,cpuTotal",
  ]

  @Test("A good benchmark is measured, saved and shown")
  func good() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["run", "--filter", "good.empty"] + Self.brief, in: package.folder)

    #expect(run.code == 0)
    #expect(run.output.contains("good.empty"))
    try #require(package.runs.count == 1)
    #expect(run.error.contains("Saved results/runs/\(package.runs[0])"))
  }

  /// Calibrating takes a release build.
  private static let measuringVerbs = ["run", "calibrate"]
    .filter { $0 != "calibrate" || !_isDebugAssertConfiguration() }

  /// What makes a command take little time.
  private static func brief(_ verb: String) -> [String] {
    switch verb {
    case "run": brief
    case "calibrate": ["--trials", "1", "--time", "0.2"]
    default: []
    }
  }

  @Test("A tool that runs with less priority says so", arguments: measuringVerbs)
  func niceness(verb: String) async throws {
    let package = try TemporaryPackage()

    let run = try await Tool(path: "/usr/bin/env").run(
      ["nice", "-n", "7", Tool.misbehaving.path, verb, "--filter", "^good.empty$"]
        + Self.brief(verb), in: package.folder)

    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains(" · nice 7"), "\(run.output)")
  }

  @Test(
    "A benchmark that crashes is left out of a calibration, and the others' trials count",
    .enabled(if: !_isDebugAssertConfiguration()))
  func partialCalibration() async throws {
    let package = try TemporaryPackage()
    func calibrate(_ pattern: String) async throws -> Tool.Outcome {
      try await Tool.misbehaving.run(
        ["calibrate", "--trials", "2", "--time", "0.2", "--filter", pattern], in: package.folder)
    }

    let run = try await calibrate("^(good.empty|bad.crash)$")

    #expect(run.code == 3, "\(run.output)\(run.error)")
    #expect(run.error.contains("'bad.crash' is left out: the worker crashed"), "\(run.error)")
    #expect(run.output.contains("good.empty"), "\(run.output)")

    let nothing = try await calibrate("^bad.crash$")

    #expect(nothing.code == 3, "\(nothing.output)\(nothing.error)")
    #expect(nothing.error.contains("Nothing was calibrated."), "\(nothing.error)")
  }

  @Test("JSON on standard output is the result file and nothing else")
  func json() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["run", "--filter", "good|bad.print", "--format", "json", "--path", "-"] + Self.brief,
      in: package.folder)

    #expect(run.code == 0)
    #expect(try JSONPart(run.output).schemaVersion.read() == 1)
    #expect(
      try run.benchmarks().map { try $0.name.read() }
        == ["good.empty", "good.allocating", "bad.print", "good.scenario"])
  }

  @Test(
    "Refused registrations are reported with file and line, and the rest runs",
    arguments: ["list"] + measuringVerbs)
  func nonsense(verb: String) async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      [verb, "--filter", "good.empty"] + Self.brief(verb), in: package.folder,
      environment: ["REGISTER_NONSENSE": "1"])

    #expect(run.code == 3)
    #expect(run.output.contains("good.empty"))
    let errors = run.error.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
    #expect(errors.count == 3)
    for (error, name) in zip(errors, ["bad.näme", "good.empty", "bad.duration"]) {
      #expect(error.contains(name))
      #expect(error.contains(#/MisbehavingBenchmarks\.swift:\d+: /#))
    }
    #expect(package.runs.count == (verb == "run" ? 1 : 0))
  }

  @Test("Variables reach the processes that measure; a value that is not declared is refused")
  func variables() async throws {
    let package = try TemporaryPackage()
    func run(_ arguments: String...) async throws -> Tool.Outcome {
      try await Tool.misbehaving.run(
        ["run", "--filter", "variable.level"] + Self.brief + arguments, in: package.folder)
    }

    let unset = try await run()
    #expect(unset.code == 0)
    #expect(unset.output.contains("LEVEL is not set"))
    let set = try await run("--env", "LEVEL=high")
    #expect(set.code == 0)
    #expect(!set.output.contains("LEVEL is not set"))
    let refused = try await run("--env", "LEVEL=middle")
    #expect(refused.code == 64)
    #expect(refused.error.hasSuffix("Choose one of low, high.\n"))
  }

  @Test("What a worker reads of the environment is in the result, and keeps others from comparison")
  func recordedVariables() async throws {
    let package = try TemporaryPackage()
    func run(
      _ arguments: [String], _ environment: [String: String] = [:]
    ) async throws -> Tool.Outcome {
      try await Tool.misbehaving.run(arguments, in: package.folder, environment: environment)
    }
    func record(
      _ name: String, _ options: [String] = [], _ environment: [String: String] = [:]
    ) async throws -> [String: String]? {
      let outcome = try await run(
        ["run", "--filter", "good.empty", "--save", name, "--format", "json"] + Self.brief
          + options,
        environment)
      #expect(outcome.code == 0, "\(outcome.error)")
      let recorded = try JSONPart(outcome.output).environment.variables
      return recorded.isMissing ? nil : try recorded.read()
    }

    // All workers of a run hash with one seed.
    let hashing = ["FRAMEGATE_HASH_SEED": "0000000000000000"]
    #expect(try await record("unset") == hashing)
    #expect(
      try await record("inherited", [], ["LEVEL": "high", "OTHER": "x"])
        == hashing.merging(["LEVEL": "high"]) { $1 })
    #expect(
      try await record("set", ["--env", "LEVEL=low", "--env", "MINE=1"], ["LEVEL": "high"])
        == hashing.merging(["LEVEL": "low", "MINE": "1"]) { $1 })
    #expect(try await record("random", ["--env", "FRAMEGATE_HASH_SEED=random"]) == [:])
    let compared = try await run(["compare", "unset", "inherited"])
    #expect(compared.code == 0)
    #expect(compared.output.contains("LEVEL=high'"), "\(compared.output)")
    #expect(compared.output.contains("run with different environment variables"))
    let refused = try await run(
      ["run", "--filter", "good.empty"] + Self.brief, ["LEVEL": "bogus"])
    #expect(refused.code == 64)
    #expect(refused.error.hasSuffix("Choose one of low, high.\n"))
  }

  @Test(
    "A run keeps its build when the tool's file is replaced", .enabled(if: Interrupted.isPossible))
  func replaced() async throws {
    let package = try TemporaryPackage()
    try package.write("#!/bin/sh\nexit 9\n", to: "other")
    let command =
      "run --filter '^(good.empty|wait.forFile|good.allocating|bad.budget)$'"
      + " \(Self.brief.dropLast(2).joined(separator: " ")) --metric wallClock,instructions"

    let run = try await Tool.shell(
      """
      cp '\(Tool.misbehaving.path)' tool && chmod +x other
      ./tool \(command) &
      tool=$!
      \(Tool.waiting(for: "grep -qs good.empty results/runs/*.json"))
      mv other tool
      touch go
      wait $tool
      """, in: package.folder)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    for name in ["good.empty", "wait.forFile", "good.allocating", "bad.budget"] {
      #expect(run.output.contains("\n\(name) "), "\(run.output)")
    }
    #expect(!run.output.contains("failed"))
  }

  @Test("A variant that no scenario offers is refused")
  func unknownVariant() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["run", "--filter", "good.scenario", "--variant", "fast"] + Self.brief, in: package.folder)

    #expect(run.code == 64)
    #expect(run.error.hasSuffix("Leave '--variant' out.\n"))
    #expect(package.runs.isEmpty)
  }

  @Test("Allocations are counted exactly, or absent with a reason")
  func allocations() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      [
        "run", "--filter", "good.allocating", "--quick", "--allow-debug-build", "--format", "json",
        "--metric", "mallocCountTotal,mallocBytesCount",
      ], in: package.folder)
    let library = try await Tool.misbehaving.run(
      [
        "run", "--filter", "good.allocating", "--quick", "--allow-debug-build", "--format", "json",
        "--metric", "mallocCountTotal,mallocBytesCount",
      ], in: package.folder, environment: ["FRAMEGATE_JEMALLOC": "/nowhere"])

    let counted = try run.metric("mallocCountTotal")
    let bytes = try run.metric("mallocBytesCount")
    // One array: a header of 32 bytes and 100 elements, in the size class of 160.
    #expect(try counted.median.read() == 1)
    #expect(try bytes.median.read() == 160)
    // Without jemalloc, the library that is compiled here counts the same.
    #if os(Linux)
      #expect(try library.metric("mallocCountTotal").median.read() == 1)
      #expect(try library.metric("mallocBytesCount").median.read() == 160)
    #else
      let reason: String = try library.metric("mallocCountTotal").unavailable.read()
      #expect(reason.contains("jemalloc"))
    #endif
  }

  /// A benchmark that goes wrong, and what the table says of it.
  struct Failure: CustomTestStringConvertible, Sendable {
    let name: String
    let says: String

    var testDescription: String { name }
  }

  @Test(
    "A benchmark that goes wrong fails alone",
    arguments: [
      Failure(name: "bad.crash", says: "crashed with signal"),
      Failure(name: "bad.exit", says: "ended with exit code 7"),
      Failure(name: "bad.hang", says: "did not answer within 5 s"),
      Failure(name: "bad.garbage", says: "wrote a line that is not an answer"),
      Failure(name: "bad.scene", says: "the scene cannot be built"),
    ])
  func failures(_ failure: Failure) async throws {
    let package = try TemporaryPackage()

    // A busy machine may delay the others for some seconds.
    let timeout = failure.name == "bad.hang" ? ["--timeout", "5"] : []
    let run = try await Tool.misbehaving.run(
      ["run", "--filter", "\(failure.name)|good.empty"] + timeout + Self.brief,
      in: package.folder)

    #expect(run.code == 3)
    #expect(run.output.contains(failure.says))
    #expect(run.output.contains("good.empty"))
    #expect(package.runs.count == 1)
  }

  @Test("A benchmark that cannot run here is absent, which is no failure")
  func absent() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["run", "--filter", "absent.here"] + Self.brief, in: package.folder)

    #expect(run.code == 0)
    #expect(run.output.contains("this machine has no such thing"))
  }

  @Test("A debug build refuses to measure unless told", .enabled(if: Tool.debug != nil))
  func debugBuild() async throws {
    let package = try TemporaryPackage()

    let run = try await #require(Tool.debug).run(
      ["run", "--filter", "good.empty", "--quick"], in: package.folder)

    #expect(run.code == 1)
    #expect(run.error.hasSuffix("or pass '--allow-debug-build'.\n"))
  }

  @Test("A real timer's frames are shown beside the replay")
  func paced() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      [
        "run", "--filter", "good.scenario", "--paced", "--seconds", "0.2", "--rate", "120",
        "--format", "json",
      ] + Self.brief, in: package.folder)

    #expect(run.code == 0)
    let paced = try run.benchmark.paced[0]
    #expect(try paced.rateHz.read() == 120)
    let count = try paced.cpuNs.read([Int].self).count
    #expect((1...25).contains(count))
    #expect(try paced.wallNs.read([Int].self).count == count)
    #expect(try paced.wakeUpNs.read([Int].self).count == count)
  }

  @Test("A paced run may be longer than the time limit of an answer")
  func longPaced() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      [
        "run", "--filter", "good.scenario", "--paced", "--seconds", "6", "--rate", "60",
        "--timeout", "5",
      ] + Self.brief, in: package.folder)

    #expect(run.code == 0, "\(run.output)")
  }

  @Test("Two runs at once keep both results")
  func twoAtOnce() async throws {
    let package = try TemporaryPackage()
    let arguments = ["run", "--filter", "good.empty"] + Self.brief

    async let first = Tool.misbehaving.run(arguments, in: package.folder)
    async let second = Tool.misbehaving.run(arguments, in: package.folder)

    #expect(try await first.code == 0)
    #expect(try await second.code == 0)
    #expect(package.runs.count == 2)
  }
}
