import Foundation
import TestSupport
import Testing

/// Benchmarks that attack their own process, its descriptors, signals and limits.
@Suite("Attacking benchmarks, end to end", .enabled(if: Interrupted.isPossible))
struct AttackingBenchmarkTests {
  /// What the failures of those say that fail at once.
  private static let failing = [
    "fork": "'answer' has the wrong type", "quickExit": "ended with exit code 0",
    "stack": "crashed with signal 11",
    "memoryLimit": "crashed with signal", "raiseTERM": "crashed with signal 15",
    "raiseKILL": "killed with signal 9", "answers.number": "'answer' has the wrong type",
    "answers.done": "'answer' has the wrong type",
    "answers.samples": "'answer' has the wrong type",
    "records.huge": "2e+18", "records.infinite": "inf", "records.negative": "-1.0",
    "teardown": "no way down",
  ]

  /// Those that close their pipe, and then exit, unless the tool kills them first.
  private static let closing = ["exec", "closeDescriptors", "replaceDescriptors"]

  private static let reasonsOfClosing = [
    "ended with exit code 0 before it answered",
    "killed with signal 9: it is probably out of memory, or has closed its descriptors",
  ]

  /// Those that are measured in spite of what they do.
  private static let measured = [
    "waitsForChildren", "killsChildren", "daemon", "raisePIPE", "maskSignals", "noDescriptors",
    "chdir", "environment", "handler", "mask",
  ]

  /// Those that fail after a while, for this reason or because the time is over.
  private static let slow = [
    "stop", "neverResumes", "deadlock", "flood", "threads", "alarm", "cpuLimit",
  ]

  @Test("Each fails alone or is measured, nothing of it is left, and the run is stored")
  func alone() async throws {
    let found = try await run(Array(Self.failing.keys) + Self.closing + Self.measured)

    for (name, says) in Self.failing {
      let failure = try found[name]?.failure.readIfPresent(String.self) ?? ""
      #expect(failure.contains(says), "\(name): \(failure)")
    }
    for name in Self.closing {
      let failure = try found[name]?.failure.readIfPresent(String.self) ?? ""
      #expect(Self.reasonsOfClosing.contains { failure.contains($0) }, "\(name): \(failure)")
    }
    for name in Self.measured {
      let result = try #require(found[name])
      #expect(result.failure.isMissing, "\(name)")
      let frames = result.frames.isMissing ? [] : try result.frames.elements
      #expect(
        !Machine.emptiesCaches || frames.allSatisfy { $0.coldNs.value is [Any] },
        "\(name) is measured warm alone")
    }
  }

  @Test(
    "Each that waits, floods or starts threads is ended, and nothing of it is left",
    .enabled(if: isLong, "waits for many time limits"))
  func ended() async throws {
    let found = try await run(Self.slow, ["--timeout", "3"])

    for name in Self.slow { #expect(found[name]?.failure.isMissing == false, "\(name)") }
  }

  @Test("A time limit is kept by a process whose first thread has ended, too")
  func firstThreadEnds() async throws {
    let package = try TemporaryPackage()
    let start = ContinuousClock.now
    let run = try await Tool.shell(
      """
      \(Interrupted.mark)
      MARK=$mark ATTACK=1 timeout 60 '\(Tool.misbehaving.path)' run --quick --allow-debug-build \
        --metric wallClock --timeout 2 --filter '^attack.mainEnds$'
      code=$?
      \(Interrupted.expectNothingLeft)
      exit $code
      """, in: package.folder)

    #expect(run.code == 3, "after \(start.duration(to: .now)): \(run.output)\(run.error)")
    #expect((run.output + run.error).contains("did not answer within 2 s"), "\(run.output)")
  }

  @Test(
    "System calls are counted of what waits for its children, or ends them",
    arguments: ["waitsForChildren", "killsChildren"])
  func children(name: String) async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      [
        "run", "--quick", "--allow-debug-build", "--metric", "syscalls", "--timeout", "20",
        "--filter", "^attack[.]\(name)$", "--format", "json",
      ], in: package.folder, environment: ["ATTACK": "1"])

    #expect(run.code == 0, "\(run.output)\(run.error)")
    let median = try run.metric("syscalls").median.read(Double.self)
    #expect(median > 0, "\(run.output)")
  }

  @Test("Scenes that go wrong with more layers than they were measured with are measured")
  func layers() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      [
        "run", "--allow-debug-build", "--rate", "60", "--metric", "cpuTotal", "--warm",
        "--timeout", "3", "--filter", "^attack[.]layers[.](crashes|hangs|throws)$",
      ], in: package.folder, environment: ["ATTACK": "1"])

    #expect(run.code == 0, "\(run.output)\(run.error)")
    for reason in [
      "with 4000 layers: the worker crashed with signal ",
      "with 4000 layers: the worker did not answer within 3 s. ",
      "it holds fewer layers",
    ] {
      #expect(run.output.contains("] \(reason)"), "\(run.output)")
    }
    #expect(run.output.contains("No frame is dropped at 60 Hz in 3 scenarios."), "\(run.output)")
  }

  /// Measures them between two good ones.
  ///
  /// - Returns: The results by name, without those of the good ones.
  private func run(
    _ names: [String], _ options: [String] = []
  ) async throws -> [String: JSONPart] {
    let package = try TemporaryPackage()
    let pattern = names.map { "\($0)$" }.joined(separator: "|").replacing(".", with: "[.]")
    let run = try await Tool.shell(
      """
      \(Interrupted.mark)
      MARK=$mark ATTACK=1 '\(Tool.misbehaving.path)' run --quick --allow-debug-build --rate 60 \
        --metric wallClock,attacks --filter '^attack[.](\(pattern))|^good[.](empty|scenario)$' \
        --path result.json \(options.joined(separator: " "))
      code=$?
      \(Interrupted.expectNothingLeft)
      exit $code
      """, in: package.folder)

    #expect(run.code == 3, "\(run.error)")
    #expect(package.runs.count == 1)
    let file = package.folder.appending(path: "result.json")
    let benchmarks = try JSONPart(contentsOf: file).benchmarks.elements
    let results = Dictionary(
      uniqueKeysWithValues: try benchmarks.map { (try $0.name.read(String.self), $0) })
    let good = results.filter { $0.key.hasPrefix("good.") }
    #expect(good.count == 2 && good.values.allSatisfy { $0.failure.isMissing })
    return Dictionary(
      uniqueKeysWithValues: results.map { ($0.key.replacing("attack.", with: ""), $0.value) })
  }
}
