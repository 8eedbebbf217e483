import BenchmarkModel
import FramegateKit
import LayerKernels
import MotionKernels

extension BenchmarkRegistry {
  /// Adds the whole frame: timing, interpolation, composition, the parent's transform, four
  /// corners.
  mutating func addFrameSuite() {
    for level in CacheLevel.allCases {
      addWholeFrame(
        StructLayerBatch.self, .struct, level, bytes: StructLayerBatch.bytesPerLayer,
        traffic: .inPlace)
      addWholeFrame(SIMDLayerBatch.self, .simd, level, bytes: SIMDLayerBatch.bytesPerLayer)
      addWholeFrame(BlockLayerBatch.self, .block, level, bytes: BlockLayerBatch.bytesPerLayer)
      addWholeFrame(
        DispatchLayerBatch.self, .dispatch, level, bytes: DispatchLayerBatch.bytesPerLayer)
    }
  }

  private mutating func addWholeFrame<Batch: LayerBatch>(
    _: Batch.Type, _ variant: Variant, _ level: CacheLevel, bytes: Int,
    traffic: MemoryTraffic = .outOfPlace
  ) {
    kernel(
      "wholeFrame", level, variant, bytes: bytes, traffic: traffic, flops: KernelFlops.wholeFrame
    ) {
      if variant == .dispatch { _ = try dispatchKernels() }
      return Batch(KernelInputs.animations($0), timing: .easeInOut)
    } body: { batch in
      batch.evaluate(time: 0.2, parent: KernelInputs.parent)
      blackHole(batch.count)
    }
  }
}
