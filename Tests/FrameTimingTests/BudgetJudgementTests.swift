import FrameTiming
import Testing

@Suite("Budget judgement")
struct BudgetJudgementTests {
  private let evidence: FrameEvidence

  init() throws {
    evidence = FrameEvidence(
      costs: [.hz60: try CostVector(workNs: [5_000_000, 26_000_000, 5_000_000, 5_000_000])],
      allocations: [.hz60: [0, 3, 0, 3], .hz120: [0, 2, 0, 0]])
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
    let evidence = FrameEvidence(costs: [.hz60: try CostVector(workNs: [workNs, 1_000, 1_000])])

    let judgement = FrameBudget.firstFrame(lateBy: slots, at: .hz60).judge(evidence)

    #expect((judgement.status == .kept) == isKept)
    #expect(judgement.frames == (isKept ? [] : [0]))
    // Every one of these ends within 1 ns of the last moment.
    #expect(judgement.restsOnFragileFrames == (workNs != 16_666_668 || slots == 0))
    #expect(FrameBudget.noDroppedFrames(at: .hz60).judge(evidence).status == .kept)
  }

  @Test("Frames that all trail by one slot break the budget of latency")
  func latency() throws {
    let evidence = FrameEvidence(
      costs: [.hz60: try CostVector(workNs: [20_000_000, 1_000, 1_000, 1_000])])

    let judgement = FrameBudget.largestLatency(slots: 1, at: .hz60).judge(evidence)

    #expect(judgement.finding == "frame 0 is shown last, 2 slots after its tick")
    #expect(judgement.frames == [0, 1, 2, 3])
  }

  @Test("A budget that was not measured carries the known reason")
  func reasons() {
    let evidence = FrameEvidence(missingCosts: "it crashed", missingAllocations: "no jemalloc")

    #expect(
      FrameBudget.noDroppedFrames(at: .hz60).judge(evidence).description
        == "noDroppedFrames@60: not measured: it crashed")
    #expect(
      FrameBudget.allocationsPerFrame(0).judge(evidence).description
        == "allocationsPerFrame=0: not measured: no jemalloc")
  }

  @Test("A verdict that rests on fragile frames says so")
  func fragile() throws {
    let costs = try CostVector(workNs: [5_000_000, 16_666_666, 5_000_000])
    let judgement = FrameBudget.noDroppedFrames(at: .hz60)
      .judge(FrameEvidence(costs: [.hz60: costs]))

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
        == "noDroppedFrames@60: exceeded: drops 1 of 5 slots, 200.0 ms/s, late frame 1")
    #expect(
      FrameBudget.largestWork(.milliseconds(4), at: .hz60).judge(evidence).description
        == "largestWork=4ms@60: exceeded: frame 1 takes longest, 26ms")
    #expect(
      FrameBudget.allocationsPerFrame(0).judge(evidence).description
        == "allocationsPerFrame=0: exceeded: frame 1 at 60 Hz allocates most, 3 times")
  }
}
