import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import SampleStatistics
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner
@testable import FramegateKit

/// Launches of two workers in memory, which write down what they are asked.
@Suite("Lockstep benchmark")
struct LockstepBenchmarkTests {
  /// The questions of one launch for samples and frames: which side was asked, and what.
  private typealias Requests = [(side: Character, question: any Question)]

  /// What both workers were asked, and which of them measured last.
  private struct Log {
    var requests: Requests = []
    var last: Character?

    /// Writes a question down.
    ///
    /// - Returns: Whether the other side measured last, or nobody did.
    mutating func measure(_ side: Character, _ question: any Question) -> Bool {
      defer { last = side }
      requests.append((side, question))
      return last != side
    }
  }

  private func listed(_ kind: BenchmarkKind, _ script: Script) -> ListedBenchmark {
    ListedBenchmark(
      name: "scripted", runsByDefault: true, location: SourceLocation(file: "f", line: 1),
      work: kind == .benchmark
        ? .benchmark(BenchmarkTraits())
        : .scenario(ScenarioTraits(duration: .milliseconds(script.milliseconds))))
  }

  /// What the workers of both sides answer.
  struct Script: Sendable {
    /// What one frame costs, in nanoseconds.
    var frameNs = 20_000

    /// What a sample costs, however many iterations it has.
    var sampleNs = 100_000

    /// What a sample or a frame costs after one of the other side, or nil for as much as any other.
    var evictedNs: Int?

    /// How many samples of a question cost that much.
    var evictedSamples = 1

    /// The memory that one process says it has used.
    var peakBytes = 1
    var rates: [RefreshRate] = [.hz60, .hz120]
    var injected: Double?
    var timeLimit = Duration.seconds(6_000)

    /// How long the scenario lasts.
    var milliseconds = 50

    /// What frames find in the caches.
    var state = CacheState.warm

    /// How much later each reading of the clock is than the one before.
    var tick = Duration.zero
  }

