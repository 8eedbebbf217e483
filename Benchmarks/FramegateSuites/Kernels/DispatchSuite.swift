import BenchmarkModel
import FramegateKit
import LayerKernels

extension BenchmarkRegistry {
  /// Adds the cost of a call: a batch without any blocks, with and without dispatch.
  ///
  /// An operation is one call with its checks. `dispatch` takes longer than `block` because it
  /// jumps through the table of kernels and leaves the vector unit in a clean state.
  mutating func addDispatchSuite() {
    emptyBatch(.block) { BlockKernels() }
    emptyBatch(.dispatch) { try dispatchKernels() }
  }

  private mutating func emptyBatch<Kernels: TransformBatchKernels>(
    _ variant: Variant, makeKernels: @escaping () throws -> Kernels
  ) {
    let calls = 1_000
    benchmark(
      "kernel.emptyBatch", variant: variant, operations: calls,
      options: BenchmarkOptions(runsByDefault: false),
      work: .init {
        let none = Blocks.identities(count: 0)
        return Batch(kernels: try makeKernels(), input: none, result: none)
      } body: { batch in
        for _ in 0..<calls {
          batch.kernels.concatenate(batch.input, batch.input, into: &batch.result)
        }
        blackHole(batch.result)
      })
  }
}
