import Foundation
import TestSupport
import Testing

/// A suite of ordo-one's benchmark package with one import changed, through the built binary.
@Suite("Moved benchmarks, end to end")
struct MovedBenchmarksTests {
  private static let brief = ["--quick", "--allow-debug-build"]

  @Test("The list has a key for every name, and tags select")
  func list() async throws {
    let package = try TemporaryPackage()
    let all = try await Tool.moved.run(["list"], in: package.folder)
    let names = all.output.split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: " ").first }.map(String.init)

    #expect(all.code == 0, "\(all.error)")
    #expect(
      names == [
        "Sum_of_squares", "Sum_of_squares.2", "Sort_count_10", "Sort_count_100",
        "Allocates_nothing_that_counts", "Setup_with_state", "Asynchronous", "Throws",
        "Reports_an_error", "Skipped",
      ])
    let tagged = try await Tool.moved.run(["list", "--tag", "count=10"], in: package.folder)
    #expect(tagged.output.contains("Sort_count_10 "))
    #expect(!tagged.output.contains("Sort_count_100"))
  }

  @Test(
    "A run measures all that can be measured, and only the marked part",
    .enabled(if: Machine.countsAllocations, "needs jemalloc"))
  func run() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.moved.run(
      ["run", "--format", "json", "--path", "-"] + Self.brief, in: package.folder)

    #expect(run.code == 3, "\(run.error)")
    let benchmarks = try run.benchmarks()
    #expect(
      try Set(benchmarks.map { try $0.name.read(String.self) }).isSuperset(of: [
        "Throws", "Reports_an_error", "Skipped", "Allocates_nothing_that_counts",
        "Setup_with_state",
      ]))
    for benchmark in benchmarks {
      let name = try benchmark.name.read(String.self)
      let time = benchmark.metrics.wallClock
      switch name {
      case "Throws": #expect(try benchmark.failure.read() == "no network")
      case "Reports_an_error": #expect(try benchmark.failure.read() == "the answer is wrong")
      case "Skipped":
        #expect(try time.unavailable.read() == "skipped: its configuration says so")
      default: #expect(try time.median.read(Double.self) > 0, "\(benchmark)")
      }
      switch name {
      case "Allocates_nothing_that_counts":
        #expect(try benchmark.metrics.mallocCountTotal.median.read(Double.self) == 0)
      case "Setup_with_state":
        #expect(
          try benchmark.gates.read([[String: Double]].self)
            == [["instructionsWithin": 0.25], ["allocationsWithin": 0.05], ["moreAllocations": 50]])
      default:
        break
      }
    }
  }

  @Test(
    "Thresholds decide the exit code",
    .enabled(if: Machine.countsAllocations, "needs jemalloc"))
  func thresholds() async throws {
    let package = try TemporaryPackage()
    let measured = ["^Setup|^Sum_of_squares$"]
    let run = try await Tool.moved.run(
      ["run", "--path", "base.json", "--filter"] + measured + Self.brief, in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    let base = try JSONPart(contentsOf: package.folder.appending(path: "base.json"))

    /// Changes the allocations of a benchmark and compares.
    func compare(_ name: String, allocations change: (Double) -> Double) async throws -> Int {
      var changed = base
      try changed.changeMetric("mallocCountTotal", of: name, change)
      try package.write(String(decoding: try changed.data, as: UTF8.self), to: "changed.json")
      return try await Tool.moved.run(
        ["compare", "base.json", "changed.json", "--metric", "mallocCountTotal"],
        in: package.folder
      ).code
    }

    #expect(try await compare("Sum_of_squares") { $0 } == 0)
    // 5 %, and no more than 50.
    #expect(try await compare("Setup_with_state") { ($0 * 1.04).rounded(.down) } == 0)
    // An optimizer may have left none.
    #expect(
      try await compare("Setup_with_state") { max($0 + 1, ($0 * 1.06).rounded(.up)) } == 2)
    // Without a threshold, one more is a regression.
    #expect(try await compare("Sum_of_squares") { $0 + 1 } == 2)
  }

  /// What the failures of hostile benchmarks say.
  private static let failing = [
    "exits": "ended with exit code 0", "exitsAtOnce": "ended with exit code 7",
    "aborts": "crashed with signal 6", "traps": "crashed with signal", "throws": "thrown",
    "controls.error": "reported", "otherThread": "said elsewhere", "async.throws": "thrown later",
    "setup.throws": "no way up", "setup.exits": "ended with exit code 0",
    "teardown.aborts": "crashed with signal 6", "teardown.throws": "no way down", "empty.error": "",
    "peta": "operations: 1000000000000000 is too large", "thresholds.huge": "is too large",
  ]

  /// Those that are measured in spite of what they state or do.
  private static let measured = [
    "counts.fewest", "counts.negative", "counts.none", "counts.most", "thresholds.nan",
    "thresholds.negative", "thresholds.tiny", "declares", "changesDefaults", "parts",
    "metrics", "twice", "measures.least", "measures.negative", "measures.most",
  ]

  @Test("A hostile suite fails benchmark by benchmark, and nothing of it is left")
  func hostile() async throws {
    let found = try await Self.run("hostile[.](?!neverEnds|loops|async[.]neverR|leavesThreads)")

    for (name, says) in Self.failing {
      let failure = try found["hostile.\(name)"]?.failure.readIfPresent(String.self)
      #expect(
        failure.map { says.isEmpty || $0.contains(says) } == true, "\(name): \(failure ?? "none")")
    }
    for name in Self.measured {
      #expect(found["hostile.\(name)"]?.failure.isMissing == true, "\(name)")
    }
  }

  @Test(
    "What never ends fails after its time limit", .enabled(if: isLong, "waits for time limits"))
  func endless() async throws {
    let names = ["neverEnds", "loops", "async.neverResumes"]
    let found = try await Self.run(
      "hostile[.](\(names.joined(separator: "|").replacing(".", with: "[.]")))$", timeout: 2)

    for name in names {
      let failure = try found["hostile.\(name)"]?.failure.readIfPresent(String.self)
      #expect(failure?.contains("did not answer") == true, "\(name)")
    }
  }

  @Test("Ten thousand benchmarks whose names have no letters of keys are listed")
  func many() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.shell(
      """
      ulimit -t 20
      HOSTILE=10000 exec '\(Tool.moved.path)' list
      """, in: package.folder)

    #expect(run.code == 3, "\(run.error)")
    #expect(run.error.contains("already registered at"), "\(run.error)")
    #expect(run.output.contains("\nbenchmark.10000 "))
  }

  /// Measures hostile benchmarks, each within a time limit in seconds.
  ///
  /// - Returns: The results by name.
  private static func run(
    _ pattern: String, timeout: Int = 60
  ) async throws -> [String: JSONPart] {
    let package = try TemporaryPackage()
    let run = try await Tool.shell(
      """
      \(Interrupted.mark)
      HOSTILE=0 MARK=$mark '\(Tool.moved.path)' run --filter '^\(pattern)' --timeout \(timeout) \
        --metric wallClock --path result.json \(brief.joined(separator: " "))
      code=$?
      \(Interrupted.expectNothingLeft)
      exit $code
      """, in: package.folder)

    #expect(run.code == 3, "\(run.error)")
    #expect(!run.error.contains("\u{1B}") && !run.error.contains("\n::error"), "\(run.error)")
    let file = package.folder.appending(path: "result.json")
    let benchmarks = try JSONPart(contentsOf: file).benchmarks.elements
    return Dictionary(
      uniqueKeysWithValues: try benchmarks.map { (try $0.name.read(String.self), $0) })
  }
}
