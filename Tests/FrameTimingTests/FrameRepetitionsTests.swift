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
}
