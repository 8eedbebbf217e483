import Foundation
import Testing
import WorkerProtocol

/// Counters through the built binary: exact, or absent with a reason.
@Suite("Counters, end to end")
struct CounterTests {
  /// Whether the tool finds a valgrind.
  static let hasValgrind = Machine.has("valgrind")

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
        try run.benchmarks().compactMap { benchmark in
          let metrics = benchmark["metrics"] as? [String: Any]
          return (metrics?["mallocCountTotal"] as? [String: Any])?["median"] as? Double
        })
    }

    #expect(counts[0].count == 2)
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
      let file = try JSONSerialization.jsonObject(
        with: Data(contentsOf: package.baseline(name)))
      let benchmarks = (file as? [String: Any])?["benchmarks"] as? [[String: Any]] ?? []
      let programs = benchmarks.flatMap { benchmark in
        let metrics = (benchmark["metrics"] as? [String: [String: Any]] ?? [:]).values
        return (metrics + (benchmark["frames"] as? [[String: Any]] ?? []))
          .map { $0["countedBy"] as? String }
      }
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
    var file = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: package.baseline("own")))
        as? [String: Any])
    file.editMetric("mallocBytesCount", of: "good.allocating") { $0 - 16 }
    try JSONSerialization.data(withJSONObject: file).write(to: package.baseline("fewer"))
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
      let frames = try #require((try run.benchmarks().first?["frames"] as? [[String: Any]])?.first)
      runs.append(try #require(frames["mallocCountTotal"] as? [Int]))
    }

    // Frame i makes 4 · (i mod 3), and what it takes to start four threads.
    #expect(runs[0].count == 6)
    #expect(runs[0] == runs[1])
    #expect(runs[0][3..<6].map { $0 - runs[0][3] } == [0, 4, 8])
  }

  @Test("A run has both counts of frames that allocate at random, and one count of others")
  func recount() async throws {
    let package = try TemporaryPackage()
    let run = try await run("^(random|threads).frames$", metric: "mallocCountTotal", in: package)

    let recounts = try run.benchmarks().map { benchmark in
      let frames = try #require((benchmark["frames"] as? [[String: Any]])?.first)
      let again = (frames["recount"] as? [String: Any])?["mallocCountTotal"] as? [Int]
      return (first: try #require(frames["mallocCountTotal"] as? [Int]), again: again)
    }
    #expect(recounts.count == 2)
    #expect(recounts[0].again == nil)
    #expect(recounts[1].again?.count == recounts[1].first.count)
    #expect(recounts[1].again != recounts[1].first)
  }

  @Test("What the kernel does for an operation and a frame is counted, and can be limited")
  func kernel() async throws {
    let package = try TemporaryPackage()
    let names = [
      "syscalls", "pageFaults", "contextSwitches", "readBytesLogical", "writeBytesLogical",
      "peakMemoryResident",
    ]
    let run = try await run("^system", metric: names.joined(separator: ","), in: package)
    let found = try run.benchmarks()
    let metrics = try #require(found.first?["metrics"] as? [String: [String: Any]], "\(run.error)")
    let frames = try #require((found.last?["frames"] as? [[String: Any]])?.first)
    let counts = try #require(frames["kernel"] as? [[String: Any]])
    let kernel = Dictionary(
      counts.map { ($0["metric"] as? String, $0["frames"]) },
      uniquingKeysWith: { first, _ in first })
    guard metrics["syscalls"]?["unavailable"] == nil else {
      // A container may not let processes be traced; another system does not count.
      #expect(kernel["syscalls"] is [String: String])
      return
    }
    // A wait that ends before the kernel has put the thread aside is no switch: where a machine is
    // busy, the median has the usual wait and the minimum may not.
    let statistics = ["minimum", "minimum", "median", "minimum", "minimum"]
    let values = zip(names, statistics).map { metrics[$0]?[$1] as? Double }
    #expect(values == [6, 1, 1, 100, 10])
    let peak = try #require(metrics["peakMemoryResident"]?["median"] as? Double)
    #expect((1e6...1e9).contains(peak))
    #expect(kernel["syscalls"] as? [[Int]] == [[0, 1, 2]])
    #expect((kernel["peakMemoryResident"] as? [[Int]])?.first?.count == 3)

    let check = try await Tool.misbehaving.run(
      ["check", "--filter", "system.calls", "--quick", "--allow-debug-build"], in: package.folder)
    #expect(check.code == 2)
    #expect(
      check.output.contains("syscalls ≤ 5 per operation  6 "), "\(check.output)")
  }

  @Test("Instructions repeat exactly", .enabled(if: hasValgrind, "there is no valgrind"))
  func instructions() async throws {
    let package = try TemporaryPackage()
    var counts: [[String: Any]] = []
    for padding in ["", String(repeating: "x", count: 3_001)] {
      let run = try await run(
        "good.allocating", metric: "instructions", in: package, environment: ["PADDING": padding])
      counts.append(try #require(try run.metric("instructions")))
    }

    let first = try #require(counts[0]["median"] as? Double)
    #expect(first > 0)
    #expect(counts[0]["unit"] as? String == "count/op")
    #expect(counts[1]["median"] as? Double == first)
  }

  @Test(
    "An empty benchmark executes no instruction of its own, nor does an empty frame",
    .enabled(if: hasValgrind, "there is no valgrind"))
  func empty() async throws {
    let package = try TemporaryPackage()

    let benchmark = try await run("good.empty", metric: "instructions", in: package)
    let scenario = try await run("good.scenario", metric: "instructions", in: package)

    #expect(try benchmark.metric("instructions")?["median"] as? Double == 0)
    let frames = try #require(
      (try scenario.benchmarks().first?["frames"] as? [[String: Any]])?.first)
    #expect(frames["instructions"] as? [Int] == [0, 0, 0])
  }

  @Test(
    "What crashes or exits while it is counted fails alone",
    .enabled(if: hasValgrind, "there is no valgrind"))
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
    .enabled(if: hasValgrind, "there is no valgrind"))
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
      let name = try #require(benchmark["name"] as? String)
      let metrics = benchmark["metrics"] as? [String: Any]
      let counted = (metrics?["instructions"] as? [String: Any])?["median"] as? Double
      outcomes[name] =
        counted.map { $0 > 0 ? "counted" : "\($0)" } ?? "\(benchmark["failure"] ?? metrics ?? [:])"
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
    let reason = try run.metric("instructions")?["unavailable"] as? String
    #expect(reason?.contains("valgrind is not installed") == true)
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
    let path = package.folder.appending(path: "valgrind").path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)

    let run = try await run(
      "good.empty", metric: "instructions", in: package, environment: ["FRAMEGATE_VALGRIND": path])

    #expect(run.code == 0)
    let reason = try run.metric("instructions")?["unavailable"] as? String
    #expect(reason?.contains(impostor.says) == true, "\(reason ?? "")")
  }

  @Test(
    "Counters make a gate without noise", .enabled(if: hasValgrind, "there is no valgrind"))
  func gate() async throws {
    let package = try TemporaryPackage()
    let metrics = ["--metric", "instructions,mallocCountTotal", "--quick", "--allow-debug-build"]
    let base = try await Tool.misbehaving.run(
      ["run", "--filter", "good.allocating", "--save", "base"] + metrics, in: package.folder)
    #expect(base.code == 0)

    let same = try await Tool.misbehaving.run(
      ["check", "--against", "base", "--filter", "good.allocating"] + metrics, in: package.folder)
    #expect(same.code == 0, "\(same.output)")
    #expect(same.output.contains("of 2 comparisons 2 unchanged"))

    var result = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: package.baseline("base")))
        as? [String: Any])
    result.editMetric("instructions", of: "good.allocating") { $0 - 0.25 }
    try JSONSerialization.data(withJSONObject: result).write(to: package.baseline("fewer"))
    let worse = try await Tool.misbehaving.run(
      ["check", "--against", "fewer", "--filter", "good.allocating"] + metrics, in: package.folder)
    #expect(worse.code == 2, "\(worse.output)")
  }
}
