import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import FramegateKit
import TestSupport
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

/// One executable plays two builds: told 'more', its benchmark does more of the same.
@Suite(
  "Explainer", .enabled(if: BuiltTool.canCount, "there is no valgrind or no built tool"))
struct ExplainerTests {
  private let base = WorkerLaunch(executable: BuiltTool.path)
  private let more = WorkerLaunch(
    executable: BuiltTool.path, arguments: [WorkerStart.verb, "more"])

  @Test("Names the function that executes more, exactly and every time")
  func benchmark() async throws {
    let explainer = Explainer(BySide(baseline: base, candidate: more))

    let first = try await explainer.explain("explain.sum", BySide(both: .benchmark(operations: 10)))
    let second = try await explainer.explain(
      "explain.sum", BySide(both: .benchmark(operations: 10)))

    let explanation = try #require(first.value)
    #expect(explanation.candidate > explanation.baseline)
    #expect(explanation.unit == .operation)
    let function = try #require(explanation.functions.first)
    #expect(function.change > 0)
    #expect(function.symbol.contains("21MisbehavingBenchmarks7SummingO3sum"))
    #expect(!function.name.hasPrefix("$s") && function.name.contains("sum"))
    // Debug builds have the place; release builds without debug information do not.
    if let location = function.location {
      #expect(location.file.hasSuffix("/Tests/MisbehavingBenchmarks/Summing.swift"))
      #expect(location.line > 1)
    } else {
      #expect(!_isDebugAssertConfiguration())
    }
    #expect(first == second)
  }

  @Test("Counts frames for scenarios")
  func scenario() async throws {
    let explainer = Explainer(BySide(baseline: base, candidate: more))

    let found = try await explainer.explain(
      "explain.frames", BySide(both: .scenario(ScenarioParameters())))

    let explanation = try #require(found.value)
    #expect(explanation.unit == .frame)
    #expect(explanation.rate == .hz60)
    #expect(explanation.functions.first?.symbol.contains("Summing") == true)
  }

  @Test("However many addresses are looked up, each has an answer")
  func addresses() async {
    let addresses = (0...4_000).map { UInt64(16 * $0) }
    let answers = await SourceFinder.functions(at: addresses, in: BuiltTool.path)
    #expect(answers.count == addresses.count)
    #expect(answers.allSatisfy { !$0.isEmpty })
  }

  @Test("The same build has nothing to explain, from any folder")
  func same() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.url.appending(path: "a copy in another folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = folder.appending(path: "tool").path
    try FileManager.default.copyItem(atPath: BuiltTool.path, toPath: copy)

    let found = try await Explainer(
      BySide(baseline: base, candidate: WorkerLaunch(executable: copy))
    )
    .explain("explain.sum", BySide(both: .benchmark(operations: 10)))

    #expect(try #require(found.value).functions.isEmpty)
  }
}
