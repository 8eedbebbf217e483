import BenchmarkModel
import FrameTiming
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts

@Suite("Paired series")
struct PairedSeriesTests {
  private let level = SequentialLevel(familywise: 0.01)
  private let rule = VerdictRule(threshold: 0.01)

  /// A launch whose candidate takes `ratio` times as long, give or take half a percent.
  private func times(
    _ ratio: Double, waiting: Double = 1, count: Int = 16, using generator: inout SplitMix64
  ) -> [PairedTimes.Pair] {
    (0..<count).map { _ in
      let base = Double.random(in: 900...1_000, using: &generator)
      let cpu = base * ratio * Double.random(in: 0.995...1.005, using: &generator)
      return PairedTimes.Pair(
        baseline: .init(wallNs: base * 1.01, cpuNs: base),
        candidate: .init(wallNs: cpu * waiting * 1.01, cpuNs: cpu))
    }
  }

  private func series(
    _ ratio: Double, waiting: Double = 1, operations: BySide<Double> = BySide(both: 1)
  ) -> PairedTimes {
    var generator = SplitMix64(seed: 7)
    var series = PairedTimes(name: "k", level: level, operations: operations)
    for _ in 0..<6 { series.add(launch: times(ratio, waiting: waiting, using: &generator)) }
    return series
  }

  @Test(
    "Judges the ratio against the threshold",
    arguments: [(1.0, Verdict.unchanged), (1.03, .regressed), (0.97, .improved)])
  func verdicts(ratio: Double, verdict: Verdict) {
    let entry = series(ratio).entries(atLook: 1, rule: rule)[0]

    #expect(entry.verdict == verdict)
    #expect(entry.times?.paired?.count == 96)
    #expect(abs((entry.ratio ?? 0) - ratio) < 0.003)
  }

  @Test("Pairs of which a side took no time are left out", arguments: [(0.0, 1.0), (1, 0)])
  func withoutTime(baseline: Double, candidate: Double) {
    var generator = SplitMix64(seed: 7)
    var series = PairedTimes(name: "k", level: level, operations: BySide(both: 1))
    for _ in 0..<6 {
      let empty = PairedTimes.Pair(
        baseline: .init(wallNs: baseline, cpuNs: baseline),
        candidate: .init(wallNs: candidate, cpuNs: candidate))
      series.add(launch: times(1.03, using: &generator) + [empty])
    }
    let entry = series.entries(atLook: 1, rule: rule)[0]
    #expect(entry.verdict == .regressed)
    #expect(entry.times?.paired?.count == 96)
  }

  @Test(
    "Pairs, also a single one, agree by far if all are still beyond the threshold 1.3 times off",
    arguments: [
      ([], false), ([1.4], true), ([1.3], false), ([0.5], true), ([1.4, 1.5], true),
      ([1.4, 1.2], false), ([0.5, 0.7], true), ([0.5, 1.5], false),
    ] as [([Double], Bool)])
  func agreesByFar(ratios: [Double], agrees: Bool) {
    var series = PairedTimes(name: "k", level: level, operations: BySide(both: 1))
    series.add(
      launch: ratios.map { ratio in
        PairedTimes.Pair(
          baseline: .init(wallNs: 100, cpuNs: 100),
          candidate: .init(wallNs: 100 * ratio, cpuNs: 100 * ratio))
      })
    #expect(series.agreesByFar(rule) == agrees)
  }

  /// What the looks at launches say of a benchmark whose chance of an error is that of `count`
  /// benchmarks together: the first change, or that there is none.
  private func entry(
    _ name: String, _ launches: [[PairedTimes.Pair]], sharedBy count: Int
  ) -> ComparisonEntry {
    let level = SequentialLevel(familywise: 0.01, sharedBy: count)
    var series = PairedTimes(name: name, level: level, operations: BySide(both: 1))
    var look = 1
    for (number, launch) in launches.enumerated() {
      series.add(launch: launch)
      guard number + 1 >= SequentialLevel.launchCount(atLook: look) else { continue }
      let entry = series.entries(atLook: look, rule: VerdictRule(threshold: 0))[0]
      if entry.verdict?.isChange == true { return entry }
      look += 1
    }
    return ComparisonEntry(benchmark: name, conclusion: .verdict(.unchanged))
  }

