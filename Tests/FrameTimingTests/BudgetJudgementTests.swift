import FrameTiming
import Testing

@Suite("Budget judgement")
struct BudgetJudgementTests {
  private let evidence: FrameEvidence

  init() throws {
    let costs = try CostVector(workNs: [5_000_000, 26_000_000, 5_000_000, 5_000_000])
    evidence = FrameEvidence {
      $0.costs = [.hz60: costs]
      $0.allocations = [.hz60: [0, 3, 0, 3], .hz120: [0, 2, 0, 0]]
      $0.relativeWork = [.hz60: [9, 2, 4, 1], .hz120: [8, 3, 5, 2, 3]]
    }
  }

  /// A budget and its expected judgement.
  struct Example: CustomTestStringConvertible, Sendable {
    let budget: String
    let status: BudgetJudgement.Status
    var measured: Double?
    var frames: [Int] = []

    var testDescription: String { budget }
  }

  @Test(
    "A number equal to its budget is within it, anything more exceeds it",
    arguments: [
      Example(budget: "noDroppedFrames@60", status: .exceeded, measured: 1, frames: [1]),
      Example(budget: "noDroppedFrames@60/d2", status: .kept, measured: 0),
      Example(budget: "noDroppedFrames@60/d2/r10ms", status: .exceeded, measured: 1, frames: [1]),
      Example(budget: "largestWork=26ms@60", status: .kept, measured: 26_000_000),
      Example(
        budget: "largestWork=25.999999ms@60", status: .exceeded, measured: 26_000_000, frames: [1]),
      Example(
        budget: "largestHitchRatio=201@60", status: .kept, measured: 200.000004, frames: [1]),
      Example(
        budget: "largestHitchRatio=199@60", status: .exceeded, measured: 200.000004, frames: [1]),
      Example(budget: "firstFrame=0@60", status: .kept, measured: 0),
      Example(budget: "largestLatency=2@60", status: .kept, measured: 2),
      Example(
        budget: "largestLatency=1@60", status: .exceeded, measured: 2, frames: [1, 2, 3]),
      Example(budget: "allocationsPerFrame=3", status: .kept, measured: 3),
      Example(budget: "allocationsPerFrame=2", status: .exceeded, measured: 3, frames: [1, 3]),
      Example(budget: "firstFrameWork=9x", status: .kept, measured: 9),
      Example(budget: "firstFrameWork=8.9x", status: .exceeded, measured: 9, frames: [0]),
      Example(budget: "laterFrameWork=5x", status: .kept, measured: 5),
      Example(budget: "laterFrameWork=3x", status: .exceeded, measured: 5, frames: [2]),
      // 1, 2, 4, 9 at 60 Hz, of which two are within 2; 2, 3, 3, 5, 8 at 120 Hz.
      Example(budget: "medianFrameWork=3x", status: .kept, measured: 3),
      Example(
        budget: "medianFrameWork=2x", status: .exceeded, measured: 3, frames: [0, 1, 2, 4]),
      Example(budget: "firstFrameAllocations=0", status: .kept, measured: 0),
      Example(budget: "laterFrameAllocations=3", status: .kept, measured: 3),
      Example(budget: "laterFrameAllocations=2", status: .exceeded, measured: 3, frames: [1, 3]),
      Example(budget: "medianFrameAllocations=0", status: .kept, measured: 0),
      Example(
        budget: "noDroppedFrames@90",
        status: .notMeasured(reason: "the scenario was not sampled at 90 Hz")),
    ])
  func judged(_ example: Example) throws {
    let judgement = try FrameBudget(parsing: example.budget).judge(evidence)

    #expect(judgement.status == example.status)
    #expect(judgement.frames == example.frames)
    switch (judgement.measured, example.measured) {
    case (let measured?, let expected?): #expect(abs(measured - expected) < 1e-5)
    case (let measured, let expected): #expect(measured == expected)
    }
  }

