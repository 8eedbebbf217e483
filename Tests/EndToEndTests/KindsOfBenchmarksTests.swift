import Foundation
import TestSupport
import Testing

/// Every way to register a benchmark, through the built binary.
@Suite("Kinds of benchmarks, end to end")
struct KindsOfBenchmarksTests {
  private static let brief = ["--quick", "--allow-debug-build", "--filter"]

  @Test("Asynchronous work, work of the main actor, fresh inputs and families are measured")
  func kinds() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["run", "--format", "json", "--path", "-"] + Self.brief + ["^kind\\."],
      in: package.folder)

    #expect(run.code == 3, "\(run.error)")
    let benchmarks = try run.benchmarks()
    #expect(
      try benchmarks.map { try $0.name.read() } == [
        "kind.throwing", "kind.skipped", "kind.fresh", "kind.mainActor", "kind.async",
        "kind.family.10", "kind.family.100", "kind.family.1000", "kind.limited",
      ])
    for benchmark in benchmarks {
      let time = benchmark.metrics.wallClock
      switch try benchmark.name.read(String.self) {
      case "kind.throwing": #expect(try benchmark.failure.read() == "the file is locked")
      case "kind.skipped": #expect(try time.unavailable.read() == "skipped: it takes an hour")
      default: #expect(try time.median.read(Double.self) >= 0, "\(benchmark)")
      }
    }
  }

  @Test("Tags select, also together with names, and the list shows them")
  func tags() async throws {
    let package = try TemporaryPackage()
    func names(_ arguments: [String]) async throws -> [String] {
      let run = try await Tool.misbehaving.run(
        ["list"] + arguments, in: package.folder)
      return run.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        .map(String.init).filter { $0.hasPrefix("kind.") }
    }

    let families = ["kind.family.10", "kind.family.100", "kind.family.1000"]
    #expect(try await names(["--tag", "sort"]) == ["kind.fresh"] + families)
    #expect(try await names(["--tag", "sort", "--skip-tag", "slow"]) == families)
    #expect(try await names(["--tag", "slow", "--filter", "fresh"]) == ["kind.fresh"])
    let run = try await Tool.misbehaving.run(
      ["run", "--tag", "nothing"] + ["--quick", "--allow-debug-build"], in: package.folder)
    #expect(run.code == 64)
    #expect(run.error.contains("--tag whole tags"))
  }

  @Test("The growth of a family is shown")
  func growth() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      ["run"] + Self.brief + ["kind.family"], in: package.folder)

    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("Growth with a parameter"), "\(run.output)")
    #expect(run.output.contains(#/kind\.family +count +10 +1000 .*count\^/#), "\(run.output)")
  }

  @Test("What a benchmark records itself is shown, compared and gated")
  func custom() async throws {
    let package = try TemporaryPackage()
    func run(_ arguments: [String], rate: String = "87.5") async throws -> Tool.Outcome {
      try await Tool.misbehaving.run(
        arguments + Self.brief + ["record.cache"], in: package.folder, environment: ["RATE": rate])
    }
    let good = try await run([
      "run", "--metric", "hitRate,misses", "--format", "json", "--path", "good.json",
    ])
    #expect(good.code == 0, "\(good.error)")
    _ = try await run(
      ["run", "--metric", "hitRate,misses", "--format", "json", "--path", "bad.json"], rate: "75")
    let text = try await run(["run", "--metric", "hitRate"])
    #expect(text.output.contains(#/record\.cache +hitRate +87\.5 +%/#), "\(text.output)")
    #expect(!text.output.contains("misses"))

    for (first, second, code, word) in [
      ("good.json", "bad.json", 2, "regressed"), ("bad.json", "good.json", 0, "improved"),
    ] {
      let comparison = try await Tool.misbehaving.run(
        ["compare", first, second], in: package.folder)
      #expect(comparison.code == code, "\(comparison.output)\(comparison.error)")
      #expect(comparison.output.contains(#/hitRate.*/#), "\(comparison.output)")
      #expect(comparison.output.contains(word), "\(comparison.output)")
    }

    let check = try await run(["check", "--metric", "hitRate,misses"], rate: "75")
    #expect(check.code == 2, "\(check.error)")
    #expect(check.output.contains("hitRate ≥ 80 %"), "\(check.output)")
    #expect(check.output.contains("misses ≤ 20"), "\(check.output)")
    #expect(try await run(["check", "--metric", "hitRate,misses"]).code == 0)
    let unknown = try await run(["run", "--metric", "hitrate"])
    #expect(unknown.code == 64)
    #expect(unknown.error.contains("Choose from wallClock"), "\(unknown.error)")
  }

  @Test("A benchmark that records nothing, too much or no number says so")
  func badRecording() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      ["run", "--format", "json", "--path", "-"] + Self.brief + ["^record\\."], in: package.folder)

    #expect(run.code == 3, "\(run.error)")
    let benchmarks = try run.benchmarks()
    #expect(
      try Set(benchmarks.map { try $0.name.read(String.self) }).isSuperset(of: [
        "record.nothing", "record.undeclared", "record.notANumber", "record.varying",
        "record.endless",
      ]))
    for benchmark in benchmarks {
      let misses = benchmark.metrics.misses
      switch try benchmark.name.read(String.self) {
      case "record.nothing":
        #expect(try misses.unavailable.read() == "the benchmark did not record it")
        #expect(benchmark.failure.isMissing)
      case "record.undeclared":
        let failure = try benchmark.failure.read(String.self)
        #expect(failure.contains("recorded the metric 'hitRate'"))
      case "record.notANumber":
        let failure = try benchmark.failure.read(String.self)
        #expect(failure.contains("recorded nan for the metric 'misses'"))
      case "record.varying": #expect(try misses.median.read(Double.self) == 3.5)
      // Its threads record until the process ends, which must not keep the answer back.
      case "record.endless": #expect(try misses.median.read(Double.self) == 1.0)
      default: #expect(try misses.median.read(Double.self) == 12.5, "\(benchmark)")
      }
    }
  }

  @Test(
    "A count beyond the limit that was registered with it fails a check, at its place",
    .enabled(if: Machine.countsAllocations, "needs jemalloc"))
  func limit() async throws {
    let package = try TemporaryPackage()
    let check = ["check", "--metric", "mallocCountTotal,mallocBytesCount"] + Self.brief
    let run = try await Tool.misbehaving.run(
      check + ["kind.limited", "--format", "github", "--also", "junit=report.xml"],
      in: package.folder)
    let text = try await Tool.misbehaving.run(check + ["kind.limited"], in: package.folder)

    #expect(run.code == 2, "\(run.output)\(run.error)")
    #expect(text.output.contains("Of 2 count limits, 1 is kept, 1 is exceeded."))
    #expect(
      run.output.contains(
        "title=kind.limited::mallocCountTotal ≤ 0 per operation: 1 per operation"),
      "\(run.output)")
    let report = try String(
      contentsOf: package.folder.appending(path: "report.xml"), encoding: .utf8)
    #expect(report.contains("failures=\"1\""), "\(report)")
  }
}