  @Test("Eight shards of 500 benchmarks raise no more false alarms than one run of all")
  func shards() {
    var (runs, wrong, alarms) = (0, 0, 0)
    for seed in seeds(short: 1, long: 60) {
      var generator = SplitMix64(seed: 36 + seed)
      var parts: [(name: String, comparison: Comparison, positions: [String: Int])] = []
      for shard in 0..<8 {
        let names = (0..<500).map { "shard\(shard).k\($0)" }
        let entries = names.map { name in
          let launches = (0..<8).map { _ in times(1, count: 4, using: &generator) }
          // A wider interval says nothing that a narrower one does not.
          let alone = entry(name, launches, sharedBy: 1)
          guard alone.verdict?.isChange == true else { return alone }
          alarms += 1
          return entry(name, launches, sharedBy: 4_000)
        }
        let positions = Dictionary(
          uniqueKeysWithValues: names.enumerated().map { ($1, 8 * $0 + shard) })
        parts.append(
          (
            "\(shard + 1)/8",
            Comparison(recorded: entries, warnings: [], conditions: nil, locations: [:]), positions
          ))
      }
      let merged = Comparison(merging: parts)
      #expect(merged.entries.count == 4_000)
      runs += 1
      if Gate(merged).exit != .pass { wrong += 1 }
    }
    // One run is wrong in 1 of 100; benchmarks that are judged by themselves are in every run.
    #expect(Proportion(wrong, of: runs).interval.low <= 0.01, "\(wrong) of \(runs)")
    #expect(alarms >= runs, "\(alarms)")
  }

  @Test("Times are per operation, so that both sides may do different numbers of them")
  func operations() {
    let entry = series(2, operations: BySide(baseline: 100, candidate: 200)).entries(
      atLook: 1, rule: rule)[0]

    #expect(entry.verdict == .unchanged)
  }

  @Test("CPU time decides unless a side waits, which only wall time shows")
  func metric() {
    #expect(series(1).decidingMetric == .cpuTotal)
    #expect(series(1, waiting: 1.5).decidingMetric == .wallClock)
    #expect(series(1, waiting: 1.5).entries(atLook: 1, rule: rule)[0].verdict == .regressed)
  }

  @Test(
    "A side is busy if CPU time reaches 1/1.02 of the wall time in some sample, and is not 0",
    arguments: [
      ([(102, 100)], true), ([(102.001, 100)], false), ([(200, 100), (102, 100)], true),
      ([(0, 0)], false), ([(200, 100), (0, 0)], false),
    ] as [([(Double, Double)], Bool)])
  func isBusy(times: [(Double, Double)], isBusy: Bool) {
    func metric(_ isBaseline: Bool) -> Metric {
      var series = PairedTimes(name: "k", level: level, operations: BySide(both: 1))
      let busy = PairedTimes.Time(wallNs: 1, cpuNs: 1)
      let sides = times.map { PairedTimes.Time(wallNs: $0.0, cpuNs: $0.1) }
      series.add(
        launch: sides.map {
          .init(baseline: isBaseline ? $0 : busy, candidate: isBaseline ? busy : $0)
        })
      return series.decidingMetric
    }

    #expect(metric(true) == (isBusy ? .cpuTotal : .wallClock))
    #expect(metric(false) == (isBusy ? .cpuTotal : .wallClock))
  }

