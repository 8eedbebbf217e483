import SampleStatistics
import TestSupport
import Testing

@testable import FrameModel
@testable import FrameTiming

@Suite("Headroom")
struct HeadroomTests {
  private func headroom(_ workNs: [Int64], depth: Int = 1, rate: RefreshRate = .hz60) throws
    -> Headroom
  {
    FrameReplay(rate: rate, depth: depth).headroom(of: try CostVector(workNs: workNs))
  }

  @Test("Work of a quarter of a slot can grow by a factor of four")
  func quarter() throws {
    #expect(try headroom([1_000_000, 4_166_666, 1_000_000]) == .factor(4))
    #expect(try headroom([1_000_000, 4_166_667, 1_000_000]) == .factor(3.999))
  }

  @Test("A replay that drops has a headroom below 1")
  func below() throws {
    #expect(try headroom([1_000_000, 33_333_332, 1_000_000]) == .factor(0.5))
  }

  @Test("A single frame and frames without work never drop")
  func unlimited() throws {
    #expect(try headroom([40_000_000]) == .unlimited)
    #expect(try headroom([0, 0, 0]) == .unlimited)
    #expect(try headroom([5_000_000, 0, 0]) == .unlimited)
  }

  @Test("A worker that wakes up too late drops frames without any work")
  func none() throws {
    let settings = try ReplaySettings(startPolicy: .align, wakeDelayNs: 20_000_000)
    let replay = try FrameReplay(grid: VsyncGrid(rate: .hz60), settings: settings)

    #expect(replay.headroom(of: try CostVector(workNs: [0, 0, 0])) == .factor(0))
  }

  @Test("Tiny work has a large factor with four digits")
  func tiny() throws {
    #expect(try headroom([1, 100, 1]) == .factor(166_600))
  }

  @Test(
    "The factor drops nothing, the next one does, and none below it", arguments: 0..<40)
  func boundary(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed, largestFrameCount: 12)
    let (replay, costs) = (try random.replay, try random.costs)
    func dropped(_ factor: Double) throws -> Int {
      try replay.timeline(of: costs.scaled(by: factor)).droppedFrameCount
    }

    switch replay.headroom(of: costs) {
    case .unlimited:
      for factor in [0.001, 1, 7, 1_000] { #expect(try dropped(factor) == 0) }
    case .factor(let factor) where factor > 0 && factor < 10:
      #expect(try dropped(factor) == 0)
      let steps = Int((factor * 1_000).rounded())
      #expect(try dropped(Double(steps + 1) / 1_000) > 0)
      for step in stride(from: 1, to: steps, by: max(1, steps / 100)) {
        #expect(try dropped(Double(step) / 1_000) == 0)
      }
    case .factor:
      break
    }
  }

  /// The properties before and after say nothing of replays without such a factor.
  @Test("A third of the random replays at least has a factor that has to be searched")
  func searched() throws {
    let factors = try (0..<40 as Range<UInt64>).filter { seed in
      let random = try RandomReplay(seed: seed, largestFrameCount: 12)
      guard case .factor(let factor) = try random.replay.headroom(of: random.costs) else {
        return false
      }
      return factor > 0 && factor < 10
    }
    #expect(factors.count > 13)
    let found = try (0..<30 as Range<UInt64>).flatMap { seed in
      try Self.strideLimits.filter { limit in
        guard case .factor(let factor) = try Self.search(seed: seed, limit).run() else {
          return false
        }
        return factor > 0
      }
    }
    #expect(found.count > 30)
  }

