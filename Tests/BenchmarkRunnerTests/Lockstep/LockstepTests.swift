import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import SampleStatistics
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner
@testable import BenchmarkVerdicts
@testable import FramegateKit

/// Whole comparisons of workers in memory.
@Suite("Lockstep session")
struct LockstepTests {
  /// Compares a benchmark or a scenario with itself for a moment.
  private func compare(
    _ kind: BenchmarkKind, launcher: String? = nil, coldAbsence: String? = nil,
    coldTimeLimit: Duration? = nil
  ) async -> LockstepOutcome {
    var lockstep = PlayedComparison.lockstep(.milliseconds(1))
    lockstep.effort.coldTimeLimit = coldTimeLimit
    let both = [PlayedComparison.listed("played", kind)]
    return await lockstep.compare(
      ["played"],
      of: PlayedComparison.sides(both, both, launcher: launcher, coldAbsence: coldAbsence),
      observer: PlayedComparison.Silent())
  }

  #if os(Linux)
    @Test("Random addresses are warned of where nothing can switch them off")
    func addresses() async {
      #expect(await compare(.benchmark).warnings.contains(.randomAddresses))
      #expect(await !compare(.benchmark, launcher: "/bin/x").warnings.contains(.randomAddresses))
    }
  #endif

  @Test(
    "That frames cannot be cold matters for scenarios whose cold frames are compared",
    arguments: [
      (BenchmarkKind.scenario, "no", 1, true), (.benchmark, "no", 1, false),
      (.scenario, "no", nil, false), (.scenario, nil, 1, false),
    ] as [(BenchmarkKind, String?, Int?, Bool)])
  func coldAbsence(
    kind: BenchmarkKind, absence: String?, milliseconds: Int?, isWarned: Bool
  ) async {
    let outcome = await compare(
      kind, coldAbsence: absence, coldTimeLimit: milliseconds.map { .milliseconds($0) })
    #expect(
      outcome.warnings.contains(
        .coldFramesNotCompared(reason: "no")) == isWarned)
    // Warm frames or samples are compared in any case, cold frames where they can be.
    let isCold = kind == .scenario && absence == nil && milliseconds != nil
    #expect(outcome.entries.count == (isCold ? 2 : 1))
    if kind == .scenario {
      let metrics: [FrameMetric] = isCold ? [.work, .coldWork] : [.work]
      #expect(outcome.entries.map(\.metric) == metrics.map(\.rawValue))
    }
  }

  @Test("A shard divides the chance of an error among the benchmarks of all shards")
  func family() async throws {
    let both = (0..<500).map { PlayedComparison.listed("b\($0)", .benchmark) }
    let sides = PlayedComparison.sides(both + [PlayedComparison.listed("old", .benchmark)], both)
    let names = both.map(\.name) + ["old"]
    // What only one side has is not measured, so it cannot err.
    #expect(sides.level(among: names).alpha == Lockstep.chanceOfError / 500)
    #expect(sides.level(among: ["b0"]).alpha == Lockstep.chanceOfError)
    #expect(sides.level(among: ["old"]).alpha == Lockstep.chanceOfError)

    let outcome = await PlayedComparison.lockstep(.milliseconds(1)).compare(
      ["b3", "b9"], among: names, of: sides, observer: PlayedComparison.Silent())
    #expect(outcome.entries.map(\.benchmark) == ["b3", "b9"])
  }

  @Test("What only one side has is added or removed")
  func gaps() async {
    let sides = PlayedComparison.sides(
      [PlayedComparison.listed("both", .benchmark), PlayedComparison.listed("old", .benchmark)],
      [PlayedComparison.listed("both", .benchmark), PlayedComparison.listed("new", .benchmark)])
    #expect(sides.benchmarks.map(\.name) == ["both", "new", "old"])
    let outcome = await PlayedComparison.lockstep(.milliseconds(1)).compare(
      ["old", "both", "new"], of: sides, observer: PlayedComparison.Silent())
    #expect(outcome.entries.map(\.benchmark) == ["old", "both", "new"])
    #expect(outcome.entries[0].conclusion == .missing(from: .candidate, reason: "removed"))
    #expect(outcome.entries[2].conclusion == .added(reason: "new in the candidate"))
  }

  @Test("Only times can be sampled")
  func sampledCounts() async throws {
    let listed = [PlayedComparison.listed("played", .benchmark)]
    let count = ComparisonEntry(
      benchmark: "played", .metric("mallocCountTotal", unit: "count/op"), baseline: 1, candidate: 2,
      conclusion: .verdict(.regressed))
    let found = try await PlayedComparison.lockstep(.seconds(1)).sample(
      count, of: PlayedComparison.sides(listed, listed))
    #expect(found.reason == "only times of both sides can be sampled")
  }

  /// A worker without reference frames says in its greeting what it can do.
  @Test(
    """
    Cold frames are compared if the candidate times a cold reference frame, or says how it makes \
    frames cold, and the baseline says the same
    """,
    arguments: [
      (1, nil, nil, nil), (0, 250, 250, nil),
      (0, nil, nil, "this worker does not empty the caches"),
      (1, 250, nil, "the two sides make frames cold in different ways, or one does not say how"),
      (1, nil, 250, "the two sides make frames cold in different ways, or one does not say how"),
      (0, 250, 100, "the two sides make frames cold in different ways, or one does not say how"),
    ] as [(Int, Int?, Int?, String?)])
  func coldReference(frames: Int, baseline: Int?, candidate: Int?, absence: String?) async throws {
    var lockstep = PlayedComparison.lockstep(.seconds(1))
    lockstep.workers = { launch in
      let sleepNs = launch.executable == "/nowhere/A" ? baseline : candidate
      let cost = HarnessOverhead.PerFrame(medianNs: 1, p99Ns: 1, minimumNs: 1)
      var worker = PlayedComparison.worker()
        .answering { (_: ListBenchmarks) in
          BenchmarkListing(benchmarks: [PlayedComparison.listed("played", .scenario)])
        }
        .answering { (_: MeasureOverhead) in
          HarnessOverhead(
            clockAlone: cost, threadClock: cost, allCounters: cost, bytesPerFrame: nil)
        }
        .answering { (_: TimeReferenceFrames) in Array(repeating: 1, count: frames) }
      worker.hello = WorkerHello(
        cooling: sleepNs.map { WorkerHello.Cooling(method: "flush", sleepNs: $0) }, build: .release,
        clockResolutionNs: 1)
      let played = worker
      return WorkerSource { played }
    }
    let sides = try await lockstep.list(
      BySide(baseline: "/nowhere/A", candidate: "/nowhere/B"))
    #expect(sides.coldAbsence == absence)
  }

  /// Ten iterations may take as long as the limit of an answer, which is 100 ms.
  @Test(
    "Answers that come too late are unknown for a benchmark that takes long, else a failure",
    arguments: [(11, true), (10, false)])
  func lateAnswers(milliseconds: Int, takesLong: Bool) async throws {
    var lockstep = PlayedComparison.lockstep(.milliseconds(1))
    lockstep.workload.timeout = .milliseconds(100)
    lockstep.workers = { _ in
      WorkerSource {
        PlayedComparison.worker { Double($0) * Double(milliseconds) * 1e6 }
          .answering { (_: RecordAnswer) in
            throw WorkerFailure.timedOut(after: .milliseconds(100))
          }
      }
    }
    var judge = try PlayedComparison.judge(lockstep)
    try await judge.measure(for: .zero)
    var compared = ComparedBenchmark("played")
    compared.judges = [judge]
    if takesLong {
      try await compared.compareAnswers(of: judge.benchmark)
      guard case .unknown = compared.answers[.hz60] else {
        Issue.record("\(compared.answers)")
        return
      }
    } else {
      await #expect(throws: SideFailure.self) {
        try await compared.compareAnswers(of: judge.benchmark)
      }
    }
  }

  @Test("Another failure than a late answer is one, however long an iteration takes")
  func failedAnswers() async throws {
    var lockstep = PlayedComparison.lockstep(.milliseconds(1))
    lockstep.workload.timeout = .milliseconds(100)
    lockstep.workers = { _ in
      WorkerSource {
        PlayedComparison.worker { Double($0) * 1e9 }
          .answering { (_: RecordAnswer) in throw WorkerFailure.crashed(signal: 11, lastWords: "") }
      }
    }
    var judge = try PlayedComparison.judge(lockstep)
    try await judge.measure(for: .zero)
    var compared = ComparedBenchmark("played")
    compared.judges = [judge]
    await #expect(throws: SideFailure.self) {
      try await compared.compareAnswers(of: judge.benchmark)
    }
  }

  @Test("What is undecided when its own time is over is measured again, if there is patience")
  func again() async {
    let observer = Names()
    var lockstep = PlayedComparison.lockstep(.milliseconds(1))
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.effort.patience = 60_000
    lockstep.setLaunchTime(.milliseconds(1))
    let listed = [PlayedComparison.listed("played", .benchmark)]
    let outcome = await lockstep.compare(
      ["played"], of: PlayedComparison.sides(listed, listed), observer: observer)
    let names = observer.names.withLock { $0 }
    #expect(names.first == "played")
    #expect(names.dropFirst().contains("played, again"))
    #expect(outcome.entries.map(\.verdict) == [.unchanged])
  }

  @Test("A comparison is one of debug builds if either side is", arguments: [false, true])
  func debugBuilds(isDebugBuild: Bool) async throws {
    var lockstep = PlayedComparison.lockstep(.seconds(1))
    lockstep.workers = { launch in
      let cost = HarnessOverhead.PerFrame(medianNs: 1, p99Ns: 1, minimumNs: 1)
      var worker = PlayedComparison.worker()
        .answering { (_: ListBenchmarks) in BenchmarkListing(benchmarks: []) }
        .answering { (_: MeasureOverhead) in
          HarnessOverhead(
            clockAlone: cost, threadClock: cost, allCounters: cost, bytesPerFrame: nil)
        }
      worker.hello = WorkerHello(
        build: isDebugBuild && launch.executable == "/nowhere/A" ? .debug : .release,
        clockResolutionNs: 1)
      let played = worker
      return WorkerSource { played }
    }
    #expect(
      try await lockstep.list(BySide(baseline: "/nowhere/A", candidate: "/nowhere/B")).isDebugBuild
        == isDebugBuild)
  }

  @Test("Comparisons differ in what is random, unless a seed is given", arguments: [7, nil])
  func seed(_ seed: UInt64?) throws {
    var lockstep = PlayedComparison.lockstep(.zero)
    lockstep.seed = seed
    let listed = PlayedComparison.listed("played", .benchmark)
    let hashSeeds = try (0..<2).map { _ in
      var benchmark = try #require(
        LockstepBenchmark(
          BySide(both: listed), of: PlayedComparison.sides([listed], [listed]), by: lockstep))
      return benchmark.nextLaunches().baseline.hashSeed
    }
    #expect((hashSeeds[0] == hashSeeds[1]) == (seed != nil))
  }

  @Test("Launches are spread over the cores that they may run on", arguments: [1, 3])
  func cores(count: Int) async throws {
    let asked = Locked<Set<Int>>([])
    var lockstep = PlayedComparison.lockstep(.seconds(6_000))
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.coreCount = count
    lockstep.workers = { _ in
      WorkerSource {
        PlayedComparison.worker().answering { (question: PinToCore) in
          asked.withLock { _ = $0.insert(question.core) }
          return .done
        }
      }
    }
    let listed = PlayedComparison.listed("played", .benchmark)
    var benchmark = try #require(
      LockstepBenchmark(
        BySide(both: listed), of: PlayedComparison.sides([listed], [listed]), by: lockstep))
    var set = benchmark.emptySet(at: SequentialLevel(familywise: 0.01))
    for _ in 0..<16 { try await benchmark.launch(into: &set) }
    #expect(asked.withLock { $0 } == Set(0..<count))
  }

  #if os(Linux)
    @Test("A comparison knows on how many cores its thread may run")
    func allowedCores() throws {
      let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
      let line = try #require(
        status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") })
      // Such as "0-2,5".
      let ranges = line.split(separator: "\t")[1].split(separator: ",").map { range in
        range.split(separator: "-").compactMap { Int($0) }
      }
      let count = ranges.reduce(0) { $0 + $1[$1.count - 1] - $1[0] + 1 }
      #expect(Lockstep(Workload()).coreCount == count)
    }
  #endif

  @Test("Limits of benchmarks come before the threshold, and workers get the variables they read")
  func adopting() throws {
    var traits = BenchmarkTraits()
    traits.gates = [.slower(0.2)]
    let limited = ListedBenchmark(
      name: "limited", runsByDefault: true, location: SourceLocation(file: "f", line: 1),
      work: .benchmark(traits))
    var plain = PlayedComparison.lockstep(.zero)
    plain.rules.threshold = 0.03
    plain.workload.environment = ["OTHER": "1"]
    let lockstep = plain.adopting(
      BenchmarkListing(
        benchmarks: [limited, PlayedComparison.listed("free", .benchmark)],
        variables: [WorkerVariable(name: "PATH", values: [])]))
    let thresholds = ["limited", "free"].map {
      lockstep.rules.pairedRule(for: $0, kind: .benchmark).threshold
    }
    #expect(thresholds == [0.2, 0.03])
    let inherited = try #require(ProcessInfo.processInfo.environment["PATH"])
    #expect(lockstep.workload.environment == ["OTHER": "1", "PATH": inherited])
  }

  private struct Names: Lockstep.Observer {
    let names = Locked<[String]>([])

    func begins(_ name: String, index: Int, count: Int) {
      names.withLock { $0.append(name) }
    }
  }

  /// Five counts at most, and two at least.
  @Test(
    "What differs is counted again while there is time, what is equal is not",
    arguments: [(9.0, 6_000, 4), (9, 0, 1), (5, 6_000, 0)])
  func recounts(candidate: Double, timeLimit: Int, count: Int) async {
    let hits = CustomMetric("hits")
    var lockstep = PlayedComparison.lockstep(.seconds(timeLimit))
    lockstep.workload.chosenMetrics = MetricChoice([], custom: ["hits"])
    lockstep.workers = { launch in
      WorkerSource {
        PlayedComparison.worker().answering { (_: RecordMetrics) in
          ["hits": [launch.executable == "/nowhere/A" ? 5 : candidate]]
        }
      }
    }
    let listed = ListedBenchmark(
      name: "played", runsByDefault: true, location: SourceLocation(file: "f", line: 1),
      work: .benchmark(BenchmarkOptions(metrics: [hits]).traits))
    let observer = Names()
    let outcome = await lockstep.compare(
      ["played"], of: PlayedComparison.sides([listed], [listed]), observer: observer)
    #expect(outcome.entries.map(\.verdict) == [candidate == 5 ? .unchanged : .regressed])
    #expect(
      observer.names.withLock { $0 }
        == ["played"] + Array(repeating: "played, counted again", count: count))
  }

  /// Launches take a second.
  @Test(
    "Equal times are as precise as any threshold once there are enough launches for a verdict",
    arguments: [(0.05, 6), (0, 7)] as [(Double, Int)])
  func precise(threshold: Double, count: Int) async throws {
    var lockstep = PlayedComparison.lockstep(.seconds(6_000))
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.effort.isPrecise = true
    lockstep.setLaunchTime(.seconds(1))
    var judge = try PlayedComparison.judge(lockstep, threshold: threshold)
    try await judge.measure(for: .seconds(60))
    #expect(judge.entries.map(\.verdict) == [.unchanged])
    #expect(judge.sets.map { $0.launches.count } == [count])
    #expect(judge.timeSpent == .seconds(count))
  }

  /// Launches take a second; the last one ends half of that before or after the end.
  @Test(
    "A launch begins if more than half of it is within the limit",
    arguments: [(3_499, 3), (3_500, 3), (3_501, 4)])
  func lastLaunch(limit: Int, count: Int) async throws {
    var lockstep = PlayedComparison.lockstep(.seconds(6_000))
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.setLaunchTime(.seconds(1))
    var judge = try PlayedComparison.judge(lockstep)
    try await judge.measure(for: .milliseconds(limit))
    #expect(judge.sets.map { $0.launches.count } == [count])
  }

  @Test("A row of times rests on the instructions of its benchmark at its rate")
  func instructions() async throws {
    func count(
      _ metric: Metric, _ old: Double, _ new: Double, rate: RefreshRate? = nil
    ) -> ComparisonEntry {
      let subject = rate.map {
        ComparisonEntry.Subject.frames(metric: metric.name, unit: "count", rate: $0)
      }
      return ComparisonEntry(
        benchmark: "played", subject ?? .metric(metric.name, unit: "count"), baseline: old,
        candidate: new, conclusion: .verdict(.regressed))
    }
    var judge = try PlayedComparison.judge(PlayedComparison.lockstep(.milliseconds(1)))
    try await judge.measure(for: .zero)
    var compared = ComparedBenchmark("played")
    compared.judges = [judge]
    compared.answers = [.hz60: .equal(count: 1)]
    compared.counts = [
      [
        count(.mallocCountTotal, 1, 2), count(.instructions, 5, 6, rate: .hz60),
        count(.instructions, 100, 110),
      ]
    ]
    var outcome = LockstepOutcome()
    compared.add(to: &outcome)
    #expect(
      outcome.entries.first?.evidence?.instructions == BySide(baseline: 100, candidate: 110))
  }

  @Test("A change that a second set of pairs does not show is none")
  func unconfirmed() async throws {
    func judge(slowLaunches: Int) throws -> LockstepJudge {
      let launches = Locked(0)
      var lockstep = PlayedComparison.lockstep(.seconds(6_000))
      lockstep.workers = { launch in
        guard launch.executable == "/nowhere/B" else {
          return WorkerSource { PlayedComparison.worker() }
        }
        let number = launches.withLock { count in
          count += 1
          return count
        }
        return WorkerSource {
          PlayedComparison.worker { _ in number <= slowLaunches ? 2_000 : 1_000 }
        }
      }
      return try PlayedComparison.judge(lockstep)
    }
    var confirmed = try judge(slowLaunches: .max)
    try await confirmed.measure(for: .seconds(6_000))
    #expect(confirmed.entries.map(\.verdict) == [.regressed])
    let first = try #require(confirmed.sets.first?.launches.count)

    var judge = try judge(slowLaunches: first)
    try await judge.measure(for: .seconds(6_000))
    let entry = try #require(judge.entries.first)
    #expect(judge.sets.count == 2)
    #expect(
      entry.conclusion
        == .verdict(
          .inconclusive, reason: "regressed at first, but unchanged in a second set of pairs"))
  }

  /// The longest sample that is lengthened takes 20 ms.
  @Test(
    "Samples that the other side disturbs for longer than one are lengthened, which is a warning",
    arguments: [(1e6, 20), (1.001e6, 10)])
  func lengthening(iterationNs: Double, iterations: Int) async throws {
    let last = Locked((side: "", samples: 0))
    var lockstep = PlayedComparison.lockstep(.seconds(6_000))
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.workers = { launch in
      WorkerSource {
        PlayedComparison.worker { iterations in
          let isDisturbed = last.withLock { last in
            if last.side != launch.executable { last = (launch.executable, 0) }
            last.samples += 1
            return last.samples <= 2
          }
          return Double(iterations) * iterationNs * (isDisturbed ? 2 : 1)
        }
      }
    }
    let listed = PlayedComparison.listed("played", .benchmark)
    var benchmark = try #require(
      LockstepBenchmark(
        BySide(both: listed), of: PlayedComparison.sides([listed], [listed]), by: lockstep))
    let level = SequentialLevel(familywise: 0.01)
    var set = benchmark.emptySet(at: level)
    try await benchmark.launch(into: &set)
    #expect(benchmark.plan?.iterations(of: .baseline) == iterations)
    #expect(benchmark.plan?.iterations(of: .candidate) == iterations)

    var compared = ComparedBenchmark("played")
    compared.judges = [LockstepJudge(level: level, benchmark: benchmark)]
    var outcome = LockstepOutcome()
    compared.add(to: &outcome)
    #expect(outcome.warnings == (iterations == 20 ? [.longSamples("played", factor: 2)] : []))
  }

  @Test("Every order of linking has launches of its own, and a ratio")
  func layouts() async throws {
    // No time is left after the fewest launches, however fast the machine is.
    var lockstep = PlayedComparison.lockstep(.zero)
    let started = Locked<[String: Int]>([:])
    let nanoseconds = [
      "/A/1": 1_000.0, "/B/1": 1_030, "/A/2": 900, "/B/2": 900, "/A/3": 990, "/B/3": 960,
    ]
    lockstep.workers = { launch in
      WorkerSource {
        started.withLock { $0[launch.executable, default: 0] += 1 }
        return PlayedComparison.worker { _ in nanoseconds[launch.executable] ?? 0 }
      }
    }
    let both = [PlayedComparison.listed("played", .benchmark)]
    let row = ComparisonEntry(
      benchmark: "played", .metric("cpuTotal", unit: "ns"), baseline: 1_000, candidate: 1_030,
      times: .init(threshold: 0.01, interval: nil), conclusion: .verdict(.regressed))

    let layouts = try await lockstep.judge(
      row, over: (1...3).map { BySide(baseline: "/A/\($0)", candidate: "/B/\($0)") },
      of: PlayedComparison.sides(both, both))

    let ratios = try #require(layouts).ratios
    let expected: [Double] = [1.03, 1, 960.0 / 990]
    for (ratio, expected) in zip(ratios, expected) {
      #expect(abs(ratio - expected) < 1e-9)
    }
    #expect(row.judged(over: try #require(layouts)).verdict == nil, "it has moved")
    #expect(started.withLock { $0["/B/2"] } == 2)
    #expect(started.withLock { $0["/nowhere/A"] } == nil)
  }

  @Test(
    "A row of frames has a ratio in every order of linking, although a launch has time for one rate",
    arguments: [RefreshRate.hz60, .hz120])
  func layoutsOfFrames(rate: RefreshRate) async throws {
    var lockstep = PlayedComparison.lockstep(.zero)
    lockstep.workload.chosenRates = [.hz60, .hz120]
    lockstep.workers = { launch in
      let workNs: Int64 = launch.executable.hasPrefix("/B") ? 1_030_000_000 : 1_000_000_000
      return WorkerSource {
        PlayedComparison.worker().answering { (asked: TimeNextFrames) in
          Array(repeating: workNs, count: asked.count)
        }
      }
    }
    let both = [PlayedComparison.listed("played", .scenario)]
    let row = ComparisonEntry(
      benchmark: "played", .frames(metric: FrameMetric.work.rawValue, unit: "ns", rate: rate),
      baseline: 1_000, candidate: 1_030, conclusion: .verdict(.regressed))

    let layouts = try await lockstep.judge(
      row, over: (1...4).map { BySide(baseline: "/A/\($0)", candidate: "/B/\($0)") },
      of: PlayedComparison.sides(both, both))

    #expect(try #require(layouts).ratios.count == 4)
  }
}

extension Lockstep {
  /// Lets the clock stand still but for launches, each of which takes this long, or the first one
  /// another time.
  ///
  /// To be called when the workers are known.
  mutating func setLaunchTime(_ time: Duration, first: Duration? = nil) {
    let launches = Locked(0)
    let workers = workers
    let start = now()
    self.workers = { launch in
      // Counters have workers of their own, which all hash with one seed.
      if launch.executable == "/nowhere/B", launch.hashSeed != Workload.hashSeedOfRuns {
        launches.withLock { $0 += 1 }
      }
      return workers(launch)
    }
    now = {
      let count = launches.withLock(\.self)
      return count == 0 ? start : start + (first ?? time) + time * (count - 1)
    }
  }
}
