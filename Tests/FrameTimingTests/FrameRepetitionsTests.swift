import FrameTiming
import Testing

@Suite("Repetitions of frames")
struct FrameRepetitionsTests {
  /// Reading the clock costs 10 ns.
  private func repetitions(
    _ frames: [[Int64]], references: [Int64] = [40, 30, 110]
  ) -> FrameRepetitions {
    FrameRepetitions(
      frames: [.hz60: frames], references: [.hz60: references], clockCostNs: 10)
  }

  @Test("A frame's work is its median without the cost of the clock, in reference frames, too")
  func medians() {
    let found = repetitions([[70, 10], [100, 5], [80, 90]])
    #expect(found.workNs(at: .hz60) == [70, 0])
    #expect(found.referenceNs(at: .hz60) == 30)
    #expect(found.relativeWork[.hz60] == [70.0 / 30, 0])
  }

  @Test("A reference frame takes 1 ns at least, so that work can be divided by it")
  func shortReference() {
    #expect(repetitions([[70]], references: [10, 3]).referenceNs(at: .hz60) == 1)
    #expect(repetitions([[70]], references: []).referenceNs(at: .hz60) == nil)
  }

  @Test("Without frames, or with repetitions of several lengths, there is no work")
  func uneven() {
    #expect(repetitions([]).workNs(at: .hz60) == nil)
    #expect(repetitions([[], []]).workNs(at: .hz60) == nil)
    #expect(repetitions([[70], [70, 80]]).workNs(at: .hz60) == nil)
    #expect(repetitions([[70]]).workNs(at: .hz120) == nil)
  }

  /// Twice 8.4 ms is more than a period at 60 Hz, twice 8.3 ms is less.
  @Test(
    "One long time of a frame leaves a budget of its rate in doubt",
    arguments: [
      (8_300_000, RefreshRate.hz60, true), (8_400_000, .hz60, false), (8_400_000, .hz120, true),
    ] as [(Int64, RefreshRate, Bool)])
  func longest(nanoseconds: Int64, rate: RefreshRate, leavesNoDoubt: Bool) {
    let short: [Int64] = [1_000, 1_000, 1_000]
    let found = repetitions([short, [1_000, nanoseconds, 1_000], short])
    #expect(
      found.leaveNoDoubt(about: [.noDroppedFrames(at: rate)]) { VsyncGrid(rate: $0) }
        == leavesNoDoubt)
  }

  /// On a device that takes 1.1 times as long, twice 8.3 ms is 18.26 ms.
  @Test("A slower device leaves a budget in doubt sooner", arguments: [(1.0, true), (1.1, false)])
  func slower(factor: Double, leavesNoDoubt: Bool) {
    let found = repetitions([[1_000, 8_300_000, 1_000]])
    #expect(
      found.leaveNoDoubt(about: [.noDroppedFrames(at: .hz60)], timesWork: factor) {
        VsyncGrid(rate: $0)
      } == leavesNoDoubt)
  }

  @Test(
    "A budget in reference frames has a limit of its own for warm caches", arguments: [false, true])
  func warmLimit(isWarm: Bool) throws {
    let found = repetitions([[70, 70], [70, 70], [70, 70]])
    let budget = try FrameBudget(parsing: "medianFrameWork=3x/w1.9x")
    #expect(
      found.leaveNoDoubt(about: [budget], isWarm: isWarm) { VsyncGrid(rate: $0) } == !isWarm)
  }

  @Test(
    "A budget in reference frames is judged by the medians so far",
    arguments: [(2.0, true), (1.9, false)])
  func inReferenceFrames(most: Double, leavesNoDoubt: Bool) {
    let found = repetitions([[70, 70], [1_000, 1_000], [70, 70]])
    #expect(
      found.leaveNoDoubt(about: [.laterFrameWork(timesReference: most)]) { VsyncGrid(rate: $0) }
        == leavesNoDoubt)
  }
}
