import BenchmarkHarness
import BenchmarkModel
import MotionKernels

extension BenchmarkRegistry {
  /// Adds the whole frame: timing, interpolation, composition, the parent, four corners.
  mutating func addFrameSuite() {
    for level in CacheLevel.allCases {
      addWholeFrame(StructLayerBatch.self, .struct, level, bytes: 104 + 32)
      addWholeFrame(SIMDLayerBatch.self, .simd, level, bytes: 128 + 32)
      addWholeFrame(BlockLayerBatch.self, .block, level, bytes: 92 + 32)
      addWholeFrame(DispatchLayerBatch.self, .dispatch, level, bytes: 92 + 32)
    }
  }

  private mutating func addWholeFrame<Batch: LayerBatch>(
    _: Batch.Type, _ variant: Variant, _ level: CacheLevel, bytes: Int
  ) {
    kernel("wholeFrame", level, variant, bytes: bytes, flops: KernelFlops.wholeFrame) {
      if variant == .dispatch { _ = try dispatchKernels() }
      return Batch(KernelInputs.animations($0), timing: .easeInOut)
    } body: { batch in
      batch.evaluate(time: 0.2, parent: KernelInputs.parent)
      blackHole(batch.count)
    }
  }
}