  @Test(
    "Time that other processes take the core for is no waiting, however long it is",
    arguments: [
      (1_000, 0, Metric.cpuTotal), (1_000, 1.9, .cpuTotal), (1_000, 2.1, .wallClock),
      (1, nil, .cpuTotal), (3, nil, .wallClock),
    ] as [(Double, Double?, Metric)])
  func waiting(away: Double, waited: Double?, metric: Metric) {
    var series = PairedTimes(name: "k", level: level, operations: BySide(both: 1))
    let busy = PairedTimes.Time(wallNs: 100 + away, cpuNs: 100, waitedNs: waited)
    series.add(launch: [.init(baseline: busy, candidate: busy)])
    #expect(series.decidingMetric == metric)
  }

  @Test("A row adds up: its ratio is that of its columns", arguments: 0..<20)
  func addsUp(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var series = PairedTimes(name: "k", level: level, operations: BySide(baseline: 3, candidate: 7))
    for launch in 0..<Int.random(in: 2...9, using: &generator) {
      // A busy machine runs at several speeds, and some launches get little done.
      var speed = 1.0
      series.add(
        launch: (0..<(launch.isMultiple(of: 3) ? 4 : 40)).map { _ in
          if Int.random(in: 0..<8, using: &generator) == 0 { speed = 2.5 - speed }
          func time(_ ns: Double) -> PairedTimes.Time {
            let ns = ns * speed * .random(in: 0.9...1.4, using: &generator)
            return .init(wallNs: ns, cpuNs: ns)
          }
          return .init(baseline: time(51.3), candidate: time(53.3))
        })
    }
    let entry = series.entries(atLook: 1, rule: rule)[0]
    let (old, new) = (try #require(entry.baseline), try #require(entry.candidate))
    let ratio = try #require(entry.ratio)
    #expect(abs(ratio / (new / old) - 1) < 1e-12)
    #expect(entry.times?.interval?.contains(ratio) == true)
    #expect(old > 0.9 * 51.3 / 3 && old < 2.2 * 51.3 / 3)
  }

  @Test("Times below a nanosecond are as good as any")
  func shortTimes() {
    func entry(_ unit: Double) -> ComparisonEntry {
      var generator = SplitMix64(seed: 3)
      var series = PairedTimes(name: "k", level: level, operations: BySide(both: 1))
      for _ in 0..<6 {
        series.add(
          launch: times(1.2, using: &generator).map { pair in
            func scaled(_ time: PairedTimes.Time) -> PairedTimes.Time {
              .init(wallNs: time.wallNs * unit, cpuNs: time.cpuNs * unit)
            }
            return .init(baseline: scaled(pair.baseline), candidate: scaled(pair.candidate))
          })
      }
      return series.entries(atLook: 1, rule: rule)[0]
    }
    let (usual, short) = (entry(1), entry(1e-6))
    #expect(abs((usual.ratio ?? 0) - (short.ratio ?? 1)) < 1e-9)
    #expect(abs((usual.baseline ?? 0) * 1e-6 / (short.baseline ?? 1) - 1) < 1e-9)
  }

  @Test("No pairs, or empty ones, are inconclusive with advice")
  func nothing() {
    var empty = PairedTimes(name: "k", level: level, operations: BySide(both: 1))
    #expect(empty.entries(atLook: 1, rule: rule)[0].verdict == .inconclusive)
    let zero = PairedTimes.Time(wallNs: 0, cpuNs: 0)
    for _ in 0..<8 {
      empty.add(launch: Array(repeating: .init(baseline: zero, candidate: zero), count: 16))
    }

    let entry = empty.entries(atLook: 1, rule: rule)[0]

    #expect(entry.verdict == .inconclusive)
    #expect(entry.reason?.contains("too few pairs") == true)
  }

  /// Thirty frames of 20 µs; some of the candidate's take `factor` times as long.
  private func frames(slow: ClosedRange<Int>?, factor: Double) -> PairedFrames {
    var generator = SplitMix64(seed: 11)
    var series = PairedFrames(name: "s", rates: [.hz60], level: level)
    for _ in 0..<6 {
      series.add(
        launch: (0..<16).map { _ in
          func repetition(_ isCandidate: Bool) -> [Int64] {
            (0..<30).map { frame in
              let isSlow = isCandidate && (slow?.contains(frame) ?? false)
              return Int64.random(in: 19_900...20_100, using: &generator)
                * (isSlow ? Int64(factor * 100) : 100) / 100
            }
          }
          return PairedFrames.Pair(
            rate: .hz60, baseline: repetition(false), candidate: repetition(true))
        })
    }
    return series
  }

  @Test("An entry names the range of frames that changed, and by how much")
  func ranges() throws {
    let entry = frames(slow: 12...19, factor: 1.4)
      .entries(atLook: 1, rule: VerdictRule(threshold: 0.02))[0]

    #expect(entry.verdict == .regressed)
    let range = try #require(entry.changedFrames.first)
    #expect(entry.changedFrames.count == 1)
    #expect(range.first == 12 && range.last == 19 && range.verdict == .regressed)
    #expect(abs((range.ratio ?? 0) - 1.4) < 0.01)
  }

  @Test("Identical frames are unchanged, and none is listed")
  func equalFrames() {
    let entry = frames(slow: nil, factor: 1).entries(atLook: 1, rule: VerdictRule(threshold: 0.02))[
      0]

    #expect(entry.verdict == .unchanged)
    #expect(entry.changedFrames.isEmpty)
  }

  @Test("A single frame with much of the work counts, although the sides take turns")
  func heavyFrame() throws {
    var random = SplitMix64(seed: 5)
    /// A first frame with a quarter of the work, which is slower by a factor, and the others by
    /// another one.
    func entry(launches: Int, factor: Double, others: Double = 1) throws -> ComparisonEntry {
      var frames = PairedFrames(name: "a", rates: [.hz60], level: SequentialLevel(familywise: 0.01))
      for _ in 0..<launches {
        frames.add(
          launch: (0..<2).map { _ in
            let noise = (0..<60).map { _ in 1 + 0.02 * (Double(random.next() >> 11) / 0x1p53 - 0.5)
            }
            return PairedFrames.Pair(
              rate: .hz60,
              baseline: (0..<30).map { Int64(($0 == 0 ? 1e6 : 1e5) * noise[$0]) },
              candidate: (0..<30).map {
                Int64(($0 == 0 ? 1e6 * factor : 1e5 * others) * noise[30 + $0])
              }, framesPerTurn: 2)
          })
      }
      return try #require(
        frames.entries(atLook: 1, rule: VerdictRule(threshold: 0.02)).first)
    }

    #expect(try entry(launches: 6, factor: 1).verdict == .unchanged)
    #expect(try entry(launches: 6, factor: 1.4).verdict == .regressed)
    #expect(try entry(launches: 12, factor: 1.4).verdict == .regressed)
    #expect(try entry(launches: 12, factor: 1 / 1.4).verdict == .improved)
    // Work that moved to many other frames, of which each is slower, is no improvement.
    #expect(try entry(launches: 12, factor: 0.7, others: 1.04).verdict == .regressed)
    // Others that make up for it do not hide it, also while the sum of both is not certain.
    #expect(try entry(launches: 12, factor: 1.4, others: 0.89).verdict == .regressed)
    // 0.5 % of all work.
    #expect(try entry(launches: 12, factor: 1.02).verdict == .unchanged)
  }

  @Test("An entry shows the effect of a change on dropped frames")
  func dropped() {
    let entry = frames(slow: 12...12, factor: 1_000)
      .entries(atLook: 1, rule: VerdictRule(threshold: 0.02))[0]

    #expect(entry.droppedFrames == BySide(baseline: 0, candidate: 1))
  }

  @Test("A duration that changed is inconclusive")
  func otherDuration() {
    var series = frames(slow: nil, factor: 1)
    series.add(launch: [.init(rate: .hz60, baseline: [1, 2], candidate: [1, 2, 3])])

    let entry = series.entries(atLook: 1, rule: rule)[0]

    #expect(entry.verdict == .inconclusive)
    #expect(entry.reason?.contains("duration") == true)
  }
}