  @Test(
    "Frames begin and are shown alike up to the step that the search jumps to",
    arguments: 0..<80 as Range<UInt64>)
  func jumps(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed, largestFrameCount: 12)
    let (replay, costs) = (try random.replay, try random.costs)
    let search = HeadroomSearch(replay: replay, costs: costs, limit: .noDroppedFrames)
    var generator = SplitMix64(seed: seed)
    for step in (0..<8).map({ _ in Int.random(in: 1...20_000, using: &generator) }) {
      let last = search.lastEqualStep(step)
      #expect(last >= step)
      func slots(_ step: Int) throws -> [[Int]] {
        let timeline = try replay.timeline(
          of: costs.scaled(by: HeadroomSearch.factor(step: step)))
        return [timeline.beginTick, timeline.presentSlot]
      }
      let expected = try slots(step)
      for other in stride(from: last, to: step, by: -max(1, (last - step) / 10)).prefix(10) {
        #expect(try slots(other) == expected, "\(step) to \(other)")
      }
    }
  }

  private static let strideLimits: [FrameBudget.FrameLimit] = [
    .noDroppedFrames, .largestLatency(slots: 2), .largestHitchRatio(50),
  ]

  /// The search in a random replay, which has a slow first frame for every other seed.
  private static func search(
    seed: UInt64, _ limit: FrameBudget.FrameLimit
  ) throws -> HeadroomSearch {
    var random = try RandomReplay(seed: seed, largestFrameCount: 8)
    if seed.isMultiple(of: 2) { random.workNs[0] *= 5 }
    return try HeadroomSearch(replay: random.replay, costs: random.costs, limit: limit)
  }

  @Test(
    "The search finds what a replay of every stride finds, also with a slow first frame",
    arguments: 0..<30 as Range<UInt64>)
  func strides(seed: UInt64) throws {
    for limit in Self.strideLimits {
      let search = try Self.search(seed: seed, limit)
      guard case .factor(let found) = search.run(), found > 0 else { continue }
      let last = try #require(
        (0..<HeadroomSearch.lastStep).first { HeadroomSearch.factor(step: $0) == found })

      // No stride on the way to it breaks the limit, and the next step does.
      var step = last
      while step > 1 {
        #expect(search.isKept(step: step), "\(limit) at step \(step) of \(last)")
        step -= max(1, step / 64)
      }
      #expect(!search.isKept(step: last + 1))
    }
  }

  @Test("A slow first frame, which drops nothing, is passed in a few jumps")
  func slowFirstFrame() throws {
    var workNs: [Int64] = (0..<600).map { 25_000 + $0 % 7 * 900 }
    workNs[0] = 130_000
    let search = HeadroomSearch(
      replay: FrameReplay(rate: .hz120), costs: try CostVector(workNs: workNs),
      limit: .noDroppedFrames)

    // From where the first frame fills a slot to where the others almost do.
    var step = 10_000 + (8_333_333 / 130_000 - 10) * 100
    var jumps = 0
    while HeadroomSearch.factor(step: step) < 260 {
      step = search.lastEqualStep(step) + 1
      jumps += 1
    }

    #expect(jumps < 200, "\(jumps)")
  }

  @Test("Work of 18 years is not replayed, and counts as staying within")
  func longestWork() throws {
    func isKept(_ total: Int64) throws -> Bool {
      let costs = try CostVector(workNs: [total / 2, total - total / 2])
      let search = HeadroomSearch(
        replay: FrameReplay(rate: .hz60), costs: costs, limit: .noDroppedFrames)
      #expect(search.lastEqualStep(1_000) >= 1_000)
      return search.isKept(step: 1_000)
    }
    #expect(try isKept(1 << 59))
    #expect(try !isKept(1 << 59 - 1_000))
  }

  @Test("A hitch time ratio may equal its limit at a factor")
  func equalRatio() throws {
    let costs = try CostVector(workNs: [5_000_000, 26_000_000, 5_000_000, 5_000_000])
    let replay = FrameReplay(rate: .hz60)
    let ratio = replay.timeline(of: costs).hitchRatio
    func isKept(_ limit: Double) -> Bool {
      HeadroomSearch(replay: replay, costs: costs, limit: .largestHitchRatio(limit))
        .isKept(step: 1_000)
    }
    #expect(isKept(ratio) && !isKept(ratio.nextDown))
  }

  @Test(
    "Every budget is kept up to its headroom and broken by the next factor", arguments: 0..<60)
  func budgets(seed: UInt64) throws {
    var random = try RandomReplay(seed: seed, largestFrameCount: 12)
    random.idle = [:]
    let costs = try random.costs
    let rate = RefreshRate(hertz: random.segments[0].hertz)
    let budgets: [FrameBudget] = [
      .noDroppedFrames(at: rate, depth: 2), .firstFrame(lateBy: 0, at: rate),
      .firstFrame(lateBy: 2, at: rate, depth: 3), .largestLatency(slots: 2, at: rate),
      .largestLatency(slots: 0, at: rate), .largestHitchRatio(50, at: rate),
      .largestWork(.milliseconds(4), at: rate),
    ]
    for budget in budgets {
      func isKept(_ factor: Double) throws -> Bool {
        let scaled = try costs.scaled(by: factor)
        return budget.judge(FrameEvidence { $0.costs = [rate: scaled] }).status == .kept
      }

      let tightest = try #require(TightestBudget(of: [budget], costs: costs, at: rate))

      #expect(tightest.budget == budget)
      guard case .factor(let factor) = tightest.headroom else {
        for factor in [0.001, 1, 7, 1_000] { #expect(try isKept(factor), "\(budget) ×\(factor)") }
        continue
      }
      guard factor < 10 else { continue }
      let steps = Int((factor * 1_000).rounded())
      #expect(try !isKept(Double(steps + 1) / 1_000), "\(budget)")
      guard steps > 0 else { continue }
      for step in stride(from: steps, to: 0, by: -max(1, steps / 50)) {
        #expect(try isKept(Double(step) / 1_000), "\(budget) at step \(step) of \(steps)")
      }
    }
  }

  @Test("The tightest budget of a rate is the one that breaks first")
  func tightest() throws {
    let costs = try CostVector(workNs: [8_000_000, 2_000_000, 2_000_000])
    let budgets: [FrameBudget] = [
      .allocationsPerFrame(0), .noDroppedFrames(at: .hz120), .noDroppedFrames(at: .hz60),
      .firstFrame(lateBy: 0, at: .hz60), .largestWork(.milliseconds(20), at: .hz60),
    ]

    let found = TightestBudget(of: budgets, costs: costs, at: .hz60)

    #expect(found?.budget == .firstFrame(lateBy: 0, at: .hz60))
    #expect(found?.headroom == .factor(2.083))
    #expect(TightestBudget(of: budgets, costs: costs, at: RefreshRate(hertz: 90)) == nil)
  }

  @Test(
    "Budgets in reference frames have a headroom at every rate, and only where that was measured",
    arguments: [
      // The work is 6, 1, 3, 2 and 1 reference frames: the median is 2.
      ("firstFrameWork=9x", 1.5), ("laterFrameWork=4x", 1.333), ("medianFrameWork=3x", 1.5),
      ("medianFrameWork=1x", 0.5), ("laterFrameWork=0x", 0), ("firstFrameAllocations=1", nil),
    ])
  func relative(text: String, factor: Double?) throws {
    let budget = try FrameBudget(parsing: text)
    let work = [6.0, 1, 3, 2, 1]
    let costs = try CostVector(workNs: work.map { Int64($0 * 1_000) })

    let found = TightestBudget(of: [budget], costs: costs, relativeWork: work, at: .hz120)

    #expect(found?.headroom == factor.map { Headroom.factor($0) })
    #expect(TightestBudget(of: [budget], costs: costs, at: .hz120) == nil)
    let warm = TightestBudget(
      of: [.medianFrameWork(timesReference: 1, warm: 5)], costs: costs, relativeWork: work,
      isWarm: true, at: .hz60)
    #expect(warm?.headroom == .factor(2.5))
  }

  @Test("The first of several budgets that break at one factor is the tightest")
  func ties() throws {
    let budgets: [FrameBudget] = [
      .medianFrameWork(timesReference: 3), .firstFrameWork(timesReference: 9),
    ]
    let work = [6.0, 1, 3, 2, 1]
    let costs = try CostVector(workNs: work.map { Int64($0 * 1_000) })
    for order in [budgets, budgets.reversed()] {
      let found = TightestBudget(of: order, costs: costs, relativeWork: work, at: .hz60)
      #expect(found?.budget == order[0])
    }
    #expect(!(Headroom.factor(1) < .factor(1)))
    #expect(Headroom.factor(1) < .factor(1.001))
    #expect(Headroom.factor(1) < .unlimited)
    #expect(!(Headroom.unlimited < .unlimited))
  }

  @Test("What breaks only beyond a factor of a million is found as unlimited, and not as a factor")
  func lastFactor() throws {
    let rate = RefreshRate(hertz: 100)
    let budget = FrameBudget.noDroppedFrames(at: rate)
    let costs = try CostVector(workNs: [1, 10, 1])

    #expect(TightestBudget(of: [budget], costs: costs, at: rate)?.headroom == .unlimited)
  }

  @Test("A factor of a million or more is no limit")
  func million() throws {
    let costs = try CostVector(workNs: [1_000])
    func headroom(_ budget: FrameBudget, _ work: Double) -> Headroom? {
      TightestBudget(of: [budget], costs: costs, relativeWork: [work], at: .hz60)?.headroom
    }
    #expect(headroom(.firstFrameWork(timesReference: 999_999.999), 1) == .factor(999_999.999))
    #expect(headroom(.firstFrameWork(timesReference: 1_000_000), 1) == .unlimited)
    #expect(headroom(.firstFrameWork(timesReference: 3), 0) == .unlimited)
    #expect(headroom(.firstFrameWork(timesReference: 0), 0) == .unlimited)
  }

  @Test(
    "A headroom in reference frames is the largest factor that keeps the budget", arguments: 1...100
  )
  func relativeProperty(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let work = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
      Double.random(in: 0.01...30, using: &generator)
    }
    let limit = Double.random(in: 0.1...30, using: &generator)
    for budget in [
      FrameBudget.firstFrameWork(timesReference: limit), .laterFrameWork(timesReference: limit),
      .medianFrameWork(timesReference: limit),
    ] {
      func isKept(_ factor: Double) -> Bool {
        let evidence = FrameEvidence { $0.relativeWork = [.hz60: work.map { $0 * factor }] }
        return budget.judge(evidence).status == .kept
      }
      let costs = try CostVector(workNs: work.map { Int64($0 * 1_000) })
      let found = TightestBudget(of: [budget], costs: costs, relativeWork: work, at: .hz60)
      switch try #require(found).headroom {
      case .unlimited: #expect(work.count == 1)
      case .factor(let factor):
        #expect(isKept(factor - 1e-9))
        #expect(!isKept(factor + 0.001_001))
      }
    }
  }

  @Test("The factor of a long vector is also exactly at the boundary")
  func long() throws {
    let workNs: [Int64] = (0..<10_000).map { 1_000_000 + $0 % 7 * 300_000 }
    let replay = FrameReplay(rate: .hz120, depth: 2)
    let costs = try CostVector(workNs: workNs)
    guard case .factor(let factor) = replay.headroom(of: costs) else {
      Issue.record("no factor")
      return
    }

    #expect(try replay.timeline(of: costs.scaled(by: factor)).droppedFrameCount == 0)
    #expect(try replay.timeline(of: costs.scaled(by: factor + 0.001)).droppedFrameCount > 0)
  }
}
