import BenchmarkModel
import Testing

@testable import FramegateKit

@Suite("Registered work")
struct RegisteredWorkTests {
  /// A count that closures share; tests use it from one thread at a time.
  private final class Tally: @unchecked Sendable {
    var values: [String: Int] = [:]
    func add(_ name: String, _ value: Int = 1) { values[name, default: 0] += value }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static func worker(
    _ register: (inout BenchmarkRegistry) -> Void
  ) -> Worker {
    var registry = BenchmarkRegistry()
    register(&registry)
    return Worker(registry: registry)
  }

  @discardableResult
  private static func sample(
    _ worker: Worker, _ name: String, iterations: Int = 100
  ) -> WorkerReply<[Sample]> {
    switch worker.answer(Prepare(name)) {
    case .answer: break
    case .failed(let reason): return .failed(reason: reason)
    case .unavailable(let reason): return .unavailable(reason: reason)
    case .ended(let signal, let code): return .ended(signal: signal, code: code)
    case .branch(let identifier): return .branch(processIdentifier: identifier)
    case .unknown(let question): return .unknown(question: question)
    }
    return worker.answer(TakeSamples(1, iterations: iterations))
  }

  @Test("Every iteration gets an input that no other has changed", arguments: [1, 7, 64, 1_000])
  func freshInputs(batch: Int) {
    let tally = Tally()
    let worker = Self.worker { registry in
      registry.benchmark(
        "sort",
        work: .init(freshInputs: batch) {
          tally.add("made")
          return [3, 1, 2]
        } body: { numbers in
          if numbers == [3, 1, 2] { tally.add("unsorted") }
          numbers.sort()
          tally.add("sorted")
        })
    }

    guard case .answer(let samples) = Self.sample(worker, "sort") else {
      Issue.record("it is not sampled")
      return
    }
    #expect(samples.count == 1 && samples[0].wallNs >= 0)
    #expect(tally.values["sorted"] == 100)
    #expect(tally.values["unsorted"] == 100)
    // One more is made for the loop without a body.
    #expect(tally.values["made"] == 101)
  }

  /// An input that no allocator has room for beside another one.
  private struct Large { var parts = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }

  @Test("Instructions of more iterations are counted than inputs are made at a time")
  func countedTogether() throws {
    let tally = Tally()
    let worker = Self.worker { registry in
      registry.benchmark(
        "large",
        work: .init(freshInputs: 1) {
          tally.add("made")
          return Large()
        } body: { input in
          if input.parts.15 == 0 { tally.add("fresh") }
          input.parts.15 = 1
        })
    }

    #expect(worker.answer(Prepare("large")) == .answer(.done))
    #expect(worker.answer(CountInstructions(iterations: 50)) == .answer(2))
    #expect(tally.values["fresh"] == 51)
    // A sample makes them one by one again.
    Self.sample(worker, "large", iterations: 3)
    #expect(tally.values["fresh"] == 54)
  }

  @Test("What a body or an input throws fails the benchmark with its words")
  func throwing() {
    let worker = Self.worker { registry in
      registry.benchmark("body") { throw Failure(description: "no network") }
      registry.benchmark(
        "input",
        work: .init(freshInputs: 4) {
          throw Failure(description: "no file")
        } body: { (_: inout Int) in
        })
      registry.benchmark(
        "async",
        work: .init {
          try await Task.sleep(for: .zero)
          throw Failure(description: "no server")
        })
    }

    #expect(Self.sample(worker, "body") == .failed(reason: "no network"))
    #expect(Self.sample(worker, "input") == .failed(reason: "no file"))
    #expect(Self.sample(worker, "async") == .failed(reason: "no server"))
  }

  @Test("Inputs are torn down when another benchmark is prepared, after the last iteration")
  func teardown() {
    let tally = Tally()
    let worker = Self.worker { registry in
      registry.benchmark(
        "shared", work: .init(setup: { 0 }, teardown: { tally.add("torn", $0) }, body: { $0 += 1 }))
      registry.benchmark(
        "async",
        work: .init(
          setup: { () async in 0 },
          teardown: { value in
            await Task.yield()
            tally.add("torn", value)
          },
          body: { value in
            await Task.yield()
            value += 1
          }))
      registry.benchmark("other") {}
    }

    for name in ["shared", "async"] {
      Self.sample(worker, name)
      #expect(tally.values["torn"] == nil)
      Self.sample(worker, "other")
      #expect(tally.values["torn"] == 100)
      tally.values = [:]
    }
  }

  @Test("A first iteration that takes very long, such as one that loads data, is not taken for all")
  func slowFirstIteration() {
    let tally = Tally()
    let worker = Self.worker { registry in
      registry.benchmark("lazy") {
        guard tally.values["loaded"] == nil else { return }
        tally.add("loaded")
        let end = Clock.wall + 20_000_000
        while Clock.wall < end {}
      }
    }
    #expect(worker.answer(Prepare("lazy")) == .answer(.done))

    guard case .answer(let count) = worker.answer(FindIterations(lastingNs: 100_000)) else {
      Issue.record("it is not sampled")
      return
    }
    #expect(count > 1)
  }

  @Test("Asynchronous work runs on the thread that measures, and may leave it")
  func asynchronous() {
    actor Counter {
      private(set) var count = 0
      func add() { count += 1 }
    }
    let counter = Counter()
    let worker = Self.worker { registry in
      registry.benchmark(
        "hops",
        work: .init {
          await counter.add()
          await Task.yield()
        })
      registry.benchmark(
        "reads",
        work: .init(setup: { () async in await counter.count }) { count in
          count = await counter.count
          #expect(count == 50)
        })
    }

    Self.sample(worker, "hops", iterations: 50)
    guard case .answer = Self.sample(worker, "reads", iterations: 3) else {
      Issue.record("it is not sampled")
      return
    }
  }

  @Test("Work of the main actor runs there; elsewhere it is unavailable")
  func mainActor() async {
    @MainActor final class Screen {
      var frames = 0
    }
    let make: @Sendable () -> Worker = {
      Self.worker { registry in
        registry.benchmark(
          "screen", work: .init(setup: { Screen() }, onMainActor: { $0.frames += 1 }))
      }
    }
    await MainActor.run {
      let response = Self.sample(make(), "screen")
      guard case .answer = response else {
        Issue.record("\(response)")
        return
      }
    }
    let elsewhere = await Task.detached { Self.sample(make(), "screen") }.value
    guard case .unavailable = elsewhere else {
      Issue.record("\(elsewhere)")
      return
    }
  }

  @Test(
    "A skipped benchmark is unavailable with the reason; a parameter and a variant end its name")
  func options() {
    let worker = Self.worker { registry in
      registry.benchmark("later", options: .init(skip: "waits for the new parser")) {}
      for count in [10, 1_000] {
        registry.benchmark(
          "sort", variant: "merge", options: .init(parameter: .init("count", count))
        ) {}
      }
    }

    #expect(
      Self.sample(worker, "later") == .unavailable(reason: "skipped: waits for the new parser"))
    guard case .answer(let listing) = worker.answer(ListBenchmarks()) else {
      Issue.record("there is no list")
      return
    }
    #expect(listing.benchmarks.map(\.name) == ["later", "sort.10.merge", "sort.1000.merge"])
    let families: [BenchmarkFamily?] = listing.benchmarks.map {
      guard case .benchmark(let traits) = $0.work else { return nil }
      return traits.family
    }
    #expect(
      families == [
        nil, BenchmarkFamily(name: "sort.merge", parameter: .init("count", 10)),
        BenchmarkFamily(name: "sort.merge", parameter: .init("count", 1_000)),
      ])
  }
}
