import BenchmarkModel
import BenchmarkVerdicts
import FrameModel
import FrameTiming
import SampleStatistics
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol
import WorkerTestSupport

@testable import BenchmarkRunner
@testable import FramegateKit

/// What two registries in memory answer.
@Suite("Answers of two builds")
struct LockstepAnswersTests {
  private typealias Register = @Sendable (inout BenchmarkRegistry) -> Void

  private func registry(_ register: Register) -> BenchmarkRegistry {
    var registry = BenchmarkRegistry()
    register(&registry)
    return registry
  }

  /// The evidence on the only benchmark of two registries; `old` is made anew for each process.
  private func evidence(
    _ old: @escaping Register, _ new: @escaping Register
  ) async throws -> AnswerEvidence {
    var lockstep = Lockstep(Workload { $0.chosenRates = [.hz60] })
    lockstep.seed = 7
    lockstep.workers = { launch in
      let register = launch.executable == "/nowhere/A" ? old : new
      return WorkerSource {
        var registry = BenchmarkRegistry()
        register(&registry)
        return InProcessConnection(registry: registry)
      }
    }
    let sides = PlayedComparison.sides(
      registry(old).listing.benchmarks, registry(new).listing.benchmarks)
    let pair = try #require(
      LockstepBenchmark(
        BySide(
          baseline: sides.baseline.benchmarks[0], candidate: sides.candidate.benchmarks[0]),
        of: sides, by: lockstep))
    var answers = LockstepAnswers(benchmark: pair)
    return try await answers.evidence(at: .hz60)
  }

  private func evidence<Old: Encodable & Sendable, New: Encodable & Sendable>(
    _ old: @escaping @Sendable () -> Old, _ new: @escaping @Sendable () -> New,
    tolerance: Double = 0
  ) async throws -> AnswerEvidence {
    try await evidence { registry in
      registry.benchmark("a") { blackHole(old()) }
    } _: { registry in
      registry.benchmark("a", options: .init(answerTolerance: tolerance)) { blackHole(new()) }
    }
  }

  private struct Item: Codable, Equatable {
    var id: Int
    var title: String
    var size: Double
    var tags: [String]
  }

  private static func items(_ seed: UInt64) -> [Item] {
    var generator = SplitMix64(seed: seed)
    return (0..<Int.random(in: 2...700, using: &generator)).map { id in
      Item(
        id: id, title: "item \(Int.random(in: 0..<99, using: &generator))",
        size: .random(in: -9...9, using: &generator),
        tags: (0..<Int.random(in: 0..<3, using: &generator)).map { "tag \($0)" })
    }
  }

  @Test("Equal refactorings are equal", arguments: seeds(short: 30, long: 300))
  func refactorings(seed: UInt64) async throws {
    let items = Self.items(seed)
    let all: [AnswerEvidence]
    switch seed % 6 {
    case 0: all = [try await evidence({ items }, { items.reversed().reversed() as [Item] })]
    case 1: all = [try await evidence({ items }, { ContiguousArray(items) })]
    case 2:
      all = [
        try await evidence(
          { Set(items.map(\.title)) }, { Set(items.reversed().map(\.title)) })
      ]
    case 3:
      all = [
        try await evidence(
          { Dictionary(items.map { ($0.title, $0.id) }) { max($0, $1) } },
          { items.reduce(into: [:]) { $0[$1.title] = max($0[$1.title] ?? 0, $1.id) } })
      ]
    case 4:
      all = [
        try await evidence(
          { items.map(\.size).reduce(0, +) }, { items.lazy.map(\.size).reduce(0, +) })
      ]
    default:
      // In another order, the last bits of a sum differ.
      all = [
        try await evidence(
          { items.map(\.size).reduce(0, +) }, { items.reversed().map(\.size).reduce(0, +) },
          tolerance: 1e-9)
      ]
    }
    for evidence in all {
      guard case .equal(let count) = evidence else {
        Issue.record("\(evidence)")
        return
      }
      #expect(count > 0)
    }
  }

  @Test("Without a tolerance, neighbors of large integers differ, and zeros with another sign")
  func exact() async throws {
    let large = Int.max - 3
    let integers = try await evidence({ large }, { large + 1 })
    #expect(integers.difference?.description == "\(large + 1) against \(large)")
    #expect(try await evidence({ 0.0 }, { -0.0 }).difference?.candidate == "-0.0")
    #expect(try await evidence({ large }, { large + 1 }, tolerance: 1e-9).difference == nil)
    #expect(try await evidence({ 0.0 }, { -0.0 }, tolerance: 1e-9).difference == nil)
  }

  @Test(
    "Wrong results differ, and the first value is named", arguments: seeds(short: 30, long: 300))
  func mistakes(seed: UInt64) async throws {
    let items = Self.items(seed)
    var generator = SplitMix64(seed: ~seed)
    let index = Int.random(in: items.indices, using: &generator)
    var wrong = items
    let place: String
    switch seed % 6 {
    case 0:
      wrong[index].id += 1
      place = "[\(index)].id"
    case 1:
      wrong[index].title += " "
      place = "[\(index)].title"
    case 2:
      wrong[index].size = wrong[index].size.nextUp
      place = "[\(index)].size"
    case 3:
      wrong[index].tags.append("tag")
      let count = items[index].tags.count
      // Without tags, the baseline has the list itself in the place of the first one.
      place = "[\(index)].tags" + (count == 0 ? "" : "[\(count)]")
    case 4:
      wrong[index].size = .nan
      place = "[\(index)].size"
    default:
      wrong.removeLast()
      place = "[\(items.count - 1)].id"
    }
    let made = wrong

    let evidence = try await evidence({ items }, { made })

    #expect(evidence.difference?.place == place)
    #expect(evidence.difference?.baseline != evidence.difference?.candidate)
  }

  @Test("A result that is right once and wrong after that differs in the second iteration")
  func staleCache() async throws {
    let evidence = try await evidence { registry in
      registry.benchmark("a") { blackHole(1) }
    } _: { registry in
      var count = 0
      registry.benchmark("a") {
        count += 1
        blackHole(count)
      }
    }
    #expect(
      evidence.difference?.description == "iteration 2: 2 against 1")
  }

  @Test("Numbers within the tolerance are equal, absolute or as a share; those beyond it are not")
  func tolerance() async throws {
    for (one, other, isEqual) in [
      (1.0, 1.0005, true), (0, 0.0005, true), (1_000, 1_000.5, true), (1, 1.002, false),
      (-1_000, -1_002, false), (.infinity, 1, false), (.nan, 1, false), (.nan, .nan, true),
    ] {
      let evidence = try await evidence({ one }, { other }, tolerance: 0.001)
      #expect((evidence.difference == nil) == isEqual, "\(one) \(other)")
    }
    // A difference that equals the tolerance is within it.
    #expect(try await evidence({ 0.75 }, { 1.0 }, tolerance: 0.25).difference == nil)
    #expect(try await evidence({ 0.75 }, { 1.0 }, tolerance: 0.249).difference != nil)
    // Every block of a long answer is compared.
    let (old, new) = ((0..<3_000).map(Double.init), (0..<3_000).map { Double($0) + 0.0001 })
    #expect(try await evidence({ old }, { new }, tolerance: 0.001).difference == nil)
    let changed = Array(new.dropLast()) + [1]
    let last = try await evidence({ old }, { changed }, tolerance: 0.001)
    #expect(last.difference?.place == "[2999]")
  }

  /// The values of the first two blocks are kept; in the first one, they are far apart.
  @Test(
    "Later values, of which only hashes are kept, differ by an amount that nobody knows",
    arguments: [
      (count: 768, changed: [2], tolerance: 0.001, place: nil),
      (768, [0, 2], 0.001, "[0]"),
      (769, [2, 3], 0.001, "after the values that are kept"),
      (768, [2], 0, "after the values that are kept"),
    ] as [(count: Int, changed: [Int], tolerance: Double, place: String?)])
  func hashed(count: Int, changed: [Int], tolerance: Double, place: String?) async throws {
    var lockstep = PlayedComparison.lockstep(.seconds(1))
    lockstep.workers = { launch in
      let isOld = launch.executable == "/nowhere/A"
      let blocks = (0..<(isOld ? 3 : (count + 255) / 256)).map { block in
        UInt64(isOld || !changed.contains(block) ? block : block + 100)
      }
      return WorkerSource {
        PlayedComparison.worker()
          .answering { (_: RecordAnswer) in
            RecordedAnswer(iterations: 1, count: isOld ? 768 : count, blocks: blocks)
          }
          .answering { (asked: AnswerValues) in
            asked.blocks.map { $0 < 2 ? [AnswerValue(path: "[0]", text: isOld ? "1" : "9")] : [] }
          }
      }
    }
    var traits = BenchmarkTraits()
    traits.answerTolerance = tolerance
    let listed = ListedBenchmark(
      name: "played", runsByDefault: true, location: nil, work: .benchmark(traits))
    let benchmark = try #require(
      LockstepBenchmark(
        BySide(both: listed), of: PlayedComparison.sides([listed], [listed]), by: lockstep))

    var answers = LockstepAnswers(benchmark: benchmark)
    let evidence = try await answers.evidence(at: .hz60)

    #expect(evidence.difference?.place == place)
    guard place == nil else { return }
    #expect(
      evidence == .unknown("its later values are only hashed, so the tolerance cannot be applied"))
  }

  @Test("A value that one side does not have is named with the other side's")
  func missing() async throws {
    let evidence = try await evidence({ ["a": 1, "b": 2] }, { ["a": 1, "c": 2] })
    #expect(evidence.difference?.description == "b: nothing against 2")
    #expect(
      try await self.evidence({ [1] }, { [Int]() }).difference?.description
        == "[0]: nothing against 1")
    #expect(
      try await self.evidence({ [1] }, { [1, 2] }).difference?.description
        == "[1]: 2 against nothing")
  }

  @Test("A value that only the last frame of one side computes differs", arguments: [true, false])
  func lastValue(isNew: Bool) async throws {
    @Sendable func scene(isLonger: Bool) -> Register {
      { registry in
        registry.scenario("fade", duration: .milliseconds(100)) { _ in
          Scenario { frame in blackHole(isLonger && frame.index == 5 ? [1, 2] : [1]) }
        }
      }
    }
    let found = try await evidence(scene(isLonger: !isNew), scene(isLonger: isNew)).difference
    #expect(found?.frame == 5)
    #expect(found?.baseline == (isNew ? nil : "2"))
    #expect(found?.candidate == (isNew ? "2" : nil))
  }

  @Test(
    "The slower side answers as many iterations as it likes, and the other one as many as that",
    arguments: [(1_000, 2_000, ["B any", "A 2"]), (2_000, 1_000, ["A any", "B 3"])]
      as [(Double, Double, [String])])
  func iterations(oldNs: Double, newNs: Double, asked: [String]) async throws {
    let log = Locked<[String]>([])
    var lockstep = PlayedComparison.lockstep(.seconds(1))
    lockstep.workers = { launch in
      let isOld = launch.executable == "/nowhere/A"
      return WorkerSource {
        PlayedComparison.worker { _ in isOld ? oldNs : newNs }
          .answering { (asked: RecordAnswer) in
            let iterations = asked.iterations.map(String.init) ?? "any"
            log.withLock { $0.append((isOld ? "A " : "B ") + iterations) }
            return RecordedAnswer(
              iterations: asked.iterations ?? (isOld ? 3 : 2), count: 1, blocks: [7])
          }
      }
    }
    let listed = PlayedComparison.listed("played", .benchmark)
    var benchmark = try #require(
      LockstepBenchmark(
        BySide(both: listed), of: PlayedComparison.sides([listed], [listed]), by: lockstep))
    var set = benchmark.emptySet(at: SequentialLevel(familywise: 0.01))
    try await benchmark.launch(into: &set)

    var answers = LockstepAnswers(benchmark: benchmark)
    #expect(try await answers.evidence(at: .hz60) == .equal(count: 1))
    #expect(log.withLock { $0 } == asked)
  }

  @Test("An answer that does not repeat, or that only one side has, is not known")
  func unknown() async throws {
    struct Opaque: Sendable {}
    let random = try await evidence({ UInt64.random(in: 0 ... .max) }, { 1 })
    #expect(random == .unknown("the answer of the baseline does not repeat in another process"))
    let other = try await evidence({ 1 }, { UInt64.random(in: 0 ... .max) })
    #expect(other == .unknown("the answer of the candidate does not repeat in another process"))
    let opaque: Register = { $0.benchmark("a") { blackHole(Opaque()) } }
    let clear: Register = { $0.benchmark("a") { blackHole(1) } }
    #expect(try await evidence(opaque, opaque) == .unknown("the benchmark has no answer"))
    #expect(try await evidence(clear, opaque) == .unknown("only the baseline has an answer"))
    #expect(try await evidence(opaque, clear) == .unknown("only the candidate has an answer"))
  }

  @Test("A scene that shows something else differs in its first frame and view")
  func views() async throws {
    @Sendable func scene(_ views: @escaping @Sendable (_ frame: Int) -> [Double]) -> Register {
      { registry in
        registry.scenario("fade", duration: .milliseconds(100)) { _ in
          Scenario(
            inspect: { fractions in
              fractions.indices.map { frame in
                views(frame).enumerated().map { index, alpha in
                  ViewState(
                    name: "card \(index)", frame: [0, 0, 1, 1],
                    transform: Array(repeating: 0, count: 16), alpha: alpha)
                }
              }
            }, frame: { _ in })
        }
      }
    }
    func difference(_ new: @escaping @Sendable (Int) -> [Double]) async throws -> AnswerDifference?
    {
      try await evidence(scene { _ in [1, 1] }, scene(new)).difference
    }
    #expect(try await difference { _ in [1, 1] } == nil)
    let late = try await difference { [1, $0 < 4 ? 1 : 0.5] }
    #expect(late?.frame == 4)
    #expect(late?.description == "frame 4, view 1 'card 1', alpha: 0.5 against 1.0")
    let nan = try await difference { [$0 < 2 ? 1 : .nan, 1] }
    #expect(nan?.description == "frame 2, view 0 'card 0', alpha: nan against 1.0")
    let fewer = try await difference { $0 < 3 ? [1, 1] : [1] }
    #expect(fewer?.description == "frame 3, number of views: 1 against 2")
    let shorter = try await evidence(
      { registry in
        registry.scenario("s", duration: .milliseconds(100)) { _ in
          Scenario(inspect: { $0.map { _ in [] } }, frame: { _ in })
        }
      },
      { registry in
        registry.scenario("s", duration: .milliseconds(200)) { _ in
          Scenario(inspect: { $0.map { _ in [] } }, frame: { _ in })
        }
      })
    #expect(shorter.difference?.description == "number of frames: 12 against 6")
  }

  /// Knows how many sides answer at the same time.
  private actor Answering {
    private var count = 0
    private(set) var most = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Answers once `expected` sides are asked.
    func answer(among expected: Int) async -> RecordedAnswer {
      count += 1
      most = max(most, count)
      if count < expected {
        await withCheckedContinuation { waiting.append($0) }
      } else {
        for side in waiting { side.resume() }
        waiting = []
      }
      count -= 1
      return RecordedAnswer(iterations: 0, count: 1, blocks: [7])
    }
  }

  @Test(
    "Both scenes render their answers at once where both fit into memory",
    .timeLimit(.minutes(1)), arguments: [(1, 2), (1 << 45, 1)])
  func answersAtOnce(peakMemory: Int, sides count: Int) async {
    let answering = Answering()
    var lockstep = PlayedComparison.lockstep(.milliseconds(1))
    lockstep.workers = { _ in
      WorkerSource {
        PlayedComparison.worker()
          .answering { (_: PeakMemory) in peakMemory }
          .answering { (_: RecordAnswer) in await answering.answer(among: count) }
      }
    }
    let both = [PlayedComparison.listed("played", .scenario)]
    let outcome = await lockstep.compare(
      ["played"], of: PlayedComparison.sides(both, both),
      observer: PlayedComparison.Silent())
    #expect(await answering.most == count)
    #expect(outcome.entries.first?.evidence?.answers == .equal(count: 1))
  }

  @Test("A digest that throws fails its side")
  func failure() async throws {
    struct Broken: Error {}
    let failure = await #expect(throws: SideFailure.self) {
      try await evidence(
        { $0.benchmark("a", digest: { 1 }) {} },
        { $0.benchmark("a", digest: { throw Broken() }) {} }
      )
    }
    #expect(failure?.side == .candidate)
    #expect(failure?.description.contains("Its digest fails: Broken()") == true)
  }
}
