import SampleStatistics
import Testing

@testable import MotionKernels

@Suite("Lane widths")
struct LaneWidthTests {
  @Test("Width 4 equals width 1 bit for bit", arguments: 0..<16)
  func quartersAgree(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func random(_ range: ClosedRange<Float>) -> SIMD4<Float> {
      .random(in: range, using: &generator)
    }
    let springs = SpringLanes(
      frequency: random(5...30), dampingRatio: random(0...2), displacement: random(-200...200),
      velocity: random(-1_000...1_000))
    let states = springs.state(at: .splat(0.31))
    let fractions = random(0...1)
    let table = try #require(BatchTiming(.easeIn).table)
    let progress = table.entries.withUnsafeBufferPointer { entries in
      entries.baseAddress.map { TimingTable.progress(at: fractions, $0, table.warp) }
    }

    for lane in 0..<4 {
      let state = SpringLanes(
        frequency: springs.frequency[lane], dampingRatio: springs.dampingRatio[lane],
        displacement: springs.displacement[lane], velocity: springs.velocity[lane]
      ).state(at: 0.31)
      let narrow = table.entries.withUnsafeBufferPointer { entries in
        entries.baseAddress.map { TimingTable.progress(at: fractions[lane], $0, table.warp) }
      }
      #expect(states.displacement[lane].bitPattern == state.displacement.bitPattern)
      #expect(states.velocity[lane].bitPattern == state.velocity.bitPattern)
      #expect(progress?[lane].bitPattern == narrow?.bitPattern)
    }
  }
}