  /// Draws pairs in `count` launches.
  private func requests(
    of kind: BenchmarkKind, launches count: Int, seed: UInt64, _ script: Script = Script()
  ) async throws -> [Requests] {
    let log = Locked(Log())
    var lockstep = Lockstep(Workload { $0.chosenRates = script.rates })
    lockstep.effort.timeLimit = script.timeLimit
    lockstep.seed = seed
    lockstep.effort.longestLaunch = script.timeLimit
    lockstep.effort.slowdown = script.injected
    let clock = Locked(ContinuousClock.now)
    lockstep.now = {
      clock.withLock { now in
        now += script.tick
        return now
      }
    }
    lockstep.workers = { launch in
      WorkerSource { Self.worker(launch.executable.last ?? " ", script, log) }
    }
    let sides = PlayedComparison.sides([listed(kind, script)], [listed(kind, script)])
    var benchmark = try #require(
      LockstepBenchmark(
        BySide(both: listed(kind, script)), of: sides, by: lockstep, script.state))
    var set = benchmark.emptySet(at: SequentialLevel(familywise: 0.01))
    var launches: [Requests] = []
    for _ in 0..<count {
      try await benchmark.launch(into: &set)
      launches.append(
        log.withLock { log in
          defer { log.requests = [] }
          return log.requests
        })
    }
    return launches
  }

  /// A worker that logs its questions for samples and frames; a scene's frame costs as much as any
  /// other.
  private static func worker(
    _ side: Character, _ script: Script, _ log: Locked<Log>
  ) -> PlayedWorker {
    PlayedWorker()
      .answering { (_: FindIterations) in 7 }
      .answering { (_: PeakMemory) in script.peakBytes }
      .answering { (asked: TakeSamples) in
        let isEvicted = log.withLock { $0.measure(side, asked) }
        return (0..<asked.count).map { index in
          let isSlow = isEvicted && index < script.evictedSamples
          let ns = Double(isSlow ? script.evictedNs ?? script.sampleNs : script.sampleNs)
          return Sample(wallNs: ns, cpuNs: ns)
        }
      }
      .answering { (asked: TimeFrames) in
        log.withLock { $0.requests.append((side, asked)) }
        return [[100, 200, 300]]
      }
      .answering { (asked: StartScene) in
        log.withLock { $0.requests.append((side, asked)) }
        return .done
      }
      .answering { (asked: TimeNextFrames) in
        let isEvicted = log.withLock { $0.measure(side, asked) }
        return [Int64(isEvicted ? script.evictedNs ?? script.frameNs : script.frameNs)]
      }
  }

  /// Every pair asks both sides, and each order follows the other.
  private func expectTurns(_ requests: Requests) {
    let sides = requests.map(\.side)
    let pairs = stride(from: 0, to: sides.count, by: 2).map { String(sides[$0..<$0 + 2]) }
    let first = pairs.first == "AB" ? ["AB", "BA"] : ["BA", "AB"]
    #expect(pairs == pairs.indices.map { first[$0 % 2] })
    // At most three to warm up, and an even number that counts.
    #expect((16...256 + 3).contains(pairs.count))
  }

  @Test("Pairs are drawn A B B A with the same iterations on both sides, in every launch")
  func benchmark() async throws {
    let launches = try await requests(
      of: .benchmark, launches: 3, seed: 7, Script(tick: .zero))
    for (index, requests) in launches.enumerated() {
      // The first launch times samples of both sides, and looks for waits and interference, before
      // it takes turns.
      let others = 2 * (1 + LockstepBenchmark.warmUpPairs) + 4 * LaunchLimits.interferenceRounds
      expectTurns(Array(requests.dropFirst(index == 0 ? others : 0)))
      #expect(requests.allSatisfy { ($0.question as? TakeSamples)?.iterations == 7 })
    }
  }

  @Test("Each rate of a scenario has turns of its own, and the rates take turns")
  func scenario() async throws {
    for requests in try await requests(of: .scenario, launches: 3, seed: 7) {
      let requests = requests.filter { $0.question is TimeFrames }
      let rates = requests.map { ($0.question as? TimeFrames)?.rate.hertz }
      #expect(rates == rates.indices.map { $0 % 4 < 2 ? 60 : 120 })
      for rate in [60, 120] {
        expectTurns(zip(requests, rates).filter { $0.1 == rate }.map(\.0))
      }
    }
  }

  @Test("Which side begins is left to chance")
  func begins() async throws {
    var first: Set<Character> = []
    for seed in UInt64(0)..<8 where first.count < 2 {
      first.insert(
        try #require(try await requests(of: .benchmark, launches: 2, seed: seed).last?.first?.side)
      )
    }
    #expect(first == ["A", "B"])
  }

  @Test(
    "Injected work is whole iterations where it can be, else time, and only on one side",
    arguments: [(share: 1.0, iterations: 14, slowed: 0.0), (0.05, 7, 0.05)])
  func injected(share: Double, iterations: Int, slowed: Double) async throws {
    let script = Script(injected: share)
    let requests = try await requests(of: .benchmark, launches: 2, seed: 7, script)[1]

    #expect(!requests.isEmpty)
    for (side, question) in requests {
      let asked = try #require(question as? TakeSamples)
      #expect(asked.iterations == (side == "B" ? iterations : 7))
      #expect(asked.share == (side == "B" ? slowed : 0))
    }
  }

  @Test(
    "Where the sides evict each other's data, a turn begins with a sample that does not count, and where that is not enough, samples get longer, up to a limit",
    arguments: [
      (Script(), 1, 7), (Script(evictedNs: 120_000), 1, 7), (Script(evictedNs: 200_000), 2, 7),
      // Only the limit of 20 ms ends the doubling.
      (Script(evictedNs: 200_000, evictedSamples: 2), 2, 7 * 128),
      // Short ones are lengthened 256 times at most.
      (Script(sampleNs: 7_000, evictedNs: 14_000, evictedSamples: 2), 2, 7 * 256),
      // A turn takes 1 ms, and a sample 0.1 ms; four times as long is not long.
      (Script(tick: .milliseconds(1)), 2, 7),
      (Script(sampleNs: 70_000, tick: .microseconds(280)), 1, 7),
      (Script(sampleNs: 70_000, tick: .microseconds(281)), 2, 7),
    ])
  func interference(script: Script, samples: Int, iterations: Int) async throws {
    for requests in try await requests(of: .benchmark, launches: 2, seed: 7, script) {
      let last = try #require(requests.last?.question as? TakeSamples)
      #expect(last.count == samples)
      #expect(last.iterations == iterations)
    }
  }

  /// A first iteration takes 143 µs, on one side 20 µs, and after each sample it takes half as long
  /// as before, down to 2 µs.
  @Test("Samples are as long on both sides where caches fill slowly")
  func slowlyFillingCaches() async throws {
    let plan = try await plan { launch in
      let warmed = launch.executable.hasSuffix("A") ? 0.0 : 2.8
      let samples = Locked(0.0)
      @Sendable func iterationNs() -> Double {
        max(2_000, 1e6 / 7 / exp2(warmed + samples.withLock { $0 }))
      }
      return PlayedWorker()
        .answering { (asked: FindIterations) in
          Int((Double(asked.nanoseconds) / iterationNs()).rounded(.up))
        }
        .answering { (asked: TakeSamples) in
          (0..<asked.count).map { _ in
            samples.withLock { $0 += 1 }
            let ns = Double(asked.iterations) * iterationNs()
            return Sample(wallNs: ns, cpuNs: ns)
          }
        }
    }
    #expect(plan.iterations(of: .baseline) == 50)
    #expect(plan.iterations(of: .candidate) == 50)
  }

  /// Else a sample of what measures a nanosecond of a millisecond would take minutes.
  @Test("What a body leaves out of its time counts for the length of a sample")
  func shortParts() async throws {
    let plan = try await plan { _ in
      PlayedWorker()
        .answering { (_: FindIterations) in 7 }
        .answering { (asked: TakeSamples) in
          [Sample](repeating: Sample(wallNs: 7, cpuNs: 7), count: asked.count)
        }
    }
    #expect(plan.iterations(of: .baseline) == 7)
  }

  @Test(
    "Caches fill until three samples in a row are no shorter, or until the time for it is over",
    arguments: [(8, false, 4), (8, true, 8), (1, true, 1)])
  func fillingCaches(samplesInTime: Int, isShortening: Bool, count: Int) async throws {
    let clock = Locked(SteadyClock.now)
    let taken = Locked<[Int]>([])
    _ = try await plan(now: { clock.withLock { $0 } }) { _ in
      let samples = Locked(0)
      return PlayedWorker()
        .answering { (_: FindIterations) in
          taken.withLock { $0.append(samples.withLock { $0 }) }
          return 7
        }
        .answering { (asked: TakeSamples) in
          clock.withLock { $0 += LockstepBenchmark.warmUpTime / samplesInTime * asked.count }
          samples.withLock { $0 += asked.count }
          let ns = isShortening ? 1e6 / Double(samples.withLock { $0 }) : 1e6
          return [Sample](repeating: Sample(wallNs: ns, cpuNs: ns), count: asked.count)
        }
    }
    // The iterations are found before and after, on one side and then on the other.
    #expect(taken.withLock { $0 } == [0, count, 0, count])
  }

  /// What a first launch of two sides finds, at a moment or by a clock.
  private func plan(
    now: @escaping @Sendable () -> ContinuousClock.Instant = PlayedComparison.standingClock,
    _ worker: @escaping @Sendable (WorkerLaunch) -> PlayedWorker
  ) async throws -> LaunchPlan {
    var lockstep = Lockstep(Workload())
    lockstep.seed = 7
    lockstep.now = now
    lockstep.workers = { launch in
      let worker = worker(launch).answering { (_: PeakMemory) in 1 }
      return WorkerSource { worker }
    }
    let listed = listed(.benchmark, Script())
    let sides = PlayedComparison.sides([listed], [listed])
    var benchmark = try #require(LockstepBenchmark(BySide(both: listed), of: sides, by: lockstep))
    var set = benchmark.emptySet(at: SequentialLevel(familywise: 0.01))
    try await benchmark.launch(into: &set)
    return try #require(benchmark.plan)
  }

  @Test("Turns get longer while the sides evict each other's data, up to whole repetitions")
  func interferingScenes() async throws {
    func frames(_ script: Script) async throws -> Set<String> {
      // The first launch finds out.
      let requests = try await requests(of: .scenario, launches: 2, seed: 7, script)[1]
      return Set(
        requests.compactMap { request in
          request.question is TimeFrames
            ? "all" : (request.question as? TimeNextFrames).map { "\($0.count)" }
        })
    }
    // 12 frames of 4 ms in 200 ms.
    var script = Script(frameNs: 4_000_000, rates: [.hz60], milliseconds: 200)
    #expect(try await frames(script) == ["1"])
    script.evictedNs = 4_800_000
    #expect(try await frames(script) == ["1"])
    // Turns of 1, 2 and 4 frames are tried; the next would be 8 of 12, so whole repetitions take
    // turns.
    script.evictedNs = 8_000_000
    #expect(try await frames(script) == ["all"])
  }

  @Test("Long frames take turns one by one, in an order that favors neither side")
  func longFrames() async throws {
    let script = Script(frameNs: 4_000_000, rates: [.hz60])
    let launches = try await requests(of: .scenario, launches: 3, seed: 7, script)
    for (index, requests) in launches.enumerated() {
      let turns = requests.filter { ($0.question as? TimeNextFrames)?.count == 1 }
      let (old, new) = (turns.count { $0.side == "A" }, turns.count { $0.side == "B" })
      // The first launch also renders frames on the baseline's side alone, to see what they cost.
      if index == 0 { #expect(old > new) } else { #expect(old == new && old > 0) }
      #expect(!requests.contains { $0.question is TimeFrames })
    }
  }

  @Test(
    "The side whose scene is built first renders first, and that is either side equally often",
    arguments: [Script(frameNs: 4_000_000, rates: [.hz60]), Script(rates: [.hz60], injected: 0)])
  func firstFrames(script: Script) async throws {
    // The first launch also renders frames of one side alone.
    for requests in try await requests(of: .scenario, launches: 3, seed: 7, script).dropFirst() {
      let starts = requests.indices.filter { index in
        requests[index].question is StartScene
          && (index == 0 || !(requests[index - 1].question is StartScene))
      }
      let orders = starts.map { index in
        String(requests[index..<min(index + 4, requests.count)].map(\.side))
      }
      #expect(Set(orders) == ["ABAB", "BABA"])
      // The last pair may be one too many, or stop early while both sides warm up.
      #expect(abs(orders.count { $0 == "ABAB" } * 2 - orders.count) <= 1)
    }
  }

  @Test("Frames with cold caches take turns")
  func coldFrames() async throws {
    // A repetition has 12 frames, each of which takes 2.5 ms with what makes it cold.
    let script = Script(
      rates: [.hz60], milliseconds: 200, state: .cold, tick: .milliseconds(30))
    // The first launch finds out how long they take.
    let requests = try await requests(of: .scenario, launches: 2, seed: 7, script)[1]

    let scenes = requests.compactMap { $0.question as? StartScene }
    #expect(!scenes.isEmpty && scenes.allSatisfy { $0.state == .cold })
    let turns = requests.filter { request in
      (request.question as? TimeNextFrames).map { $0.count == 1 && $0.share == nil } ?? false
    }
    #expect(turns.count { $0.side == "A" } == turns.count { $0.side == "B" })
    #expect(turns.count == 12 * scenes.count)
    let sides = stride(from: 0, to: turns.count, by: 2).map { index in
      Set(turns[index..<min(index + 2, turns.count)].map(\.side))
    }
    #expect(sides.allSatisfy { $0 == ["A", "B"] })
    // Warm repetitions bring the code into memory.
    let whole = requests.compactMap { $0.question as? TimeFrames }
    #expect(whole.count == 2 && whole.allSatisfy { $0.state == .warm })
  }

  @Test("Where all rates together take too long for a launch, each launch has one rate")
  func rotatingRates() async throws {
    let script = Script(frameNs: 4_000_000, timeLimit: .milliseconds(240))
    let launches = try await requests(of: .scenario, launches: 4, seed: 7, script)

    let rates = launches.map { requests in
      // The last scene is one that counts.
      requests.compactMap { ($0.question as? StartScene)?.rate.hertz }.last
    }

    #expect(rates == [60, 120, 60, 120])
  }

  @Test(
    "Sides that do not fit into memory together run one after the other",
    arguments: [BenchmarkKind.benchmark, .scenario])
  func apart(kind: BenchmarkKind) async throws {
    let script = Script(peakBytes: 1 << 46, rates: [.hz60], timeLimit: .seconds(1))
    for requests in try await requests(of: kind, launches: 2, seed: 7, script).dropFirst() {
      let sides = requests.map(\.side)
      let switches = zip(sides, sides.dropFirst()).count { $0 != $1 }
      #expect(switches == 1)
    }
  }
}
