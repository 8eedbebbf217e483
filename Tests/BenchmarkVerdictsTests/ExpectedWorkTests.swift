import BenchmarkModel
import FrameTiming
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts

@Suite("Expected work")
struct ExpectedWorkTests {
  private func pairs(_ count: Int, _ baseline: [Int64], _ candidate: [Int64])
    -> [PairedFrames.Pair]
  {
    Array(repeating: .init(rate: .hz60, baseline: baseline, candidate: candidate), count: count)
  }

  private func work(_ launches: [[PairedFrames.Pair]]) throws -> ExpectedWork {
    try #require(ExpectedWork(launches: launches, frameCount: launches[0][0].baseline.count))
  }

  @Test("Without noise the result is the ratio of the sums, even if the frames differ")
  func exact() throws {
    let (old, new): ([Int64], [Int64]) = ([100, 2_000, 30, 900], [100, 2_800, 15, 900])

    let work = try work([pairs(8, old, new), pairs(2, old, new)])

    #expect(abs(work.ratio - 3_815 / 3_030) < 1e-12)
    #expect(zip(work.baseline, old).allSatisfy { abs($0 - Double($1)) < 1e-9 })
    #expect(zip(work.candidate, new).allSatisfy { abs($0 - Double($1)) < 1e-9 })
  }

  @Test("Without pairs, or without time on a side, there is none")
  func nothing() {
    #expect(ExpectedWork(launches: [[], []] as [[ExpectedWork.Pair]], frameCount: 2) == nil)
    #expect(ExpectedWork(launches: [pairs(8, [0, 0], [5, 5])], frameCount: 2) == nil)
    #expect(ExpectedWork(launches: [pairs(8, [5, 5], [0, 0])], frameCount: 2) == nil)
    #expect(ExpectedWork(launches: [pairs(8, [], [])], frameCount: 0) == nil)
  }

  @Test("A frame that only one side spends time on counts", arguments: [1, 2, 13] as [Int])
  func newWork(count: Int) throws {
    let work = try work([pairs(count, [0, 1_000], [3_000, 1_000])])

    #expect(abs(work.ratio - 4) < 0.01)
  }

  @Test("Exchanging the sides inverts the ratio and its interval", arguments: 0..<10)
  func symmetric(seed: UInt64) throws {
    let launches = Simulation(sizes: Simulation.few, change: .every(10, 5)).launches(seed: seed)
    let exchanged = launches.map { launch in
      launch.map {
        PairedFrames.Pair(rate: .hz60, baseline: $0.candidate, candidate: $0.baseline)
      }
    }
    func estimate(_ launches: [[PairedFrames.Pair]]) throws -> RatioEstimate {
      try #require(
        ExpectedWork.ratio(of: [try work(launches)])
          .estimate(atLook: 1, level: SequentialLevel(familywise: 0.05)))
    }

    let (one, other) = (try estimate(launches), try estimate(exchanged))

    #expect(abs(one.ratio * other.ratio - 1) < 1e-9)
    #expect(abs(one.interval.low * other.interval.high - 1) < 1e-9)
  }

  @Test("Launches that contradict each other widen the interval")
  func modes() throws {
    let frames = Array(repeating: Int64(8_000_000), count: 24)
    var generator = SplitMix64(seed: 1)
    for (most, others) in [(1.08, 0.97), (0.92, 1.03)] {
      var series = PairedFrames(name: "s", rates: [.hz60], level: SequentialLevel(familywise: 0.01))
      for launch in 0..<12 {
        let factor = launch.isMultiple(of: 2) || launch == 3 ? most : others
        series.add(
          launch: (0..<2).map { _ in
            .init(
              rate: .hz60, baseline: frames,
              candidate: frames.map {
                Int64(Double($0) * factor * .random(in: 0.99...1.01, using: &generator))
              }, framesPerTurn: 1)
          })
      }
      let verdict = series.entries(atLook: 3, rule: VerdictRule(threshold: 0.02))[0].verdict
      #expect(verdict == .inconclusive)
    }
  }

  @Test(
    "A row adds up where every tenth frame has most of the work", arguments: [5.0, 0.2],
    [1, 2, 60])
  func bursts(factor: Double, framesPerTurn: Int) throws {
    var simulation = Simulation(sizes: Simulation.few, change: .every(10, factor))
    simulation.framesPerTurn = framesPerTurn
    for rates in [[RefreshRate.hz60], [.hz60, .hz120]] {
      var series = PairedFrames(name: "s", rates: rates, level: SequentialLevel(familywise: 0.01))
      let launches = rates.map { simulation.launches(seed: 3, at: $0) }
      for launch in launches[0].indices { series.add(launch: launches.flatMap { $0[launch] }) }

      for entry in series.entries(atLook: 1, rule: VerdictRule(threshold: 0.02)) {
        let (old, new) = (try #require(entry.baseline), try #require(entry.candidate))
        let ratio = try #require(entry.ratio)
        #expect(abs(ratio / (new / old) - 1) < 1e-12)
        #expect(abs(ratio / simulation.ratio - 1) < 0.1)
        #expect(entry.times?.interval?.contains(ratio) == true)
        #expect(entry.verdict == (factor > 1 ? .regressed : .improved))
        #expect(abs(entry.changedFrames.baseline.total - old) < 60)
      }
    }
  }

  @Test("A rate whose change differs from that of all rates has its own interval")
  func rates() throws {
    var series = PairedFrames(
      name: "s", rates: [.hz60, .hz120], level: SequentialLevel(familywise: 0.01))
    let slower = Simulation(sizes: Simulation.few, change: .uniform(1.3)).launches(seed: 1)
    let same = Simulation(sizes: Simulation.few, change: .uniform(1))
      .launches(seed: 2, at: .hz120)
    for (one, other) in zip(slower, same) { series.add(launch: one + other) }

    let entries = series.entries(atLook: 1, rule: VerdictRule(threshold: 0.02))

    #expect(entries[0].times?.interval.map { $0.contains(1.3) && !$0.contains(1.15) } == true)
    #expect(entries[1].times?.interval.map { $0.contains(1) && !$0.contains(1.15) } == true)
  }
}

