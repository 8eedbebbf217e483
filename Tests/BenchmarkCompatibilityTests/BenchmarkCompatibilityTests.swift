import BenchmarkModel
import FrameTiming
import Testing

@testable import BenchmarkCompatibility
@testable import FramegateKit

/// Suites declare themselves in static variables, one at a time.
@Suite("Suites of ordo-one's benchmark package", .serialized)
struct BenchmarkCompatibilityTests {
  @Test(
    "Names become keys",
    arguments: [
      ("NIOAsyncChannel.init", "NIOAsyncChannel.init"),
      ("Some name", "Some_name"),
      ("MTELG.scheduleTask(in:_:)", "MTELG.scheduleTask_in"),
      ("ChannelPipeline.init(10 handlers)", "ChannelPipeline.init_10_handlers"),
      ("  a == b  ", "a_b"),
      ("Größe", "Gr_e"),
      ("日本", "benchmark"),
      ("", "benchmark"),
      ("a__b", "a_b"),
      ("write-regularFile", "write-regularFile"),
    ])
  func names(name: String, key: String) {
    var keys = BenchmarkKeys()
    #expect(keys.key(of: name) == key)
  }

  @Test("Names with the same key get numbers, in their order")
  func collisions() {
    var keys = BenchmarkKeys()
    #expect(
      ["a == b", "a != b", "a < b", "c"].map { keys.key(of: $0) } == ["a_b", "a_b.2", "a_b.3", "c"])
    // A name that comes again is a mistake, which the registry reports.
    #expect(keys.key(of: "a == b") == "a_b")
  }

  @Test("As many names as anybody has get keys at once", .timeLimit(.minutes(1)))
  func manyCollisions() {
    var keys = BenchmarkKeys()
    let digits = Array("零一二三四五六七八九")
    let made = (0..<100_000).map { number in
      // A letter that no key has, for each digit.
      keys.key(of: String("\(number)".map { digits[$0.wholeNumberValue ?? 0] }))
    }
    #expect(made.first == "benchmark" && made.last == "benchmark.100000")
    #expect(Set(made).count == made.count)
    // A number that a name has itself is left out.
    #expect(
      ["a.2", "a", "a!", "a?"].map { keys.key(of: $0) } == ["a.2", "a", "a.3", "a.4"])
  }

  @Test(
    "Thresholds become gates",
    arguments: [
      ([:], []),
      ([.wallClock: .init(relative: [.p25: 9, .p50: 5, .p75: 20])], [.slower(0.05)]),
      ([.wallClock: .init(relative: [.p25: 9, .p75: 20])], [.slower(0.2)]),
      ([.cpuTotal: .relaxed, .wallClock: .default], [.slower(0.05)]),
      ([.wallClock: .strict, .instructions: .strict], []),
      ([.wallClock: .none, .syscalls: .default, .peakMemoryResident: .relaxed], []),
      ([.wallClock: .init(absolute: [.p50: .milliseconds(3)])], []),
      ([.instructions: .init(relative: [.p90: 1])], [.instructions(within: 0.01)]),
      ([.mallocCountTotal: .init(absolute: [.p90: 2_000])], [.moreAllocations(2)]),
      ([.mallocCountTotal: .strict], []),
      ([.mallocCountTotal: .init(relative: [.p50: 5], absolute: [.p50: 0])], []),
      (
        [.mallocCountTotal: .relaxed], [.allocations(within: 0.25), .moreAllocations(10)]
      ),
    ] as [([BenchmarkMetric: BenchmarkThresholds], [BenchmarkGate])])
  func thresholds(thresholds: [BenchmarkMetric: BenchmarkThresholds], gates: [BenchmarkGate]) {
    #expect(BenchmarkThresholds.gates(thresholds, scale: 1_000) == gates)
  }

  private static func registry(_ declare: () -> Void) -> BenchmarkRegistry {
    var registry = BenchmarkRegistry()
    registry.declared(by: declare)
    return registry
  }

  @Test("Configurations inherit, and tell the registry what it has to know")
  func configurations() throws {
    let registry = Self.registry {
      Benchmark.defaultConfiguration.scalingFactor = .kilo
      Benchmark("plain") { _ in }
      Benchmark("own", configuration: .init(tags: ["b": "2", "a": "1"], scalingFactor: .mega)) {
        _ in
      }
      Benchmark("async", configuration: .init(thresholds: [.wallClock: .default])) { _ in
        await Task.yield()
      }
    }

    let listed = registry.listing.benchmarks
    #expect(registry.listing.problems.isEmpty)
    #expect(listed.map(\.name) == ["plain", "own_a_1_b_2", "async"])
    #expect(listed[1].tags == ["a=1", "b=2"])
    let traits = listed.compactMap { benchmark in
      if case .benchmark(let traits) = benchmark.work { traits } else { nil }
    }
    #expect(traits.map(\.operations) == [1_000, 1_000_000, 1_000])
    #expect(traits.map(\.gates) == [[], [], [.slower(0.05)]])
    #expect(
      listed.allSatisfy {
        $0.location?.file.hasSuffix("BenchmarkCompatibilityTests.swift") == true
      })

    // What one suite sets is no default of the next.
    let next = Self.registry { Benchmark("next") { _ in } }.listing.benchmarks.map(\.work)
    guard case .benchmark(let nextTraits) = next.first else {
      Issue.record("\(next)")
      return
    }
    #expect(nextTraits.operations == 1)
  }

  @Test("What a suite passes to 'blackHole' is its answer")
  func answers() throws {
    let worker = Worker(
      registry: Self.registry {
        Benchmark("sum") { benchmark in
          for number in benchmark.scaledIterations { BenchmarkCompatibility.blackHole(number * 3) }
          Benchmark.blackHole("end")
        }
      })
    try worker.prepare("sum", ScenarioParameters())
    let answer = try RecordAnswer(at: .hz60, iterations: 1).answer(worker)
    #expect(
      AnswerValues(blocks: Array(answer.blocks.indices)).answer(worker).flatMap(\.self).map(\.text)
        == ["0", "\"end\""])
  }

  @Test("A name that is declared twice is refused, and the others stay")
  func twice() {
    let registry = Self.registry {
      Benchmark("same name") { _ in }
      Benchmark("same name") { _ in }
      Benchmark("other") { _ in }
    }
    #expect(registry.listing.benchmarks.map(\.name) == ["same_name", "other"])
    #expect(registry.listing.problems.count == 1)
  }

  @Test("Hooks run around the iterations, the general ones outside")
  func hooks() throws {
    final class Calls: @unchecked Sendable { var names: [String] = [] }
    let calls = Calls()
    let registry = Self.registry {
      Benchmark.startupHook = { calls.names.append("startup") }
      Benchmark.teardown = { calls.names.append("teardown") }
      Benchmark(
        "hooked",
        configuration: .init(
          setup: { calls.names.append("shared setup") },
          teardown: { calls.names.append("shared teardown") })
      ) { benchmark, state in
        if benchmark.currentIteration == 0 { calls.names.append("first with \(state)") }
      } setup: { () -> Int in
        calls.names.append("own setup")
        return 7
      } teardown: {
        await Task.yield()
        calls.names.append("own teardown")
      }
      Benchmark("next") { _ in }
      // Their place among the benchmarks does not matter.
      Benchmark.setup = { calls.names.append("setup") }
      Benchmark.shutdownHook = { calls.names.append("shutdown") }
    }

    let worker = Worker(registry: registry)
    #expect(worker.answer(Prepare("hooked")) == .answer(.done))
    _ = worker.answer(TakeSamples(1, iterations: 3))
    #expect(worker.answer(Prepare("next")) == .answer(.done))
    #expect(
      calls.names == [
        "startup", "setup", "shared setup", "own setup", "first with 7",
        "own teardown", "shared teardown", "teardown", "shutdown", "startup", "setup",
      ])
  }

  @Test("What a closure throws or reports fails the benchmark")
  func failures() {
    struct Problem: Error, CustomStringConvertible { let description = "no network" }
    let registry = Self.registry {
      Benchmark("throws") { _ in throw Problem() }
      Benchmark("setup") { _ in
      } setup: {
        throw Problem()
      }
      Benchmark("reports") { benchmark in
        benchmark.error("the answer is wrong")
        benchmark.error("and another one")
      }
      Benchmark("async") { benchmark in
        await Task.yield()
        benchmark.error("the server is gone")
      }
      Benchmark("skipped", configuration: .init(skip: true)) { _ in throw Problem() }
    }

    let worker = Worker(registry: registry)
    let expected: [String: WorkerReply<Done>] = [
      "throws": .failed(reason: "no network"),
      "setup": .failed(reason: "no network"),
      "reports": .failed(reason: "the answer is wrong"),
      "async": .failed(reason: "the server is gone"),
      "skipped": .unavailable(reason: "skipped: its configuration says so"),
    ]
    for (name, answer) in expected {
      #expect(worker.answer(Prepare(name)) == answer, "\(name)")
    }
  }
}
