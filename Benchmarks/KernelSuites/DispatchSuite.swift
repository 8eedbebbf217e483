import BenchmarkHarness
import MotionKernels

extension BenchmarkRegistry {
  /// Adds what a call costs by itself: a batch without a block, with and without dispatch.
  ///
  /// An operation is one call with its checks. What `dispatch` takes more than `block` is the jump
  /// through the table of kernels, and a vector unit that is left clean.
  mutating func addDispatchSuite() {
    emptyBatch("block") { BlockKernels() }
    emptyBatch("dispatch") { try dispatchKernels() }
  }

  private mutating func emptyBatch<Kernels: BatchKernels>(
    _ variant: String, makeKernels: @escaping () throws -> Kernels
  ) {
    let calls = 1_000
    benchmark("kernel.emptyBatch.\(variant)", operations: calls, runsByDefault: false) {
      let none = Blocks.identities(count: 0)
      return Batch(kernels: try makeKernels(), input: none, result: none)
    } body: { batch in
      for _ in 0..<calls {
        batch.kernels.concatenate(batch.input, batch.input, into: &batch.result)
      }
      blackHole(batch.result)
    }
  }
}