/// How honest the estimate is where the truth is known.
@Suite("Simulated work")
struct SimulatedWorkTests {
  /// All changes, few and many pairs, disturbed and not.
  private static let simulations: [Simulation] = {
    let changes: [Simulation.Change] =
      [.uniform(1), .uniform(1.05)]
      + [0.9, 1.1, 2, 6].flatMap { factor in
        [.uniform(factor), .first(factor), .growing(factor)]
          + [3, 10, 30, 60].map { .every($0, factor) }
      }
    let noises: [Simulation.Noise] = [
      .init(ofFrames: 0.03, ofLaunches: 0.003, ofSpeed: 0, disturbed: 0.2),
      .init(ofFrames: 0.03, ofLaunches: 0.003, ofSpeed: 0.1, disturbed: 0.2),
      .init(ofFrames: 0.1, ofLaunches: 0, ofSpeed: 0, disturbed: 0.2),
      .init(ofFrames: 0.02, ofLaunches: 0.01, ofSpeed: 0.05, disturbed: 0),
    ]
    return changes.flatMap { change in
      noises.flatMap { noise in
        [
          (Simulation.few, Simulation.frames), (Array(repeating: 2, count: 12), Simulation.frames),
          (Array(repeating: 8, count: 6), Simulation.frames), (Array(repeating: 1, count: 14), 1),
          (Array(repeating: 2, count: 8), 5),
        ].map { sizes, framesPerTurn in
          var simulation = Simulation(sizes: sizes, change: change, noise: noise)
          simulation.framesPerTurn = framesPerTurn
          return simulation
        }
      }
    }
  }()

  /// How often intervals contain the true ratio, by change, and how wide they are beside an
  /// oracle's: the median of each simulation's seeds.
  private struct Coverage {
    var byChange: [String: (covered: Int, count: Int)] = [:]
    var widths: [Double] = []

    var share: Double {
      let all = byChange.values
      return Double(all.map(\.covered).reduce(0, +)) / Double(all.map(\.count).reduce(0, +))
    }
  }

  private static func coverage(every step: Int, seeds: Range<UInt64>) throws -> Coverage {
    let level = SequentialLevel(familywise: 0.05)
    var coverage = Coverage()
    for (index, simulation) in simulations.enumerated() where index % step == 0 {
      var ratios: [Double] = []
      for seed in seeds {
        let seed = seed + UInt64(index) * 1_000
        let work = try #require(
          ExpectedWork(launches: simulation.launches(seed: seed), frameCount: Simulation.frames))
        let estimate = try #require(
          ExpectedWork.ratio(of: [work]).estimate(atLook: 1, level: level))
        let oracle = try #require(
          simulation.oracle(seed: seed).estimate(atLook: 1, level: level))
        let isCovered = estimate.interval.contains(simulation.ratio)
        coverage.byChange["\(simulation.change)", default: (0, 0)].covered += isCovered ? 1 : 0
        coverage.byChange["\(simulation.change)", default: (0, 0)].count += 1
        ratios.append(
          (estimate.interval.width / estimate.ratio) / (oracle.interval.width / oracle.ratio))
      }
      coverage.widths.append(try #require(SortedSamples(ratios)?.median))
    }
    return coverage
  }

  @Test(
    "Over all changes, intervals contain the true ratio in at least 93 %, at 1.25 times an oracle's width"
  )
  func coverage() throws {
    // A thirteenth has most changes, all kinds of noise and all numbers of pairs.
    let coverage = try Self.coverage(every: 13, seeds: 0..<2)

    #expect(coverage.share >= 0.93)
    #expect(try #require(SortedSamples(coverage.widths)?.median) < 1.25)
  }

  @Test(
    "They do of every change, at 1.5 times the width at most",
    .enabled(if: isLong, "plays all changes with many seeds"))
  func coverageOfEach() throws {
    let coverage = try Self.coverage(every: 1, seeds: 0..<100)

    #expect(try #require(SortedSamples(coverage.widths)?.median) < 1.25)
    #expect(try #require(coverage.widths.max()) <= 1.5)
    for (change, found) in coverage.byChange {
      #expect(Double(found.covered) >= 0.93 * Double(found.count), "\(change): \(found)")
    }
  }

  @Test("No more verdicts on identical code are wrong than the level says")
  func falseVerdicts() {
    let level = SequentialLevel(familywise: 0.01)
    let rule = VerdictRule(threshold: 0.02)
    var (wrong, count) = (0, 0)
    for simulation in Self.simulations where simulation.ratio == 1 {
      for seed in seeds(short: 2, long: 200) {
        var series = PairedFrames(name: "s", rates: [.hz60], level: level)
        for launch in simulation.launches(seed: seed) { series.add(launch: launch) }
        wrong += series.entries(atLook: 1, rule: rule)[0].verdict?.isChange == true ? 1 : 0
        count += 1
      }
    }
    #expect(Double(wrong) <= 0.01 * Double(count))
  }
}
