import FrameSignposts
import FrameTiming
import FramegateKit
import SampleStatistics

extension BenchmarkRegistry {
  /// Adds the tool's own work while it measures and judges.
  mutating func addToolSuite() {
    // Measures as 0, because the harness subtracts its own cost.
    benchmark("tool.empty") {}

    // An operation is a frame. Half of the frames fit into their slot.
    let frameCount = 100_000
    benchmark(
      "tool.replay", operations: frameCount,
      work: .init {
        try Self.costs(frameCount: frameCount)
      } body: { costs in
        blackHole(FrameReplay(rate: .hz120, depth: 2).timeline(of: costs).droppedFrameCount)
      })

    // An operation is an interval around a black hole, without which the optimizer could check
    // only once whether anything records.
    let intervalCount = 1_000
    let options = BenchmarkOptions(runsByDefault: false)
    benchmark("tool.signpost.off", operations: intervalCount, options: options) {
      Self.mark(intervalCount)
    }
    benchmark(
      "tool.signpost.recorded", operations: intervalCount, options: options,
      work: .init {
        SignpostRecorder()
      } body: { recorder in
        recorder.record { Self.mark(intervalCount) }
      })
  }

  private static func mark(_ count: Int) {
    let signposter = FrameSignposter()
    for index in 0..<count { signposter.withIntervalSignpost("interval") { blackHole(index) } }
  }

  private static func costs(frameCount: Int) throws -> CostVector {
    var generator = SplitMix64(seed: 120)
    return try CostVector(
      workNs: (0..<frameCount).map { _ in .random(in: 0...16_666_666, using: &generator) })
  }
}
