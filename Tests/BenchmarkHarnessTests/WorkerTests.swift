@testable import BenchmarkHarness
import BenchmarkModel
import FrameTiming
import Testing

@Suite("Worker")
struct WorkerTests {
  private func worker(_ register: (inout BenchmarkRegistry) -> Void) -> Worker {
    var registry = BenchmarkRegistry()
    register(&registry)
    return Worker(registry: registry)
  }

  @Test("Lists what is registered, in order, with kind and variant")
  func list() {
    let worker = worker { registry in
      registry.benchmark("kernel.concat.l2.simd") {}
      registry.benchmark("layout.grid") {}
      registry.scenario("fade", duration: .seconds(1)) { _ in Scenario { _ in } }
    }

    #expect(
      worker.answer(.list)
        == .list([
          ListedBenchmark(
            name: "kernel.concat.l2.simd", kind: .benchmark, variant: .simd, operations: 1),
          ListedBenchmark(name: "layout.grid", kind: .benchmark, variant: nil, operations: 1),
          ListedBenchmark(name: "fade", kind: .scenario, variant: .struct),
        ]))
  }

  @Test("Runs the body as often as it is told")
  func iterations() {
    var calls = 0
    let worker = worker { $0.benchmark("count") { calls += 1 } }

    #expect(worker.answer(.prepare(name: "count", parameters: ScenarioParameters())) == .prepared)
    guard case .samples(let samples) = worker.answer(.sample(iterations: 7, count: 3)) else {
      Issue.record("no samples")
      return
    }

    #expect(samples.count == 3)
    #expect(calls == 21)
    #expect(samples.allSatisfy { $0.wallNs >= 0 && $0.cpuNs >= 0 })
  }

  @Test("Builds inputs once and lets the body change them in place")
  func inputs() {
    var built = 0
    var seen: [Int] = []
    let worker = worker { registry in
      registry.benchmark(
        "inputs",
        setup: {
          built += 1; return 0
        },
        body: { input in
          input += 1
          seen.append(input)
        })
    }

    _ = worker.answer(.prepare(name: "inputs", parameters: ScenarioParameters()))
    _ = worker.answer(.sample(iterations: 2, count: 1))
    _ = worker.answer(.sample(iterations: 1, count: 1))

    #expect(built == 1)
    #expect(seen == [1, 2, 3])
  }

  @Test("A frame is evaluated at the vsync after the one it begins at")
  func frames() {
    var frames: [Frame] = []
    let worker = worker { registry in
      registry.scenario("fade", duration: .milliseconds(50)) { _ in Scenario { frames.append($0) } }
    }

    _ = worker.answer(.prepare(name: "fade", parameters: ScenarioParameters()))
    guard case .frames(let costs) = worker.answer(.frames(refreshRate: .hz60, repetitions: 1))
    else {
      Issue.record("no frames")
      return
    }

    #expect(costs.map(\.count) == [3])
    #expect(frames.map(\.index) == [0, 1, 2])
    #expect(frames.map(\.timestamp) == (0..<3).map(RefreshRate.hz60.vsync))
    #expect(frames.map(\.targetTimestamp) == (1...3).map(RefreshRate.hz60.vsync))
  }

  @Test("Every repetition builds a new scene for its rate")
  func scenes() {
    var built: [ScenarioParameters] = []
    let worker = worker { registry in
      registry.scenario("fade", duration: .milliseconds(50)) { parameters in
        built.append(parameters)
        return Scenario { _ in }
      }
    }
    var parameters = ScenarioParameters(layers: 7)

    _ = worker.answer(.prepare(name: "fade", parameters: parameters))
    _ = worker.answer(.frames(refreshRate: .hz120, repetitions: 2))

    parameters.refreshRate = .hz120
    #expect(built == [parameters, parameters])
  }

  /// A request that cannot be met, and what the answer says to do.
  struct Refusal: CustomTestStringConvertible, Sendable {
    let request: WorkerRequest
    let advice: String

    var testDescription: String { "\(request)" }
  }

  @Test(
    "What cannot be met is refused with advice",
    arguments: [
      Refusal(
        request: .prepare(name: "nothing", parameters: ScenarioParameters()),
        advice: "'framegate list' shows what there is."),
      Refusal(
        request: .prepare(name: "fade", parameters: ScenarioParameters(variant: .simd)),
        advice: "Choose one of struct."),
      Refusal(request: .sample(iterations: 1, count: 1), advice: "first."),
      Refusal(request: .frames(refreshRate: .hz60, repetitions: 1), advice: "first."),
    ])
  func refusals(_ refusal: Refusal) {
    let worker = worker {
      $0.scenario("fade", duration: .seconds(1)) { _ in Scenario { _ in } }
    }

    guard case .failed(let reason) = worker.answer(refusal.request) else {
      Issue.record("not refused")
      return
    }

    #expect(reason.hasSuffix(refusal.advice))
  }

  @Test("A setup that cannot run here makes the benchmark absent, not failed")
  func unavailable() {
    let worker = worker { registry in
      registry.benchmark(
        "dispatch", setup: { throw Unavailable("no AVX2") }, body: { (_: inout Int) in })
    }

    #expect(
      worker.answer(.prepare(name: "dispatch", parameters: ScenarioParameters()))
        == .unavailable(reason: "no AVX2"))
  }

  @Test("A scenario without views cannot be inspected, one with views can")
  func inspect() {
    let view = ViewState(
      name: "from", frame: [0, 0, 1, 1], transform: Array(repeating: 0, count: 16), alpha: 1)
    let worker = worker { registry in
      registry.scenario("blind", duration: .seconds(1)) { _ in Scenario { _ in } }
      registry.scenario("fade", duration: .seconds(1)) { _ in
        Scenario(inspect: { $0.map { _ in [view] } }, frame: { _ in })
      }
    }

    _ = worker.answer(.prepare(name: "blind", parameters: ScenarioParameters()))
    guard case .failed = worker.answer(.inspect(fractions: [0])) else {
      Issue.record("not refused")
      return
    }
    _ = worker.answer(.prepare(name: "fade", parameters: ScenarioParameters()))
    #expect(worker.answer(.inspect(fractions: [0, 1])) == .inspected([[view], [view]]))
  }
}
