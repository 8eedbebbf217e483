import Foundation
import TestSupport
import Testing
import WorkerProtocol

/// Counters through the built binary: exact, or absent with a reason.
@Suite("Counters, end to end")
struct CounterTests {
  private func run(
    _ filter: String, metric: String, in package: TemporaryPackage,
    environment: [String: String] = [:]
  ) async throws -> Tool.Outcome {
    try await Tool.misbehaving.run(
      [
        "run", "--filter", filter, "--quick", "--allow-debug-build", "--format", "json",
        "--metric", metric, "--rate", "60",
      ], in: package.folder, environment: environment)
  }

  @Test("Allocations on four threads are counted one by one, the same in every run")
  func threads() async throws {
    let package = try TemporaryPackage()
    var counts: [[Double]] = []
    for _ in 0..<2 {
      let run = try await run(
        "^threads.(25|50)$", metric: "mallocCountTotal", in: package)
      counts.append(
        try run.benchmarks().map { try $0.metrics.mallocCountTotal.median.read() })
    }

    try #require(counts[0].count == 2)
    #expect(counts[0] == counts[1])
    #expect(counts[0][1] - counts[0][0] == 4 * 25)
  }

  @Test(
    "One build that jemalloc and the counting library count is no change, and the file says who did",
    .enabled(if: Machine.countsAllocations, "needs jemalloc"))
  func programs() async throws {
    let package = try TemporaryPackage()
    let arguments = [
      "--filter", "^(aligned|good.(allocating|scenario))", "--quick", "--allow-debug-build",
      "--metric", "mallocCountTotal,mallocBytesCount", "--rate", "60",
    ]
    let library = ["FRAMEGATE_JEMALLOC": "/nowhere/x.so"]
    for (name, variables) in [("jem", [:]), ("own", library)] {
      let run = try await Tool.misbehaving.run(
        ["run", "--save", name] + arguments, in: package.folder, environment: variables)
      #expect(run.code == 0, "\(run.error)")
      let file = try JSONPart(contentsOf: package.baseline(name))
      let counted = try file.benchmarks.elements.flatMap { benchmark in
        let (metrics, frames) = (benchmark.metrics, benchmark.frames)
        return (metrics.isMissing ? [] : try metrics.names.map { metrics[$0] })
          + (frames.isMissing ? [] : try frames.elements)
      }
      let programs = try counted.map { try $0.countedBy.read(String.self) }
      #expect(programs.count == 21)
      #expect(Set(programs) == [name == "jem" ? "jemalloc" : "counting library"])
    }
    for sides in [["own", "jem"], ["jem", "own"]] {
      let compared = try await Tool.misbehaving.run(["compare"] + sides, in: package.folder)
      #expect(compared.code == 0, "\(compared.output)\(compared.error)")
      #expect(!compared.output.contains("regressed") && !compared.output.contains("improved"))
    }
    let checked = try await Tool.misbehaving.run(
      ["check", "--against", "own"] + arguments, in: package.folder)
    #expect(checked.code == 0, "\(checked.output)\(checked.error)")

    // A change in what they count is not blamed on the code.
    var file = try JSONPart(contentsOf: package.baseline("own"))
    try file.changeMetric("mallocBytesCount", of: "good.allocating") { $0 - 16 }
    try file.data.write(to: package.baseline("fewer"))
    let other = try await Tool.misbehaving.run(["compare", "fewer", "jem"], in: package.folder)
    #expect(other.code == 0, "\(other.output)")
    #expect(
      other.output.contains("counted by different programs, counting library and jemalloc"),
      "\(other.output)")
    let same = try await Tool.misbehaving.run(["compare", "fewer", "own"], in: package.folder)
    #expect(same.code == 2, "\(same.output)")
  }

  @Test("Allocations of threads that a frame starts and ends belong to that frame")
  func threadsInFrames() async throws {
    let package = try TemporaryPackage()
    var runs: [[Int]] = []
    for _ in 0..<2 {
      let run = try await run("threads.frames", metric: "mallocCountTotal", in: package)
      runs.append(try run.benchmark.frames[0].mallocCountTotal.read())
    }

    // Frame i makes 4 · (i mod 3), and what it takes to start four threads.
    try #require(runs[0].count == 6)
    #expect(runs[0] == runs[1])
    #expect(runs[0][3..<6].map { $0 - runs[0][3] } == [0, 4, 8])
  }

  @Test("A run has both counts of frames that allocate at random, and one count of others")
  func recount() async throws {
    let package = try TemporaryPackage()
    let run = try await run("^(random|threads).frames$", metric: "mallocCountTotal", in: package)

    let recounts = try run.benchmarks().map { benchmark in
      let frames = benchmark.frames[0]
      return (first: frames.mallocCountTotal, again: frames.recount.mallocCountTotal)
    }
    try #require(recounts.count == 2)
    #expect(try !recounts[0].first.read([Int].self).isEmpty && recounts[0].again.isMissing)
    let (first, again): ([Int], [Int]) = (
      try recounts[1].first.read(), try recounts[1].again.read()
    )
    #expect(again.count == first.count)
    #expect(again != first)
  }

  /// Whether system calls can be counted: another system does not, and a container may not let
  /// processes be traced.
  @Sendable
  private static func countsSystemCalls() async throws -> Bool {
    let run = try await Self().run(
      "system.calls", metric: "syscalls", in: try TemporaryPackage())
    let reason = try run.metric("syscalls").unavailable
    guard !reason.isMissing else { return true }
    let text: String = try reason.read()
    return !text.hasPrefix("only Linux counts this") && !text.hasSuffix("Operation not permitted")
  }

  @Test(
    "What the kernel does for an operation and a frame is counted, and can be limited",
    .enabled("processes cannot be traced here", countsSystemCalls))
  func kernel() async throws {
    let package = try TemporaryPackage()
    let names = [
      "syscalls", "pageFaults", "contextSwitches", "readBytesLogical", "writeBytesLogical",
      "peakMemoryResident",
    ]
    let run = try await run("^system", metric: names.joined(separator: ","), in: package)
    let found = try run.benchmarks()
    try #require(found.count == 2, "\(run.error)")
    let metrics = found[0].metrics
    // A wait that ends before the kernel has put the thread aside is no switch: where a machine is
    // busy, the median has the usual wait and the minimum may not.
    let statistics = ["minimum", "minimum", "median", "minimum", "minimum"]
    let values: [Double] = try zip(names, statistics).map { try metrics[$0][$1].read() }
    #expect(values == [6, 1, 1, 100, 10])
    #expect((1e6...1e9).contains(try metrics.peakMemoryResident.median.read(Double.self)))
    let kernel = found[1].frames[0].kernel
    #expect(try kernel.element("metric", "syscalls").frames.read() == [[0, 1, 2]])
    let peaks: [[Int]] = try kernel.element("metric", "peakMemoryResident").frames.read()
    #expect(!peaks.isEmpty && peaks.allSatisfy { $0.count == 3 })

    let check = try await Tool.misbehaving.run(
      ["check", "--filter", "system.calls", "--quick", "--allow-debug-build"], in: package.folder)
    #expect(check.code == 2)
    #expect(
      check.output.contains("syscalls ≤ 5 per operation  6 "), "\(check.output)")
  }

  @Test(
    "System calls that cannot be counted are absent with the reason, also those of frames",
    .disabled("processes can be traced here", countsSystemCalls))
  func untraced() async throws {
    let run = try await run("^system", metric: "syscalls", in: try TemporaryPackage())
    let found = try run.benchmarks()
    try #require(found.count == 2, "\(run.error)")
    let reason: String = try found[0].metrics.syscalls.unavailable.read()
    let frames = try found[1].frames[0].kernel.element("metric", "syscalls").frames
    #expect(try frames.unavailable.read() == reason)
  }

  @Test("Instructions repeat exactly", .enabled(if: Machine.hasValgrind, "there is no valgrind"))
  func instructions() async throws {
    let package = try TemporaryPackage()
    var counts: [JSONPart] = []
    for padding in ["", String(repeating: "x", count: 3_001)] {
      let run = try await run(
        "good.allocating", metric: "instructions", in: package, environment: ["PADDING": padding])
      counts.append(try run.metric("instructions"))
    }

    let first: Double = try counts[0].median.read()
    #expect(first > 0)
    #expect(try counts[0].unit.read() == "count/op")
    #expect(try counts[1].median.read() == first)
  }

  @Test(
    "A limit of instructions is judged without naming the metric, and only that benchmark counted",
    .enabled(if: Machine.hasValgrind, "there is no valgrind"))
  func limitedInstructions() async throws {
    let package = try TemporaryPackage()
    let brief = [
      "--filter", "^(limited.instructions|good.empty)$", "--quick", "--allow-debug-build",
    ]

    let check = try await Tool.misbehaving.run(["check"] + brief, in: package.folder)
    let run = try await Tool.misbehaving.run(["run", "--save", "all"] + brief, in: package.folder)

    #expect(check.code == 2, "\(check.error)")
    #expect(check.output.contains(#/instructions ≤ 1 per operation  +[1-9]/#), "\(check.output)")
    #expect(run.code == 0, "\(run.error)")
    let counted = try JSONPart(contentsOf: package.baseline("all")).benchmarks.elements
    let names: [String] = try counted.map { try $0.name.read() }
    let isCounted = counted.map { !$0.metrics.instructions.isMissing }
    #expect(
      Dictionary(uniqueKeysWithValues: zip(names, isCounted))
        == ["good.empty": false, "limited.instructions": true])
  }

  @Test(
    "An empty benchmark executes no instruction of its own, nor does an empty frame",
    .enabled(if: Machine.hasValgrind, "there is no valgrind"))
  func empty() async throws {
    let package = try TemporaryPackage()

    let benchmark = try await run("good.empty", metric: "instructions", in: package)
    let scenario = try await run("good.scenario", metric: "instructions", in: package)

    #expect(try benchmark.metric("instructions").median.read() == 0)
    #expect(try scenario.benchmark.frames[0].instructions.read() == [0, 0, 0])
  }

  @Test(
    "What crashes or exits while it is counted fails alone",
    .enabled(if: Machine.hasValgrind, "there is no valgrind"))
  func failures() async throws {
    let outcomes = try await outcomes(
      of: "^(bad.(crash|exit|garbage|print)|explain.sum)$", timeout: 60)

    #expect(outcomes["explain.sum"] == "counted")
    #expect(outcomes["bad.print"] == "counted")
    let crash = try #require(outcomes["bad.crash"])
    #expect(crash.contains("crashed with signal") && crash.contains("this benchmark crashes"))
    #expect(outcomes["bad.garbage"]?.contains("not an answer: 'garbage'") == true, "\(outcomes)")
    #expect(outcomes["bad.exit"]?.contains("exit code 7") == true, "\(outcomes)")
  }

  @Test(
    "What hangs while it is counted fails alone",
    .enabled(if: Machine.hasValgrind, "there is no valgrind"))
  func hang() async throws {
    // Under callgrind the limit is three times as long, enough for the other on a busy machine.
    let outcomes = try await outcomes(of: "^(bad.hang|explain.sum)$", timeout: 3)

    #expect(outcomes["explain.sum"] == "counted")
    #expect(outcomes["bad.hang"]?.contains("did not answer") == true, "\(outcomes)")
  }

  /// By benchmark, "counted" or why it failed.
  private func outcomes(of filter: String, timeout: Int) async throws -> [String: String] {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      [
        "run", "--filter", filter, "--allow-debug-build", "--format", "json", "--metric",
        "instructions", "--timeout", "\(timeout)",
      ], in: package.folder)

    var outcomes: [String: String] = [:]
    for benchmark in try run.benchmarks() {
      let counted = benchmark.metrics.instructions.median
      let name: String = try benchmark.name.read()
      outcomes[name] =
        counted.isMissing
        ? "\(benchmark.failure.value ?? benchmark.metrics.value ?? "nothing")"
        : try counted.read() > 0.0 ? "counted" : "no instructions"
    }
    return outcomes
  }

  @Test("Without valgrind instructions are absent and say what to install")
  func noValgrind() async throws {
    let package = try TemporaryPackage()

    let run = try await run(
      "good.empty", metric: "instructions", in: package,
      environment: Tool.withoutValgrind)

    #expect(run.code == 0)
    let reason: String = try run.metric("instructions").unavailable.read()
    #expect(reason.contains("valgrind is not installed"))
  }

  /// A program in valgrind's place, and why nothing is counted with it.
  struct Impostor: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    let says: String
  }

  @Test(
    "When callgrind cannot count, the reason is told",
    arguments: [
      Impostor(
        testDescription: "an instruction that it does not know",
        script: """
          for option; do case $option in --log-file=*) log=${option#*=};; esac; done
          echo '==7== valgrind: Unrecognised instruction at address 0x12345.' >$log
          kill -ILL $$
          """, says: "AVX-512"),
      Impostor(
        testDescription: "a program that it cannot read", script: "exit 1",
        says: "callgrind could not run the program"),
      Impostor(
        testDescription: "a program without symbols",
        script: """
          while [ $# -gt 0 ]; do case $1 in --*) shift;; *) break;; esac; done
          exec "$@"
          """, says: "build it without 'strip'"),
    ])
  func impostors(_ impostor: Impostor) async throws {
    let package = try TemporaryPackage()
    try package.write("#!/bin/sh\n\(impostor.script)\n", to: "valgrind")
    let path = try package.executable("valgrind")

    let run = try await run(
      "good.empty", metric: "instructions", in: package, environment: ["FRAMEGATE_VALGRIND": path])

    #expect(run.code == 0)
    let reason: String = try run.metric("instructions").unavailable.read()
    #expect(reason.contains(impostor.says), "\(reason)")
  }

  @Test(
    "Counters make a gate without noise", .enabled(if: Machine.hasValgrind, "there is no valgrind"))
  func gate() async throws {
    let package = try TemporaryPackage()
    let metrics = ["--metric", "instructions,mallocCountTotal", "--quick", "--allow-debug-build"]
    let base = try await Tool.misbehaving.run(
      ["run", "--filter", "good.allocating", "--save", "base"] + metrics, in: package.folder)
    #expect(base.code == 0)

    let same = try await Tool.misbehaving.run(
      ["check", "--against", "base", "--filter", "good.allocating"] + metrics, in: package.folder)
    #expect(same.code == 0, "\(same.output)")
    #expect(same.output.contains("2 of 2 comparisons unchanged"))

    var result = try JSONPart(contentsOf: package.baseline("base"))
    try result.changeMetric("instructions", of: "good.allocating") { $0 - 0.25 }
    try result.data.write(to: package.baseline("fewer"))
    let worse = try await Tool.misbehaving.run(
      ["check", "--against", "fewer", "--filter", "good.allocating"] + metrics, in: package.folder)
    #expect(worse.code == 2, "\(worse.output)")
  }
}