  @Test(
    "A late first frame drops nothing and breaks its own budget",
    arguments: [
      (16_666_667, 0, true), (16_666_668, 0, false), (16_666_668, 1, true), (500_000_000, 29, true),
      (500_000_001, 29, false),
    ])
  func firstFrame(workNs: Int64, slots: Int, isKept: Bool) throws {
    let costs = try CostVector(workNs: [workNs, 1_000, 1_000])
    let evidence = FrameEvidence { $0.costs = [.hz60: costs] }

    let judgement = FrameBudget.firstFrame(lateBy: slots, at: .hz60).judge(evidence)

    #expect((judgement.status == .kept) == isKept)
    #expect(judgement.frames == (isKept ? [] : [0]))
    // Every one of these ends within 1 ns of the last moment.
    #expect(judgement.restsOnFragileFrames == (workNs != 16_666_668 || slots == 0))
    #expect(FrameBudget.noDroppedFrames(at: .hz60).judge(evidence).status == .kept)
  }

  private static let unknownLength =
    "a log of hitches alone does not contain the length of the recording; state it with '--elapsed'"

  /// A slot of 60 Hz lasts 16,666,667 ns.
  @Test(
    "Hitches alone keep or exceed a budget of drops, and one of their share of a known time",
    arguments: [
      ("noDroppedFrames@60", 0, nil, 0, .kept), ("noDroppedFrames@60", 1, nil, 1, .exceeded),
      ("largestHitchRatio=50@60", 0, 1_000_000_000, 0, .kept),
      ("largestHitchRatio=50@60", 3, 1_000_000_000, 50.000001, .exceeded),
      ("largestHitchRatio=50@60", 3, 1_000_000_020, 50, .kept),
      ("largestHitchRatio=50@60", 3, 999_999_999, 50.00000105, .exceeded),
      (
        "largestHitchRatio=50@60", 3, nil, nil,
        .notMeasured(reason: unknownLength)
      ),
      (
        "largestHitchRatio=50@60", 3, 0, nil,
        .notMeasured(reason: unknownLength)
      ),
      (
        "largestWork=1ms@60", 0, 1_000, nil,
        .notMeasured(reason: "the log has hitches alone, and no frames")
      ),
    ] as [(String, Int, Int64?, Double?, BudgetJudgement.Status)])
  func hitchesAlone(
    budget: String, dropped: Int, elapsedNs: Int64?, measured: Double?,
    status: BudgetJudgement.Status
  ) throws {
    let judgement = try FrameBudget(parsing: budget).judge(
      hitches: dropped, hitchNs: Int64(dropped) * 16_666_667, elapsedNs: elapsedNs)
    #expect(judgement.status == status)
    #expect((judgement.measured == nil) == (measured == nil))
    #expect(abs((judgement.measured ?? 0) - (measured ?? 0)) < 1e-7)
    if case .notMeasured = status { return }
    #expect((judgement.finding == "there is no hitch") == (dropped == 0))
  }

