import FrameTiming
import Testing

@Suite("Cost vector")
struct CostVectorTests {
  @Test(
    "Scaled work is rounded half up",
    arguments: [
      (Int64(5), 1.7, Int64(9)), (5, 0.5, 3), (3, 0.5, 2), (1, 0.49, 0), (1, 0.5, 1),
      (16_666_667, 2, 33_333_334), (10, 1.04, 10), (10, 1.05, 11), (0, 1e300, 0),
    ])
  func scaling(work: Int64, factor: Double, scaled: Int64) throws {
    #expect(try CostVector(workNs: [work]).scaled(by: factor).workNs == [scaled])
  }

  @Test("A vector that cannot be replayed is rejected")
  func errors() throws {
    #expect(throws: FrameTimingError.noFrames) { try CostVector(workNs: []) }
    #expect(throws: FrameTimingError.negativeWork(frame: 1, nanoseconds: -1)) {
      try CostVector(workNs: [0, -1])
    }
    #expect(throws: FrameTimingError.negativeWork(frame: 0, nanoseconds: .min)) {
      try CostVector(workNs: [.min])
    }
    #expect(throws: FrameTimingError.workTooLong(frame: 0)) { try CostVector(workNs: [.max]) }
    #expect(throws: FrameTimingError.workTooLong(frame: 1)) {
      try CostVector(workNs: [1, CostVector.longestWorkNs])
    }
    #expect(throws: FrameTimingError.unknownIdleFrame(key: "1", frameCount: 1)) {
      try CostVector(workNs: [1], idleTicksBefore: [1: 1])
    }
    #expect(throws: FrameTimingError.idleTicksOutOfRange(frame: 0, ticks: -1)) {
      try CostVector(workNs: [1], idleTicksBefore: [0: -1])
    }
    #expect(throws: FrameTimingError.idleTicksOutOfRange(frame: 1, ticks: .max)) {
      try CostVector(workNs: [1, 1], idleTicksBefore: [0: 1, 1: .max])
    }
  }

  @Test(
    "A factor must be positive and finite", arguments: [0, -1, Double.infinity, -Double.infinity])
  func factors(factor: Double) throws {
    let costs = try CostVector(workNs: [1])

    #expect(throws: FrameTimingError.scaleOutOfRange(given: factor)) {
      try costs.scaled(by: factor)
    }
  }

  @Test("Scaling beyond the longest work is rejected, and NaN is not a factor")
  func overflow() throws {
    let costs = try CostVector(workNs: [1_000_000, 1_000_000])

    #expect(throws: FrameTimingError.workTooLong(frame: 0)) { try costs.scaled(by: 1e300) }
    #expect(throws: FrameTimingError.workTooLong(frame: 1)) { try costs.scaled(by: 1e12) }
    #expect(throws: FrameTimingError.self) { try costs.scaled(by: .nan) }
  }

  @Test("Work and idle ticks may reach their limits, also when work is scaled")
  func limits() throws {
    let half = CostVector.longestWorkNs / 2

    #expect(try CostVector(workNs: [half]).scaled(by: 2).totalWorkNs == CostVector.longestWorkNs)
    #expect(
      try CostVector(workNs: [half / 2, half / 2]).scaled(by: 2).totalWorkNs
        == CostVector.longestWorkNs)
    #expect(throws: FrameTimingError.workTooLong(frame: 0)) {
      try CostVector(workNs: [half + 1_024]).scaled(by: 2)
    }
    #expect(
      try CostVector(workNs: [1, 1], idleTicksBefore: [1: 1_000_000_000]).idleTicksBefore
        == [1: 1_000_000_000])
    #expect(throws: FrameTimingError.idleTicksOutOfRange(frame: 1, ticks: 1_000_000_001)) {
      try CostVector(workNs: [1, 1], idleTicksBefore: [1: 1_000_000_001])
    }
  }

  @Test("Idle ticks before frame 0 are ignored")
  func idleBeforeFirst() throws {
    #expect(
      try CostVector(workNs: [1, 2], idleTicksBefore: [0: 5, 1: 0]) == CostVector(workNs: [1, 2]))
  }

  @Test("A vector can have a million frames")
  func million() throws {
    let costs = try CostVector(workNs: Array(repeating: 4_000_000, count: 1_000_000))

    #expect(FrameReplay(rate: .hz120).timeline(of: costs).droppedFrameCount == 0)
  }
}
