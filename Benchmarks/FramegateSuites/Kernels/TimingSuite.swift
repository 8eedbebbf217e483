import BenchmarkModel
import FramegateKit
import LayerKernels
import MotionKernels

extension BenchmarkRegistry {
  /// Adds cubic Bézier timing, which maps a fraction to the progress of `easeInOut`.
  mutating func addTimingSuite() {
    for level in CacheLevel.allCases {
      addNewtonTiming(level)
      addTimingBatches(.simd, level) { SIMDKernels() }
      addTimingBatches(.block, level) { BlockKernels() }
      addTimingBatches(.dispatch, level) { try dispatchKernels() }
    }
  }

  /// Adds Newton's method in `Double`, one fraction after another.
  private mutating func addNewtonTiming(_ level: CacheLevel) {
    kernel(
      "timing", level, .struct, bytes: KernelBytes.perItem(Float.self, Float.self),
      flops: KernelFlops.timing
    ) {
      Unary(operand: KernelInputs.fractions($0), result: [Float](repeating: 0, count: $0))
    } body: { input in
      let curve = NewtonBezier(0.42, 0, 0.58, 1)
      for index in input.result.indices {
        input.result[index] = curve.progress(at: input.operand[index])
      }
      blackHole(input.result)
    }
  }

  /// Adds tables over blocks of sixteen, in one implementation.
  private mutating func addTimingBatches<Kernels: TimingBatchKernels>(
    _ variant: Variant, _ level: CacheLevel, _ kernels: @escaping () throws -> Kernels
  ) {
    kernel(
      "timing", level, variant,
      bytes: KernelBytes.perLane(SIMD16<Float>.self, SIMD16<Float>.self), flops: KernelFlops.timing
    ) {
      Batch(
        kernels: try kernels(),
        input: (Blocks.numbers(KernelInputs.fractions($0)), PreparedTiming(.easeInOut)),
        result: Blocks.numbers(Array(repeating: 0, count: $0)))
    } body: { batch in
      batch.kernels.progress(at: batch.input.0, batch.input.1, into: &batch.result)
      blackHole(batch.result)
    }
  }
}
