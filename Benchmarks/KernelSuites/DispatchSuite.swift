import BenchmarkHarness
import MotionKernels

extension BenchmarkRegistry {
  /// Adds what a dispatched call costs by itself: a batch without a block.
  ///
  /// An operation is one call, with its checks and its jump through the table of kernels.
  mutating func addDispatchSuite() {
    let calls = 1_000
    benchmark("kernel.emptyBatch.dispatch", operations: calls, runsByDefault: false) {
      let none = Blocks.identities(count: 0)
      return Batch(kernels: try dispatchKernels(), input: none, result: none)
    } body: { batch in
      for _ in 0..<calls {
        batch.kernels.concatenate(batch.input, batch.input, into: &batch.result)
      }
      blackHole(batch.result)
    }
  }
}
