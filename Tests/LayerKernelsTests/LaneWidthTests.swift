import MotionKernels
import SampleStatistics
import Testing

@testable import LayerKernels

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
    let table = try #require(PreparedTiming(.easeIn).table)
    let progress = withExtendedLifetime(table) { table.progress(at: fractions, table.entries) }

    for lane in 0..<4 {
      let state = SpringLanes(
        frequency: springs.frequency[lane], dampingRatio: springs.dampingRatio[lane],
        displacement: springs.displacement[lane], velocity: springs.velocity[lane]
      ).state(at: 0.31)
      let narrow = withExtendedLifetime(table) {
        table.progress(at: fractions[lane], table.entries)
      }
      #expect(states.displacement[lane].bitPattern == state.displacement.bitPattern)
      #expect(states.velocity[lane].bitPattern == state.velocity.bitPattern)
      #expect(progress[lane].bitPattern == narrow.bitPattern)
    }
  }

  @Test("Springs and timing functions four at a time equal those of one", arguments: 0..<16)
  func simdKernels(seed: UInt64) {
    func bits<T>(_ blocks: BlockArray<T>) -> [UInt32] {
      blocks.withUnsafeBufferPointer {
        Array(UnsafeRawBufferPointer($0).bindMemory(to: UInt32.self))
      }
    }
    let count = 37
    let springs = Blocks.springs(BatchSpringTests.springs(count: count, seed: seed))
    var states = Blocks.states(Array(repeating: .zero, count: count))
    var expectedStates = states
    SIMDKernels().evaluate(springs, at: 0.37, into: &states)
    ReferenceKernels().evaluate(springs, at: 0.37, into: &expectedStates)
    #expect(bits(states) == bits(expectedStates))

    let sorted = SortedSprings(BatchSpringTests.springs(count: count, seed: seed))
    var settled = Blocks.states(Array(repeating: .zero, count: sorted.blockCount * 16))
    var expectedSettled = settled
    SIMDKernels().evaluate(sorted, at: 0.37, into: &settled)
    ReferenceKernels().evaluate(sorted, at: 0.37, into: &expectedSettled)
    #expect(bits(settled) == bits(expectedSettled))

    let steps = Blocks.propagators(
      (0..<count).map {
        Spring(response: 0.2 + 0.01 * Double($0), dampingRatio: 0.7).propagator(over: 1.0 / 120)
      })
    SIMDKernels().step(&states, by: steps)
    ReferenceKernels().step(&expectedStates, by: steps)
    #expect(bits(states) == bits(expectedStates))

    var generator = SplitMix64(seed: seed)
    let fractions = Blocks.numbers(
      (0..<count).map { _ in .random(in: 0...1, using: &generator) })
    let curves: [TimingFunction] = [
      .easeInOut, .easeIn, .easeOut, .cubicBezier(0, 0.5, 1, 0.5), .cubicBezier(1, 0, 0, 1),
    ]
    for curve in curves {
      var (progress, expected) = (fractions, fractions)
      SIMDKernels().progress(at: fractions, PreparedTiming(curve), into: &progress)
      ReferenceKernels().progress(at: fractions, PreparedTiming(curve), into: &expected)
      #expect(bits(progress) == bits(expected), "\(curve)")
    }
  }

  @Test("No springs and no fractions are fine")
  func empty() {
    var states = Blocks.states([])
    SIMDKernels().evaluate(Blocks.springs([]), at: 1, into: &states)
    var progress = Blocks.numbers([])
    SIMDKernels().progress(at: Blocks.numbers([]), PreparedTiming(.easeIn), into: &progress)
    SIMDKernels().evaluate(SortedSprings([]), at: 1, into: &states)
    SIMDKernels().step(&states, by: Blocks.propagators([]))

    #expect(states.count == 0 && progress.count == 0)
  }
}
