import BenchmarkHarness
import FrameTiming
import SampleStatistics

extension BenchmarkRegistry {
  /// Adds what the tool itself does while it measures and judges.
  mutating func addToolSuite() {
    // Measures as 0: what the harness costs is taken off.
    benchmark("tool.empty") {}

    // An operation is a frame: half of them fit their slot, half of them do not.
    let frameCount = 100_000
    benchmark("tool.replay", operations: frameCount) {
      try Self.costs(frameCount: frameCount)
    } body: { costs in
      blackHole(FrameReplay(rate: .hz120, depth: 2).timeline(of: costs).droppedFrameCount)
    }
  }

  private static func costs(frameCount: Int) throws -> CostVector {
    var generator = SplitMix64(seed: 120)
    return try CostVector(
      workNs: (0..<frameCount).map { _ in .random(in: 0...16_666_666, using: &generator) })
  }
}
