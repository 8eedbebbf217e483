import BenchmarkHarness
import BenchmarkModel
import MotionKernels

extension BenchmarkRegistry {
  /// Adds cubic-Bézier timing: a fraction in, the progress of `easeInOut` out.
  mutating func addTimingSuite() {
    for level in CacheLevel.allCases {
      kernel("timing", level, .struct, bytes: 8, flops: KernelFlops.timing) {
        Unary(
          operand: KernelInputs.fractions($0), result: [Float](repeating: 0, count: $0))
      } body: { input in
        let curve = NewtonBezier(0.42, 0, 0.58, 1)
        for index in input.result.indices {
          input.result[index] = curve.progress(at: input.operand[index])
        }
        blackHole(input.result)
      }
      kernel("timing", level, .simd, bytes: 8, flops: KernelFlops.timing) {
        Batch(
          kernels: SIMDKernels(),
          input: (Blocks.numbers(KernelInputs.fractions($0)), PreparedTiming(.easeInOut)),
          result: Blocks.numbers(Array(repeating: 0, count: $0)))
      } body: { batch in
        batch.kernels.progress(at: batch.input.0, batch.input.1, into: &batch.result)
        blackHole(batch.result)
      }
    }
  }
}