  @Test("The hitch time ratio may equal its budget, and not exceed it by anything")
  func hitchRatio() throws {
    let costs = try #require(evidence.costs[.hz60])
    let timeline = FrameReplay(rate: .hz60).timeline(of: costs)
    let ratio = timeline.hitchRatio

    #expect(FrameBudget.largestHitchRatio(ratio, at: .hz60).judge(timeline).status == .kept)
    #expect(
      FrameBudget.largestHitchRatio(ratio.nextDown, at: .hz60).judge(timeline).status == .exceeded)
  }

  @Test(
    "A finding says by how many slots the first frame is late",
    arguments: [
      (16_000_000, "the first frame is on time"),
      (17_000_000, "the first frame is 1 slot late (17.0 of 16.7 ms)"),
      (34_000_000, "the first frame is 2 slots late (34.0 of 16.7 ms)"),
    ])
  func firstFrameFinding(workNs: Int64, finding: String) throws {
    let timeline = FrameReplay(rate: .hz60).timeline(of: try CostVector(workNs: [workNs]))

    #expect(FrameBudget.firstFrame(lateBy: 0, at: .hz60).judge(timeline).finding == finding)
  }

  @Test(
    "A finding names six late frames, and counts the rest",
    arguments: [
      (1, ", late frame 1 (17.0 of 16.7 ms)"), (2, ", late frames 1, 3 (17.0, 34.0 of 16.7 ms)"),
      (6, ", late frames 1, 3, 5, 7, 9, 11 (17.0, 34.0, 51.0, 68.0, 85.0, 102 of 16.7 ms)"),
      (
        7,
        """
        , late frames 1, 3, 5, 7, 9, 11 (17.0, 34.0, 51.0, 68.0, 85.0, 102 of 16.7 ms) and 1 more
        """
      ),
      (
        8,
        """
        , late frames 1, 3, 5, 7, 9, 11 (17.0, 34.0, 51.0, 68.0, 85.0, 102 of 16.7 ms) and 2 more
        """
      ),
    ])
  func lateFrames(count: Int, ending: String) throws {
    // Every other frame takes a slot longer than the one before it could be late.
    var workNs: [Int64] = [1_000]
    for late in 1...count { workNs += [Int64(late) * 17_000_000, 1_000] }
    let timeline = FrameReplay(rate: .hz60).timeline(of: try CostVector(workNs: workNs))

    let finding = FrameBudget.noDroppedFrames(at: .hz60).judge(timeline).finding

    #expect(finding.hasSuffix("ms/s" + ending), "\(finding)")
  }

  @Test(
    "A finding says how long a late frame took and had, to the digit that tells them apart",
    arguments: [
      (RefreshRate.hz120, Int64(10_200_000), "(10.2 of 8.33 ms)"),
      (.hz120, 8_340_000, "(8.34 of 8.33 ms)"), (.hz120, 8_335_000, "(8.34 of 8.33 ms)"),
      (.hz120, 8_333_400, "(8.3334 of 8.3333 ms)"),
      (.hz60, 1_234_567_890, "(1235 of 16.7 ms)"),
      (RefreshRate(hertz: 480), 2_112_345, "(2.11 of 2.08 ms)"),
    ])
  func lateFrame(rate: RefreshRate, workNs: Int64, times: String) throws {
    let work = try CostVector(workNs: [1_000, workNs, 1_000])
    let timeline = FrameReplay(rate: rate).timeline(of: work)

    let judgement = FrameBudget.noDroppedFrames(at: rate).judge(timeline)

    #expect(judgement.finding.hasSuffix("late frame 1 " + times), "\(judgement.finding)")
    #expect(judgement.outline.hasSuffix("late frame 1"))
  }

  @Test("Of frames with equally many allocations, the first at the lowest rate is named")
  func equalAllocations() {
    var evidence = FrameEvidence()
    for rate in [120, 60, 90, 240, 30] {
      evidence.allocations[RefreshRate(hertz: rate)] = [0, 3, 3]
    }

    #expect(
      FrameBudget.allocationsPerFrame(0).judge(evidence).finding
        == "frame 1 at 30 Hz allocates most, 3 times")
  }

  @Test("Frames that all trail by one slot break the budget of latency")
  func latency() throws {
    let costs = try CostVector(workNs: [20_000_000, 1_000, 1_000, 1_000])
    let evidence = FrameEvidence { $0.costs = [.hz60: costs] }

    let judgement = FrameBudget.largestLatency(slots: 1, at: .hz60).judge(evidence)

    #expect(judgement.finding == "frame 0 has the largest latency, 2 slots")
    #expect(judgement.frames == [0, 1, 2, 3])

    let punctual = FrameReplay(rate: .hz60).timeline(of: try CostVector(workNs: [1_000, 1_000]))
    #expect(
      FrameBudget.largestLatency(slots: 1, at: .hz60).judge(punctual).finding
        == "frame 0 has the largest latency, 1 slot")
  }

  @Test("A budget that was not measured carries the known reason")
  func reasons() {
    let evidence = FrameEvidence {
      $0.missingCosts = "it crashed"
      $0.missingAllocations = "no jemalloc"
    }

    #expect(
      FrameBudget.noDroppedFrames(at: .hz60).judge(evidence).description
        == "noDroppedFrames@60: not measured: it crashed")
    #expect(
      FrameBudget.allocationsPerFrame(0).judge(evidence).description
        == "allocationsPerFrame=0: not measured: no jemalloc")
  }

  @Test("A scenario of one frame has nothing after the first, and its median is its only frame")
  func oneFrame() {
    let evidence = FrameEvidence {
      $0.allocations = [.hz60: [7]]
      $0.relativeWork = [.hz60: [7]]
    }

    for (budget, isKept) in [
      (FrameBudget.laterFrameWork(timesReference: 0), true), (.laterFrameAllocations(0), true),
      (.medianFrameWork(timesReference: 6), false), (.medianFrameAllocations(6), false),
      (.firstFrameWork(timesReference: 7), true),
    ] {
      #expect(budget.judge(evidence).status == (isKept ? .kept : .exceeded), "\(budget)")
    }
  }

  @Test(
    "A jump is judged by its distance from where the corner would be",
    arguments: [(96.5, "exceeded", [24]), (40, "kept", []), (0, "kept", [])])
  func jump(points: Double, word: String, frames: [Int]) {
    var evidence = evidence
    let budget = FrameBudget.largestJump(points: 40)
    #expect(
      budget.judge(evidence).description
        == "largestJump=40pt: not measured: jumps were not looked for")
    evidence.jump = ViewJump(view: "sheet", frame: 24, distance: points + 3, excess: points)
    let judgement = budget.judge(evidence)
    #expect(judgement.frames == frames)
    let finding =
      points == 0
      ? "nothing jumps" : "a corner of 'sheet' jumps by \(points) points in frame 24 at 60 Hz"
    #expect(judgement.description == "largestJump=40pt: \(word): \(finding)")
  }

  @Test("Warm work is judged by the warm limit")
  func warm() {
    var evidence = evidence
    let budget = FrameBudget.medianFrameWork(timesReference: 2, warm: 3)
    #expect(budget.judge(evidence).status == .exceeded)
    evidence.isWarm = true
    #expect(budget.judge(evidence).status == .kept)
    #expect(FrameBudget.medianFrameWork(timesReference: 2).judge(evidence).status == .exceeded)
  }

  @Test("Budgets of groups say which frame is costliest, at which rate")
  func groups() {
    for (budget, description) in [
      (
        FrameBudget.laterFrameWork(timesReference: 4.5),
        "laterFrameWork=4.5x: exceeded: frame 2 at 120 Hz takes the most after the first: 5.0 × the reference"
      ),
      (
        .firstFrameWork(timesReference: 9),
        "firstFrameWork=9x: kept: the first frame at 60 Hz takes 9.0 × the reference"
      ),
      (
        .medianFrameWork(timesReference: 2.5),
        "medianFrameWork=2.5x: exceeded: the median frame at 120 Hz takes 3.0 × the reference"
      ),
      (
        .laterFrameAllocations(0),
        "laterFrameAllocations=0: exceeded: frame 1 at 60 Hz allocates the most after the first: 3 times"
      ),
      (
        .medianFrameAllocations(0),
        "medianFrameAllocations=0: kept: the median frame at 60 Hz allocates 0 times"
      ),
    ] {
      #expect(budget.judge(evidence).description == description)
    }
    #expect(
      FrameBudget.medianFrameWork(timesReference: 1).judge(FrameEvidence()).description
        == "medianFrameWork=1x: not measured: no reference frame was measured; programs with FramegateKit have one"
    )
  }

  @Test("A verdict that rests on fragile frames says so")
  func fragile() throws {
    let costs = try CostVector(workNs: [5_000_000, 16_666_666, 5_000_000])
    let judgement = FrameBudget.noDroppedFrames(at: .hz60)
      .judge(FrameEvidence { $0.costs = [.hz60: costs] })

    #expect(judgement.status == .kept)
    #expect(judgement.restsOnFragileFrames)
    #expect(
      judgement.description
        == "noDroppedFrames@60: kept: drops 0 of 3 slots (rests on fragile frames)")
  }

  @Test("An exceeded budget shows by how much")
  func description() throws {
    #expect(
      FrameBudget.noDroppedFrames(at: .hz60).judge(evidence).description
        == "noDroppedFrames@60: exceeded: drops 1 of 5 slots, 200.0 ms/s, late frame 1 (26.0 of 16.7 ms)"
    )
    #expect(
      FrameBudget.largestWork(.milliseconds(4), at: .hz60).judge(evidence).description
        == "largestWork=4ms@60: exceeded: frame 1 takes longest, 26.0 ms")
    #expect(
      FrameBudget.allocationsPerFrame(0).judge(evidence).description
        == "allocationsPerFrame=0: exceeded: frame 1 at 60 Hz allocates most, 3 times")
    #expect(
      FrameBudget.allocationsPerFrame(0)
        .judge(FrameEvidence { $0.allocations = [.hz60: [0, 1]] }).description
        == "allocationsPerFrame=0: exceeded: frame 1 at 60 Hz allocates most, once")
  }
}
