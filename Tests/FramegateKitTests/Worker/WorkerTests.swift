import BenchmarkModel
import Foundation
import FrameModel
import FrameTiming
import Testing
import WorkerClient
import WorkerProtocol

@testable import FramegateKit

@Suite("Worker")
struct WorkerTests {
  private func worker(_ register: (inout BenchmarkRegistry) -> Void) -> Worker {
    var registry = BenchmarkRegistry()
    register(&registry)
    return Worker(registry: registry)
  }

  @Test("Lists everything that is registered, in order, each variant with its reference")
  func list() throws {
    let roofline = Roofline(limits: "base", memory: "L2")
    let line = #line
    let worker = worker { registry in
      registry.benchmark(
        "concat", variant: "simd", operations: 7, options: .init(roofline: roofline)
      ) {}
      registry.benchmark(
        "concat", variant: "plain", options: .init(isReference: true, bytesPerOperation: 64)
      ) {}
      registry.benchmark("layout.grid", options: .init(runsByDefault: false)) {}
      registry.scenario(
        "fade", duration: .seconds(1), budget: [.noDroppedFrames(at: .hz60)],
        variants: ["naive", "cached"]
      ) { _ in Scenario { _ in } }
      registry.scenario("slide", duration: .seconds(2)) { _ in Scenario { _ in } }
      registry.environmentVariable("LEVEL", values: ["low", "high"])
    }
    func listed(
      _ name: String, runsByDefault: Bool = true, at offset: Int, _ work: ListedBenchmark.Work
    ) -> ListedBenchmark {
      ListedBenchmark(
        name: name, runsByDefault: runsByDefault,
        location: SourceLocation(file: "\(#filePath as StaticString)", line: line + offset),
        work: work)
    }

    let listing = BenchmarkListing(
      benchmarks: [
        listed(
          "concat.simd", at: 2,
          .benchmark(
            BenchmarkTraits(
              variant: "simd", operations: 7, roofline: roofline, reference: "concat.plain"))),
        listed(
          "concat.plain", at: 5,
          .benchmark(
            BenchmarkTraits(variant: "plain", bytesPerOperation: 64, reference: "concat.plain"))),
        listed("layout.grid", runsByDefault: false, at: 8, .benchmark(BenchmarkTraits())),
        listed(
          "fade", at: 9,
          .scenario(
            ScenarioTraits(
              duration: .seconds(1), budgets: [.noDroppedFrames(at: .hz60)],
              variants: ["naive", "cached"]))),
        listed("slide", at: 13, .scenario(ScenarioTraits(duration: .seconds(2)))),
      ], variables: [WorkerVariable(name: "LEVEL", values: ["low", "high"])])
    #expect(worker.answer(ListBenchmarks()) == .answer(listing))
    // The listing crosses a process boundary.
    let reply = try JSONEncoder().encode(WorkerReply.answer(listing))
    #expect(
      try JSONDecoder().decode(WorkerReply<BenchmarkListing>.self, from: reply) == .answer(listing))
  }

  /// A registration that makes no sense, and a part of the reason.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let says: String
    let register: @Sendable (inout BenchmarkRegistry) -> Void
  }

  private static let mistakes: [Mistake] =
    ["", "kernel.ü", "é", "a b", "a/b", "a\n", "名", String(repeating: "a", count: 1_001)].map {
      name in
      Mistake(testDescription: "the name '\(name)'", says: "'\(name.prefix(80))' is not a name.") {
        $0.benchmark(name) {}
      }
    } + [
      Mistake(testDescription: "a name twice", says: "'good.first' is already registered at ") {
        $0.benchmark("good.first") {}
      },
      Mistake(testDescription: "a variant with a blank", says: "'a.b c' is not a name.") {
        $0.benchmark("a", variant: "b c") {}
      },
      Mistake(testDescription: "no operations", says: "does 0 operations") {
        $0.benchmark("a", operations: 0) {}
      },
      Mistake(
        testDescription: "fewer operations than an integer can be below",
        says: "does \(Int.min) operations"
      ) {
        $0.benchmark("a", operations: .min) {}
      },
      Mistake(
        testDescription: "more operations than any tool counts", says: "does \(Int.max) operations"
      ) {
        $0.benchmark("a", operations: .max) {}
      },
      Mistake(testDescription: "negative bytes", says: "of -1 bytes") {
        $0.benchmark("a", options: .init(bytesPerOperation: -1)) {}
      },
      Mistake(testDescription: "negative flops", says: "and -1 flops") {
        $0.benchmark("a", options: .init(flopsPerOperation: -1)) {}
      },
      Mistake(
        testDescription: "a reference without a variant", says: "is a reference without a variant."
      ) {
        $0.benchmark("a", options: .init(isReference: true)) {}
      },
      Mistake(testDescription: "a parameter of 0", says: "has the count 0.") {
        $0.benchmark("a", options: .init(parameter: .init("count", 0))) {}
      },
      Mistake(testDescription: "a gate that is no number", says: "has a gate of nan.") {
        $0.benchmark("a", options: .init(gates: [.slower(.nan)])) {}
      },
      Mistake(testDescription: "a day of sampling", says: "is to be measured for 86400") {
        $0.benchmark("a", options: .init(samplingTime: .seconds(86_400))) {}
      },
      Mistake(testDescription: "a scenario with a negative time", says: "is to be measured for -1")
      {
        $0.scenario("a", duration: .seconds(1), samplingTime: .seconds(-1)) { _ in Scenario { _ in }
        }
      },
      Mistake(testDescription: "a duration of zero", says: "lasts 0") {
        $0.scenario("a", duration: .zero) { _ in Scenario { _ in } }
      },
      Mistake(testDescription: "seconds in the place of milliseconds", says: "lasts 500000") {
        $0.scenario("a", duration: .seconds(500_000)) { _ in Scenario { _ in } }
      },
    ]

  @Test("What registration accepts, the tool accepts, too")
  func longest() throws {
    var registry = BenchmarkRegistry()
    let name = String(repeating: "a", count: ListedBenchmark.longestName)
    registry.scenario(name, duration: ListedBenchmark.longestDuration) { _ in Scenario { _ in } }
    registry.benchmark("a", operations: ListedBenchmark.largestCount) {}

    #expect(registry.listing.problems.isEmpty)
    #expect(ListBenchmarks().accepts(registry.listing))
    let listing = try JSONEncoder().encode(registry.listing)
    #expect(try JSONDecoder().decode(BenchmarkListing.self, from: listing) == registry.listing)
  }

  @Test("What makes no sense is refused with its place, and the rest is kept", arguments: mistakes)
  func refusedRegistrations(_ mistake: Mistake) throws {
    var registry = BenchmarkRegistry()
    registry.benchmark("good.first") {}
    mistake.register(&registry)
    registry.benchmark("good.last") {}

    #expect(registry.listing.benchmarks.map(\.name) == ["good.first", "good.last"])
    let problem = try #require(registry.listing.problems.first)
    #expect(registry.listing.problems.count == 1)
    #expect(problem.location.file.hasSuffix("WorkerTests.swift"))
    #expect(problem.location.line > 0)
    #expect(problem.reason.contains(mistake.says) && problem.reason.hasSuffix("."))
  }

  @Test("Runs the body as often as it is told")
  func iterations() {
    var calls = 0
    let worker = worker { $0.benchmark("count") { calls += 1 } }

    #expect(worker.answer(Prepare("count")) == .answer(.done))
    guard case .answer(let samples) = worker.answer(TakeSamples(3, iterations: 7)) else {
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
        work: .init(
          setup: {
            built += 1
            return 0
          },
          body: { input in
            input += 1
            seen.append(input)
          }))
    }

    _ = worker.answer(Prepare("inputs"))
    _ = worker.answer(TakeSamples(1, iterations: 2))
    _ = worker.answer(TakeSamples(1, iterations: 1))

    #expect(built == 1)
    #expect(seen == [1, 2, 3])
  }

  @Test("A frame is evaluated at the vsync after the one it begins at")
  func frames() {
    var frames: [Frame] = []
    let worker = worker { registry in
      registry.scenario("fade", duration: .milliseconds(50)) { _ in Scenario { frames.append($0) } }
    }

    _ = worker.answer(Prepare("fade"))
    guard case .answer(let costs) = worker.answer(TimeFrames(at: .hz60, repetitions: 1))
    else {
      Issue.record("no frames")
      return
    }

    #expect(costs.map(\.count) == [3])
    #expect(frames.map(\.index) == [0, 1, 2])
    #expect(frames.map(\.timestamp) == (0..<3).map(RefreshRate.hz60.vsync))
    #expect(frames.map(\.targetTimestamp) == (1...3).map(RefreshRate.hz60.vsync))
  }

  @Test("The commit belongs to the first frame of every scene, and only to it")
  func commit() {
    var calls: [String] = []
    let worker = worker { registry in
      registry.scenario("tap", duration: .milliseconds(50)) { _ in
        calls.append("setup")
        return Scenario {
          calls.append("begin")
          let end = Clock.threadCPU + 5_000_000
          while Clock.threadCPU < end {}
        } frame: {
          calls.append("frame \($0.index)")
        }
      }
    }

    _ = worker.answer(Prepare("tap"))
    guard case .answer(let costs) = worker.answer(TimeFrames(at: .hz60, repetitions: 2))
    else {
      Issue.record("no frames")
      return
    }

    let scene = ["setup", "begin", "frame 0", "frame 1", "frame 2"]
    #expect(calls == scene + scene)
    for frames in costs { #expect(frames[0] >= 5_000_000) }
  }

  @Test("Cold frames are the same frames, and what they compute stays intact")
  func cold() {
    var sums: [Int] = []
    let worker = worker { registry in
      registry.scenario("fade", duration: .milliseconds(50)) { _ in
        var numbers = Array(0..<100_000)
        return Scenario { frame in
          for index in numbers.indices { numbers[index] &+= frame.index }
          sums.append(numbers.reduce(0, &+))
        }
      }
    }

    _ = worker.answer(Prepare("fade"))
    _ = worker.answer(TimeFrames(at: .hz60, repetitions: 1))
    let answer = worker.answer(TimeFrames(at: .hz60, repetitions: 2, .cold))

    let warm = Array(sums.prefix(3))
    switch answer {
    case .answer(let costs):
      #expect(costs.map(\.count) == [3, 3])
      #expect(costs.joined().allSatisfy { $0 > 0 })
      // The first cold frames of a process are played once more before.
      #expect([warm + warm + warm, warm + warm + warm + warm].contains(sums))
    case .unavailable(let reason):
      #expect(reason.hasSuffix("warm work is used"))
    default:
      Issue.record("\(answer)")
    }
  }

  @Test("The frames of a started scene come in order, whatever they find in the caches")
  func startedScene() {
    for state in [CacheState.warm, .cold] {
      var frames: [Int] = []
      let worker = worker { registry in
        registry.scenario("fade", duration: .milliseconds(50)) { _ in
          Scenario { frames.append($0.index) }
        }
      }
      _ = worker.answer(Prepare("fade"))
      switch worker.answer(StartScene(at: .hz60, state)) {
      case .answer: break
      case .unavailable(let reason):
        #expect(state == .cold && reason.hasSuffix("warm work is used"))
        continue
      case let answer: Issue.record("\(answer)")
      }
      // Frames may have been played to bring code into memory.
      frames = []
      for (slower, count) in [(nil, 2), (0.5, 1), (nil, 0)] as [(Double?, Int)] {
        guard case .answer(let costs) = worker.answer(TimeNextFrames(2, slowedBy: slower))
        else {
          Issue.record("no frames")
          return
        }
        #expect(costs.count == count)
        #expect(costs.allSatisfy { $0 > 0 })
      }
      #expect(frames == [0, 1, 2])
    }
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
    var parameters = ScenarioParameters(layers: 7, scene: "large")

    _ = worker.answer(Prepare("fade", parameters))
    _ = worker.answer(TimeFrames(at: .hz120, repetitions: 2))

    parameters.refreshRate = .hz120
    #expect(built == [parameters, parameters])
  }

  /// A question that cannot be answered, and what the reply says to do.
  struct Refusal: CustomTestStringConvertible, Sendable {
    let question: any Question
    let advice: String

    var testDescription: String { "\(question)" }
  }

  @Test(
    "What cannot be answered is refused with advice",
    arguments: [
      Refusal(
        question: Prepare("nothing"),
        advice: "Register the same ones in every process."),
      Refusal(
        question: Prepare("fade", ScenarioParameters(variant: "fast")),
        advice: "Choose one of naive, cached."),
      Refusal(
        question: Prepare("fade"),
        advice: "Choose one of naive, cached."),
      Refusal(
        question: Prepare("fade", ScenarioParameters(scene: "huge", variant: "naive")),
        advice: "Choose one of small, large."),
      Refusal(
        question: Prepare("fade", ScenarioParameters(variant: "naive")),
        advice: "Choose one of small, large."),
      Refusal(question: TakeSamples(1, iterations: 1), advice: "first."),
      Refusal(question: TimeFrames(at: .hz60, repetitions: 1), advice: "first."),
    ])
  func refusals(_ refusal: Refusal) {
    let worker = worker {
      $0.scenario(
        "fade", duration: .seconds(1), variants: ["naive", "cached"], scenes: ["small", "large"]
      ) { _ in
        Scenario { _ in }
      }
    }

    func reason(_ question: some Question) -> String? {
      guard case .failed(let reason) = worker.answer(question) else { return nil }
      return reason
    }

    #expect(reason(refusal.question)?.hasSuffix(refusal.advice) == true)
  }

  @Test("A setup that cannot run here makes the benchmark absent, not failed")
  func unavailable() {
    let worker = worker { registry in
      registry.benchmark(
        "dispatch",
        work: .init(setup: { throw Unavailable("no AVX2") }, body: { (_: inout Int) in }))
    }

    #expect(worker.answer(Prepare("dispatch")) == .unavailable(reason: "no AVX2"))
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

    _ = worker.answer(Prepare("blind"))
    guard case .failed = worker.answer(InspectViews(at: [0])) else {
      Issue.record("not refused")
      return
    }
    _ = worker.answer(Prepare("fade"))
    #expect(worker.answer(InspectViews(at: [0, 1])) == .answer([[view], [view]]))
  }

  @Test("Frames of a scene that is not started are refused")
  func nextFrames() throws {
    let worker = worker { registry in
      registry.scenario("fade", duration: .seconds(1)) { _ in Scenario { _ in } }
    }
    func reason(_ count: Int) -> String? {
      guard case .failed(let reason) = worker.answer(TimeNextFrames(count)) else { return nil }
      return reason
    }
    _ = worker.answer(Prepare("fade"))
    #expect(reason(1)?.hasPrefix("No scene of the scenario is started.") == true)
    _ = worker.answer(StartScene(at: .hz60, .warm))
    #expect(reason(1) == nil)
  }

  @Test(
    "A question with a count below 0 is refused",
    arguments: [
      TimeReferenceFrames(-1, .warm), TimeFrames(at: .hz60, repetitions: -1), TimeNextFrames(-1),
      Prepare("fade", mostFrames: -1), TakeSamples(-1, iterations: 1),
      TakeSamples(1, iterations: -1), CountInstructions(iterations: -1),
      CountAllocations(iterations: -1), RecordMetrics([], iterations: -1),
      RecordAnswer(at: .hz60, iterations: -1),
    ] as [any Question])
  func belowZero(question: any Question) {
    let worker = worker { registry in
      registry.scenario("fade", duration: .seconds(1)) { _ in Scenario { _ in } }
    }
    _ = worker.answer(Prepare("fade"))
    func reason(_ question: some Question) -> String? {
      guard case .failed(let reason) = worker.answer(question) else { return nil }
      return reason
    }
    #expect(reason(question) == "A count cannot be -1. Ask for 0 or more.")
  }

  @Test("A scenario that reviews itself answers what is wrong, others answer nothing")
  func review() throws {
    let finding = SceneFinding.jump(view: "from", points: 80, seconds: 0.25)
    let worker = worker { registry in
      registry.scenario("plain", duration: .seconds(1)) { _ in Scenario { _ in } }
      registry.scenario("still", duration: .seconds(1)) { _ in
        Scenario(review: { [] }, frame: { _ in })
      }
      registry.scenario("jumpy", duration: .seconds(1)) { _ in
        Scenario(begin: {}, review: { [finding] }, frame: { _ in })
      }
    }
    let answers: [(name: String, findings: [SceneFinding]?)] = [
      ("plain", nil), ("still", []), ("jumpy", [finding]),
    ]
    for (name, findings) in answers {
      _ = worker.answer(Prepare(name))
      let answer = worker.answer(ReviewMotion())
      #expect(answer == .answer(findings), "\(name)")
      let line = try JSONEncoder().encode(answer)
      let read = try JSONDecoder().decode(WorkerReply<[SceneFinding]?>.self, from: line)
      #expect(read == answer, "\(name)")
    }
  }
}
